/// A type that the elements of a list or set, or the values of a map, can have: every ``Persistable`` type that is no
/// collection itself.
public protocol CollectionValue: Persistable {}

extension Bool: CollectionValue {}
extension Int: CollectionValue {}
extension Int8: CollectionValue {}
extension Int16: CollectionValue {}
extension Int32: CollectionValue {}
extension Int64: CollectionValue {}
extension Float: CollectionValue {}
extension Double: CollectionValue {}
extension String: CollectionValue {}
extension ObjectId: CollectionValue {}
extension Object: CollectionValue {}
extension Optional: CollectionValue where Wrapped: CollectionValue {}

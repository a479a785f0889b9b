public import FoundationEssentials

/// A type whose values have an order that queries, `min` and `max` can use: numbers, text, dates and identifiers, and
/// optionals of them.
///
/// Text orders by its UTF-8 bytes, which is the order of the Unicode code points, not that of a language.
public protocol OrderedValue: Persistable {
    /// The type of a range's bounds: the type itself, or what an optional wraps.
    associatedtype Bound: Comparable & Persistable = Self
}

extension Int: OrderedValue {}
extension Int8: OrderedValue {}
extension Int16: OrderedValue {}
extension Int32: OrderedValue {}
extension Int64: OrderedValue {}
extension Float: OrderedValue {}
extension Double: OrderedValue {}
extension Decimal: OrderedValue {}
extension String: OrderedValue {}
extension Date: OrderedValue {}
extension UUID: OrderedValue {}
extension ObjectId: OrderedValue {}
extension Optional: OrderedValue where Wrapped: OrderedValue {
    /// As the wrapped type.
    public typealias Bound = Wrapped.Bound
}

/// The base class of objects that belong to exactly one other object and go with it.
///
///     final class Address: EmbeddedObject {
///         @Persisted var street: String
///     }
///     final class Person: Object {
///         @Persisted var home: Address?
///         @Persisted var others: List<Address>
///     }
///
/// An embedded object is stored by giving it to a property, a list or a map of its owner. It is deleted with its owner,
/// and when it is replaced or removed (L4). It has no primary key and cannot be added, created or queried by itself
/// (L5).
open class EmbeddedObject: Object {}

/// Queries of types that are stored as another test what is stored (E2): `$0.site.persistableValue.contains("org")`.
extension Query where Value: FailableCustomPersistable {
    /// The stored form of the property.
    public var persistableValue: Query<Value.PersistedType> { Query<Value.PersistedType>(term, context) }
}

extension Query where Value: OptionalCustomPersistable {
    /// The stored form of the property, or nil.
    public var persistableValue: Query<Value.WrappedPersistedType?> {
        Query<Value.WrappedPersistedType?>(term, context)
    }
}

/// The optional of a type that is stored as another. Only `Optional` conforms.
public protocol OptionalCustomPersistable {
    /// The type that is stored.
    associatedtype WrappedPersistedType: Persistable
}

extension Optional: OptionalCustomPersistable where Wrapped: FailableCustomPersistable {
    /// The type that is stored.
    public typealias WrappedPersistedType = Wrapped.PersistedType
}

/// The raw values behind enums, to test what no case stands for, such as `$0.level.rawValue > 3` (E1).
extension Query where Value: PersistableEnum {
    /// The raw value of the property.
    public var rawValue: Query<Value.RawValue> { Query<Value.RawValue>(term, context) }
}

extension Query where Value: OptionalEnum {
    /// The raw value of the property, or nil.
    public var rawValue: Query<Value.WrappedRawValue?> { Query<Value.WrappedRawValue?>(term, context) }
}

/// The optional of an enum. Only `Optional` conforms.
public protocol OptionalEnum {
    /// The raw value of the enum.
    associatedtype WrappedRawValue: Persistable
}

extension Optional: OptionalEnum where Wrapped: PersistableEnum {
    /// The raw value of the enum.
    public typealias WrappedRawValue = Wrapped.RawValue
}

public import TarnRecords

/// Marks a property of an ``Object`` class as stored.
///
///     @Persisted(primaryKey: true) var id: Int
///     @Persisted(indexed: true) var age = 0
///     @Persisted var owner: Person?
///
/// The initial value is the default of new objects, and of old ones when the property is added to a file. Reading a
/// property of a stored object costs a few nanoseconds for numbers; text is made anew on each read. Setting one outside
/// a write transaction traps (W8), and so does reading from an object that has been deleted (O1) or from the wrong
/// thread, queue or actor (C1).
@frozen
@propertyWrapper
public struct Persisted<Value: Persistable> {
    // The column comes first: ColumnAssignment writes it in place.
    @usableFromInline var column: UInt16 = .max
    @usableFromInline let options: FieldOptions
    @usableFromInline var value: Value

    /// A property that begins as zero, empty or nil.
    @inlinable public init() { self.init(Value._zero, []) }
    /// A property with a default.
    @inlinable public init(wrappedValue: Value) { self.init(wrappedValue, []) }
    /// A property that identifies its object.
    @inlinable public init(primaryKey: Bool) { self.init(Value._zero, primaryKey ? .primaryKey : []) }
    /// A property that identifies its object, with a default.
    @inlinable public init(wrappedValue: Value, primaryKey: Bool) {
        self.init(wrappedValue, primaryKey ? .primaryKey : [])
    }
    /// A property with an index.
    @inlinable public init(indexed: Bool) { self.init(Value._zero, indexed ? .indexed : []) }
    /// A property with an index and a default.
    @inlinable public init(wrappedValue: Value, indexed: Bool) { self.init(wrappedValue, indexed ? .indexed : []) }

    /// A property with an index of a kind.
    @inlinable public init(indexed: PropertyIndex) { self.init(Value._zero, indexed.options) }
    /// A property with an index of a kind and a default.
    @inlinable public init(wrappedValue: Value, indexed: PropertyIndex) { self.init(wrappedValue, indexed.options) }
    /// A property of which no two objects of the class may have the same value; any number may have nil.
    @inlinable public init(unique: Bool) { self.init(Value._zero, unique ? .unique : []) }
    /// A property of which no two objects of the class may have the same value, with a default.
    @inlinable public init(wrappedValue: Value, unique: Bool) { self.init(wrappedValue, unique ? .unique : []) }
    /// A link, or a collection of links, whose targets share a fate with the object (see `DeleteRule`).
    @inlinable public init(deleteRule: DeleteRule) { self.init(Value._zero, FieldOptions(deleteRule)) }

    @inlinable init(_ value: Value, _ options: FieldOptions) {
        self.value = value
        self.options = options
    }

    /// Persisted properties belong in classes that inherit from ``Object``.
    @available(*, unavailable, message: "@Persisted works only in classes that inherit from Object")
    public var wrappedValue: Value {
        get { preconditionFailure("unavailable") }
        set { preconditionFailure("unavailable") }
    }

    /// Reads and writes the property of an object.
    ///
    /// Both accessors are inlined, so that the storage key path is never walked.
    public static subscript<Owner: Object>(
        _enclosingInstance object: Owner, wrapped wrapped: ReferenceWritableKeyPath<Owner, Value>,
        storage storage: ReferenceWritableKeyPath<Owner, Persisted<Value>>
    ) -> Value {
        @inlinable @inline(__always) get {
            if !object.__isManaged { return object[keyPath: storage].value }
            let column = Int(object[keyPath: storage].column)
            if let row = object.__currentRow, let value = Value._load(row, column) { return value }
            if let value = Value._loadKey(object, column) { return value }
            return object.__read(column)
        }
        @inlinable @inline(__always) set {
            if !object.__isManaged {
                object[keyPath: storage].value = Value._assigned(newValue, to: object[keyPath: storage].value)
            } else {
                object.__write(newValue, Int(object[keyPath: storage].column))
            }
        }
    }
}

/// The kinds of index that a property can have.
public enum PropertyIndex: Sendable {
    /// By value: for comparisons, ranges, prefixes, and sorting.
    case ordered
    /// By word: for full-text search in text.
    case fullText

    @usableFromInline var options: FieldOptions { self == .ordered ? .indexed : .fullText }
}

/// What a property was declared as.
@frozen
@usableFromInline
struct FieldOptions: OptionSet {
    @usableFromInline let rawValue: UInt8
    @inlinable init(rawValue: UInt8) { self.rawValue = rawValue }
    @inlinable static var primaryKey: FieldOptions { FieldOptions(rawValue: 1) }
    @inlinable static var indexed: FieldOptions { FieldOptions(rawValue: 2) }
    @inlinable static var fullText: FieldOptions { FieldOptions(rawValue: 4) }
    @inlinable static var unique: FieldOptions { FieldOptions(rawValue: 8) }
    @inlinable static var cascade: FieldOptions { FieldOptions(rawValue: 16) }
    @inlinable static var deny: FieldOptions { FieldOptions(rawValue: 32) }

    @usableFromInline init(_ rule: DeleteRule) {
        switch rule {
        case .nullify: self = []
        case .cascade: self = .cascade
        case .deny: self = .deny
        }
    }

    var deleteRule: DeleteRule { contains(.deny) ? .deny : contains(.cascade) ? .cascade : .nullify }
}

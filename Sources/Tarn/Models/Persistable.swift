public import TarnRecords

/// A type that a property of a stored object can have.
///
/// Bool, the integers, Float, Double, Decimal, String, Data, Date, UUID, ObjectId, enums that are ``PersistableEnum``,
/// links to other objects, and optionals of these conform. The requirements are the store's own.
public protocol Persistable {
    /// How the values are stored.
    static var _kind: ValueKind { get }
    /// Whether nil is a value.
    static var _isOptional: Bool { get }
    /// The class that a link points to; nil for everything else.
    static var _linkTarget: Object.Type? { get }
    /// What the elements of a collection are; nil for a single value.
    static var _element: CollectionElement? { get }
    /// The value of a property that was declared without one.
    static var _zero: Self { get }
    /// Reads a value from a row; nil when it is kept outside the cluster or depends on the store.
    static func _load(_ row: Row, _ column: Int) -> Self?
    /// Reads a value of a column that is being scanned; nil as above.
    static func _load(_ cells: ColumnCells, _ index: Int) -> Self?
    /// Reads a value that is the object key, which takes no look at the row; nil for everything else.
    static func _loadKey(_ object: ManagedRow, _ column: Int) -> Self?
    /// Follows a link of an object whose row is at hand, and says so; does nothing for everything else.
    static func _loadLink(_ object: ManagedRow, _ column: Int, _ isRead: inout Bool) -> Self?
    /// The value that stands for a column of a stored object and reads and writes through it, as collections do; nil
    /// for everything that is a copy.
    static func _attach(_ object: Object, _ context: ObjectContext, _ column: Int) -> Self?
    /// What a property holds after it was set: collections stay and take the contents of the new one over.
    static func _assigned(_ new: Self, to old: Self) -> Self
    /// Makes a value of its stored form; nil when it does not fit.
    static func _decode(_ value: StoredValue, _ context: ObjectContext?) -> Self?
    /// Makes a value of what a dictionary or an array holds; nil when it does not fit.
    static func _convert(_ value: Any) -> Self?
    /// The stored form.
    var __stored: StoredValue { get }
    /// Writes the value into a column.
    func __write(_ writer: RowWriter, _ column: Int) throws(RecordError)
}

extension Persistable {
    /// Not optional unless a type says otherwise.
    @inlinable public static var _isOptional: Bool { false }
    /// Reads through the row; types of a fixed width read the column directly.
    @inlinable public static func _load(_ cells: ColumnCells, _ index: Int) -> Self? {
        _load(cells.row(index), cells.column)
    }
    /// No key unless a type says otherwise.
    @inlinable public static func _loadKey(_ object: ManagedRow, _ column: Int) -> Self? { nil }
    /// No link unless a type says otherwise.
    @inlinable public static func _loadLink(_ object: ManagedRow, _ column: Int, _ isRead: inout Bool) -> Self? { nil }
    /// No link unless a type says otherwise.
    public static var _linkTarget: Object.Type? { nil }
    /// No collection unless a type says otherwise.
    public static var _element: CollectionElement? { nil }
    /// A copy unless a type says otherwise.
    public static func _attach(_ object: Object, _ context: ObjectContext, _ column: Int) -> Self? { nil }
    /// Replaces the value unless a type says otherwise.
    @inlinable public static func _assigned(_ new: Self, to old: Self) -> Self { new }
    /// The value itself, if it has the right type.
    public static func _convert(_ value: Any) -> Self? { value as? Self }
    /// Writes the stored form; types on hot paths write their bytes directly.
    public func __write(_ writer: RowWriter, _ column: Int) throws(RecordError) {
        _ = try writer.set(__stored, column)
    }
}

extension Optional: Persistable where Wrapped: Persistable {
    /// As the wrapped type.
    @inlinable public static var _kind: ValueKind { Wrapped._kind }
    /// Nil is a value.
    @inlinable public static var _isOptional: Bool { true }
    /// As the wrapped type.
    public static var _linkTarget: Object.Type? { Wrapped._linkTarget }
    /// Nil.
    @inlinable public static var _zero: Wrapped? { nil }

    /// Reads nil or a value.
    @inlinable public static func _load(_ row: Row, _ column: Int) -> Wrapped?? {
        if row.isNull(column) { return .some(nil) }
        guard let value = Wrapped._load(row, column) else { return nil }
        return .some(value)
    }

    /// Follows a link, or answers nil for every other optional.
    @inlinable public static func _loadKey(_ object: ManagedRow, _ column: Int) -> Wrapped?? {
        var isRead = false
        let value = Wrapped._loadLink(object, column, &isRead)
        return isRead ? .some(value) : nil
    }

    /// Reads nil or a value of a scanned column.
    @inlinable public static func _load(_ cells: ColumnCells, _ index: Int) -> Wrapped?? {
        if cells.isNull(index) { return .some(nil) }
        guard let value = Wrapped._load(cells, index) else { return nil }
        return .some(value)
    }

    /// Decodes nil or a value. A stored value that the type does not know reads as nil (E1).
    public static func _decode(_ value: StoredValue, _ context: ObjectContext?) -> Wrapped?? {
        value == .null ? .some(nil) : .some(Wrapped._decode(value, context))
    }

    /// Converts nil, `NSNull` or a value.
    public static func _convert(_ value: Any) -> Wrapped?? {
        if let optional = value as? any AnyOptional, optional.isNil { return .some(nil) }
        if let converted = Wrapped._convert(value) { return .some(converted) }
        // What JSONSerialization makes of null. The class is in the part of Foundation that nothing here imports.
        return "\(type(of: value))" == "NSNull" ? .some(nil) : nil
    }

    /// The stored form.
    public var __stored: StoredValue { self?.__stored ?? .null }

    /// Writes nil or a value.
    public func __write(_ writer: RowWriter, _ column: Int) throws(RecordError) {
        if let value = self { try value.__write(writer, column) } else { try writer.setNull(column) }
    }
}

/// Finds out whether a value of unknown type is a nil.
private protocol AnyOptional {
    var isNil: Bool { get }
}

extension Optional: AnyOptional {
    fileprivate var isNil: Bool {
        switch self {
        case .none: true
        case .some(let value): (value as? any AnyOptional)?.isNil ?? false
        }
    }
}

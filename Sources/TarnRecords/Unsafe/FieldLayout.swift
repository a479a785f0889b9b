// The library offers no supported way to learn where the stored properties of a class lie. This file is the only one
// that leans on the runtime's own reflection; what it finds is checked against a live instance before it is used
// (docs/decisions/0009-models-without-macros.md).
@_spi(Reflection) private import Swift

/// Where the stored properties of a class lie within its instances.
public enum FieldLayout {
    /// One stored property.
    public struct Field {
        /// The name of the stored property; a wrapped property has a leading underscore.
        public let name: String
        /// The distance from the start of the instance in bytes.
        public let offset: Int
        /// The declared type.
        public let type: any Any.Type
    }

    // Safety: the runtime reads the class's own metadata; names are copied.
    /// The stored properties of a class, inherited ones first, in declaration order.
    public static func fields(of type: AnyClass) -> [Field] {
        var fields: [Field] = []
        _ = unsafe _forEachField(of: type, options: _EachFieldOptions(rawValue: 1)) { name, offset, type, _ in
            fields.append(Field(name: unsafe String(cString: name), offset: offset, type: type))
            return true
        }
        return fields
    }
}

/// A stored property of one instance, reached by its place.
@safe
public struct FieldAddress {
    private let pointer: UnsafeMutableRawPointer

    // Safety: the instance outlives the address, which is only used within one call.
    /// The property at an offset that ``FieldLayout`` gave for the instance's class.
    public init(of object: AnyObject, offset: Int) {
        unsafe pointer = Unmanaged.passUnretained(object).toOpaque() + offset
    }

    // Safety: the offset belongs to a property of type `T`, as checked when the class was described.
    /// Reads or changes the property in place.
    public func with<T, R, Failure: Error>(
        _ type: T.Type, _ body: (inout T) throws(Failure) -> R
    ) throws(Failure) -> R {
        try unsafe body(&pointer.assumingMemoryBound(to: T.self).pointee)
    }
}

/// Tells the wrappers of an instance which column is theirs.
public struct ColumnAssignment: Sendable {
    private let places: [(offset: Int, column: UInt16)]

    /// A wrapper's first two bytes hold its column.
    public init(_ places: [(offset: Int, column: UInt16)]) { self.places = places }

    // Safety: every offset is the start of a wrapper, whose first field is a UInt16.
    /// Writes the columns into an instance of the class that the places were made for.
    public func apply(to object: AnyObject) {
        let start = unsafe Unmanaged.passUnretained(object).toOpaque()
        for place in places { unsafe start.storeBytes(of: place.column, toByteOffset: place.offset, as: UInt16.self) }
    }
}

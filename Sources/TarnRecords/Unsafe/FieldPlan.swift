/// How the value of one property of an instance is copied into a new row.
public struct FieldPlan: Sendable {
    /// The distance of the value from the start of the instance in bytes.
    let offset: Int
    /// The column that takes it.
    package let column: Int
    let operation: Operation

    /// The ways to copy a value.
    enum Operation: UInt8, Sendable {
        case bytes1, bytes2, bytes4, bytes8
        case bool, string
        /// Through the property's type.
        case other
    }

    /// Plans for a value of a type; types whose memory is not their stored form are written by the room above.
    package init(offset: Int, column: Int, type: any Any.Type) {
        self.offset = offset
        self.column = column
        operation = Self.operations[ObjectIdentifier(type)] ?? .other
    }

    /// Whether the value is written by the room above.
    package var isOther: Bool { operation == .other }

    private static let operations: [ObjectIdentifier: Operation] = [
        ObjectIdentifier(Int8.self): .bytes1, ObjectIdentifier(Int16.self): .bytes2,
        ObjectIdentifier(Int32.self): .bytes4, ObjectIdentifier(Float.self): .bytes4,
        ObjectIdentifier(Int64.self): .bytes8, ObjectIdentifier(Int.self): .bytes8,
        ObjectIdentifier(Double.self): .bytes8, ObjectIdentifier(Bool.self): .bool,
        ObjectIdentifier(String.self): .string,
    ]
}

extension RowWriter {
    // Safety: the plans were made for the instance's class, whose layout was proved on a live instance; the instance
    // lives through the call.
    /// Writes the values of an instance into a new row, except those that the room above writes.
    package func writeNew(_ object: AnyObject, _ plans: [FieldPlan]) throws(RecordError) {
        let start = unsafe UnsafeRawPointer(Unmanaged.passUnretained(object).toOpaque())
        for plan in plans {
            let value = unsafe start + plan.offset
            switch plan.operation {
            case .bytes1: set(unsafe value.load(as: UInt8.self), plan.column)
            case .bytes2: set(unsafe value.load(as: UInt16.self), plan.column)
            case .bytes4: set(unsafe value.load(as: UInt32.self), plan.column)
            case .bytes8: set(unsafe value.load(as: UInt64.self), plan.column)
            case .bool: set(bool: unsafe value.load(as: Bool.self), plan.column)
            case .string: try set(string: unsafe value.assumingMemoryBound(to: String.self).pointee, plan.column)
            case .other: break
            }
        }
    }
}

extension RecordSession {
    // Safety: as above; the plan of an integer key has the width of its column.
    /// Makes the row of an instance whose primary key is an integer, or answers nil when the key is in use.
    package func insert(
        _ table: Table, _ object: AnyObject, key plan: FieldPlan
    ) throws(RecordError) -> RowWriter? {
        let value = unsafe UnsafeRawPointer(Unmanaged.passUnretained(object).toOpaque()) + plan.offset
        let number: Int64 =
            switch plan.operation {
            case .bytes1: Int64(unsafe value.load(as: Int8.self))
            case .bytes2: Int64(unsafe value.load(as: Int16.self))
            case .bytes4: Int64(unsafe value.load(as: Int32.self))
            default: unsafe value.load(as: Int64.self)
            }
        let key = ObjectKey(number)
        guard let editor = try editor(table, key.cluster, create: true) else { preconditionFailure("created above") }
        if editor.presence & key.bit != 0 { return nil }
        return try newObject(editor, key)
    }
}

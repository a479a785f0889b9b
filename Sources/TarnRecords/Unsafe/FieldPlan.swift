/// How the value of one property of an instance is copied into a new row.
public struct FieldPlan: Sendable {
    /// The distance of the value from the start of the instance in bytes.
    let offset: Int
    /// The column that takes it.
    package let column: Int
    /// Where the column lies in the editing form of a cluster.
    let cells: Int
    let isIndexed: Bool
    let operation: Operation

    /// The ways to copy a value.
    enum Operation: UInt8, Sendable {
        case bytes1, bytes2, bytes4, bytes8
        case bool, string
        /// Through the property's type.
        case other
    }

    /// Plans for a value of a type; types whose memory is not their stored form are written by the room above.
    package init(offset: Int, column: Int, of table: Table, type: any Any.Type) {
        self.offset = offset
        self.column = column
        cells = Int(table.editing.offsets[column])
        isIndexed = !table.traits[column].isDisjoint(with: [.indexed, .fullText])
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
            case .bytes1: store(unsafe value.load(as: UInt8.self), plan)
            case .bytes2: store(unsafe value.load(as: UInt16.self), plan)
            case .bytes4: store(unsafe value.load(as: UInt32.self), plan)
            case .bytes8: store(unsafe value.load(as: UInt64.self), plan)
            case .bool: editor.set(bool: unsafe value.load(as: Bool.self), column: plan.column, slot: key.slot)
            case .string: try store(unsafe value.assumingMemoryBound(to: String.self).pointee, plan)
            case .other: continue
            }
            if plan.isIndexed { session.noteIndexEntry(editor, key, plan.column, isRemoval: false) }
        }
    }

    // Safety: a new row's editor is in the editing form, where the plan's cells lie; `Number` has the column's width.
    @inline(__always)
    private func store<Number: BitwiseCopyable>(_ number: Number, _ plan: FieldPlan) {
        let offset = plan.cells &+ key.slot &* MemoryLayout<Number>.size
        unsafe editor.base.storeBytes(of: number, toByteOffset: offset, as: Number.self)
    }

    // Safety: the UTF-8 lives through the call.
    /// Text that fits into the cluster is put there; long text takes the way of every later change.
    private func store(_ text: String, _ plan: FieldPlan) throws(RecordError) {
        var text = text
        let isShort = text.withUTF8 { bytes in
            if bytes.count > ClusterFormat.inlineLimit { return false }
            let moved = unsafe editor.set(
                text: UnsafeRawBufferPointer(bytes), isElsewhere: false, column: plan.column, slot: key.slot)
            if moved { session.generation.value &+= 1 }
            return true
        }
        if !isShort { try setNewLongText(text, plan.column) }
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

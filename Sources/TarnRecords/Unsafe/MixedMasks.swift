/// One test of a column of any kind, made ready to be put to many values.
enum MixedTest: Sendable {
    case compare(Filter.Comparison, MixedValue)
    /// By the bytes that equal values have in common.
    case isIn(Set<[UInt8]>)
    /// For text, or for data when the options are empty.
    case text(TextTest)
    case kind(Set<MixedKind>)

    /// Tests a value that is not nil.
    func holds(_ value: MixedValue) -> Bool {
        switch self {
        case .compare(let comparison, let other): return value.satisfies(comparison, other)
        case .isIn(let values): return values.contains(value.orderedBytes)
        case .kind(let kinds): return kinds.contains(value.kind)
        case .text(let test):
            return switch value {
            case .string(let text): test.matches(Array(text.utf8))
            case .data(let bytes) where test.options.isEmpty: test.matches(bytes)
            default: false
            }
        }
    }
}

extension MaskProgram {
    /// Values of any kind are decoded and looked at one by one.
    func mixedMask(
        _ column: Int, _ test: MixedTest, _ number: UInt64, _ cluster: Cluster
    ) throws(RecordError) -> UInt64 {
        var mask: UInt64 = 0
        let empty = cluster.nulls(column)
        for (rank, slot) in SlotSequence(cluster.presence).enumerated() where empty >> UInt64(rank) & 1 == 0 {
            let key = ObjectKey(cluster: number, slot: slot)
            guard case .any(let value) = try session.value(cluster, key, column, table) else { continue }
            if test.holds(value) { mask |= 1 << UInt64(rank) }
        }
        return mask
    }

    /// The tests of a column of any kind.
    static func compile(mixed filter: Filter) -> Node {
        switch filter {
        case .compare(let column, let comparison, let value):
            guard let value = value.mixed else { return .constant(false) }
            if value == .null { return comparison == .equal ? .isNull(column: column) : .constant(false) }
            return .mixed(column: column, .compare(comparison, value))
        case .isIn(let column, let values):
            let known = values.compactMap(\.mixed).filter { $0 != .null && $0.satisfies(.equal, $0) }
            let test = Node.mixed(column: column, .isIn(Set(known.map(\.orderedBytes))))
            return values.contains(.null) ? .or([.isNull(column: column), test]) : test
        case .text(let column, let operation, let text, let options):
            return .mixed(column: column, .text(TextTest(operation, text, options)))
        case .kind(let column, let kinds):
            let test = Node.mixed(column: column, .kind(kinds))
            return kinds.contains(.null) ? .or([.isNull(column: column), test]) : test
        default: return .constant(false)
        }
    }
}

extension RecordSession {
    /// The bytes by which the value of a column of any length is sorted and told from others.
    func ordered(_ table: Table, _ row: Row, _ object: ObjectKey, _ column: Int) throws(RecordError) -> [UInt8] {
        let bytes = if let inline = row.bytes(column) { inline } else { try longValue(table, object, column) }
        guard table.columns[column].kind == .any else { return bytes }
        return try MixedValue(
            decoding: bytes, at: "\(table.name) object \(object.number) column \(column)"
        ).orderedBytes
    }
}

internal import CTarnKernels

/// A filter made ready for one table: constants converted to the columns' kinds, so that a cluster is tested by a few
/// kernel calls. The answer is one bit an object, in rank order.
struct MaskProgram {
    indirect enum Node {
        case constant(Bool)
        case integer(column: Int, kind: ValueKind, operation: Int32, Int64)
        case double(column: Int, operation: Int32, Double)
        case float(column: Int, operation: Int32, Float)
        case bool(column: Int, Bool)
        case link(column: Int, UInt64)
        case fixedBytes(column: Int, width: Int, operation: Int32, [UInt8])
        case textOrder(column: Int, operation: Int32, [UInt8])
        case text(column: Int, TextTest)
        case fullText(column: Int, SearchTest)
        case isNull(column: Int)
        case isSet(column: Int)
        case integerSet(column: Int, kind: ValueKind, Set<Int64>)
        case bytesSet(column: Int, Set<[UInt8]>)
        case valueSet(column: Int, Set<StoredValue>)
        case mixed(column: Int, MixedTest)
        case columns(Int, Filter.Comparison, Int)
        case objects(KeySet)
        case related(RelatedTest)
        case relatedCount(RelatedCount)
        case general(Filter)
        case and([Node])
        case or([Node])
        case not(Node)
    }

    let session: RecordSession
    let table: Table
    let root: Node
    /// The columns that are looked at.
    let columns: Set<Int>
    /// What searches have found in the index; nil when there are none.
    let answers: SearchAnswers?
    /// What has been found out about related objects, if any are asked for.
    let states: ProgramStates?

    /// - Parameter rows: how many objects will be tested at most; all of the table when nothing is given.
    init(_ session: RecordSession, _ table: Table, _ filter: Filter, rows: Int? = nil) {
        self.init(session, CompiledFilter(filter, table, session.catalogue), rows: rows ?? session.count(table))
    }

    /// A filter that was compiled before, perhaps for another session.
    init(_ session: RecordSession, _ filter: CompiledFilter, rows: Int) {
        self.session = session
        table = filter.table
        root = filter.root
        columns = filter.columns
        answers = filter.hasSearch ? SearchAnswers() : nil
        states = filter.tests.isEmpty ? nil : ProgramStates(filter.tests, table, session, rows: rows)
    }

    /// A program that is one test.
    init(_ session: RecordSession, _ table: Table, root: Node) {
        self.session = session
        self.table = table
        self.root = root
        columns = []
        answers = nil
        states = nil
    }

    /// The objects of a cluster that pass, by rank.
    func mask(_ number: UInt64, _ cluster: Cluster) throws(RecordError) -> UInt64 {
        try mask(root, number, cluster, cluster.all)
    }

    /// Those of some objects of a cluster that pass, by rank.
    func mask(_ number: UInt64, _ cluster: Cluster, among ranks: UInt64) throws(RecordError) -> UInt64 {
        try mask(root, number, cluster, ranks) & ranks
    }

    /// What is costly looks at the wanted objects only; the answer for others means nothing.
    private func mask(
        _ node: Node, _ number: UInt64, _ cluster: Cluster, _ wanted: UInt64
    ) throws(RecordError) -> UInt64 {
        switch node {
        case .constant(let value): return value ? cluster.all : 0
        case .and(let parts):
            var mask = wanted
            for part in parts {
                mask &= try self.mask(part, number, cluster, mask)
                if mask == 0 { break }
            }
            return mask
        case .or(let parts):
            var mask: UInt64 = 0
            for part in parts {
                mask |= try self.mask(part, number, cluster, wanted & ~mask) & wanted
                if mask == wanted { break }
            }
            return mask
        case .not(let part): return wanted & ~(try mask(part, number, cluster, wanted))
        case .isNull(let column): return cluster.nulls(column) & cluster.all
        case .isSet(let column): return cluster.all & ~cluster.nulls(column)
        case .textOrder, .text: return try textMask(node, number, cluster)
        case .fullText(let column, let test): return try searchMask(column, test, number, cluster)
        case .bytesSet(let column, let values): return try bytesMask(column, values, number, cluster)
        case .valueSet(let column, let values):
            return try test(column, number, cluster) { values.contains($0) }
        case .mixed(let column, let test): return try mixedMask(column, test, number, cluster)
        case .objects(let keys): return cluster.ranks(fromSlots: keys.slots(of: number))
        case .related(let test): return try relatedMask(test, number, cluster, wanted)
        case .relatedCount(let test): return try relatedCountMask(test, number, cluster, wanted)
        case .general(let filter): return try generalMask(filter, number, cluster, wanted)
        case .columns(let one, let comparison, let other):
            return try compareColumns(one, comparison, other, number, cluster)
        default: return fixedMask(node, cluster)
        }
    }

    // Safety: the cluster was validated for the widths that the kernels read.
    /// Numbers, truth values, links and ordered bytes: kernels over a packed column.
    private func fixedMask(_ node: Node, _ cluster: Cluster) -> UInt64 {
        let count = UInt32(cluster.count)
        switch node {
        case .integer(let column, let kind, let operation, let value):
            let values = unsafe cluster.values(column)
            let mask =
                switch kind {
                case .int8: unsafe tarn_compare_i8(values, count, operation, Int8(truncatingIfNeeded: value))
                case .int16: unsafe tarn_compare_i16(values, count, operation, Int16(truncatingIfNeeded: value))
                case .int32: unsafe tarn_compare_i32(values, count, operation, Int32(truncatingIfNeeded: value))
                default: unsafe tarn_compare_i64(values, count, operation, value)
                }
            return mask & notNull(column, cluster)
        case .double(let column, let operation, let value):
            return unsafe tarn_compare_f64(cluster.values(column), count, operation, value) & notNull(column, cluster)
        case .float(let column, let operation, let value):
            return unsafe tarn_compare_f32(cluster.values(column), count, operation, value) & notNull(column, cluster)
        case .bool(let column, let value):
            let bits = unsafe UnsafeRawPointer(cluster.values(column)).loadUnaligned(as: UInt64.self)
            return (value ? bits : ~bits) & cluster.all & notNull(column, cluster)
        case .link(let column, let key):
            return unsafe tarn_compare_u64(cluster.values(column), count, 0, key) & notNull(column, cluster)
        case .fixedBytes(let column, let width, let operation, let value):
            let mask = unsafe tarn_compare_bytes(cluster.values(column), count, UInt32(width), operation, value)
            return mask & notNull(column, cluster)
        case .integerSet(let column, let kind, let values):
            var mask: UInt64 = 0
            for rank in 0..<cluster.count where values.contains(cluster.row(rank: rank).integer(column, kind)) {
                mask |= 1 << UInt64(rank)
            }
            return mask & notNull(column, cluster)
        default: return 0
        }
    }

    func notNull(_ column: Int, _ cluster: Cluster) -> UInt64 {
        table.columns[column].isOptional ? ~cluster.nulls(column) : .max
    }

    /// Text is looked up by its bytes: equal strings of Swift may differ in theirs.
    private func bytesMask(
        _ column: Int, _ values: Set<[UInt8]>, _ number: UInt64, _ cluster: Cluster
    ) throws(RecordError) -> UInt64 {
        try test(column, number, cluster) { value in
            switch value {
            case .string(let text): values.contains(Array(text.utf8))
            case .bytes(let bytes): values.contains(bytes)
            default: false
            }
        }
    }

    private func test(
        _ column: Int, _ number: UInt64, _ cluster: Cluster, _ holds: (StoredValue) -> Bool
    ) throws(RecordError) -> UInt64 {
        var mask: UInt64 = 0
        for (rank, slot) in SlotSequence(cluster.presence).enumerated() {
            let key = ObjectKey(cluster: number, slot: slot)
            if holds(try session.value(cluster, key, column, table)) { mask |= 1 << UInt64(rank) }
        }
        return mask
    }

    private func compareColumns(
        _ one: Int, _ comparison: Filter.Comparison, _ other: Int, _ number: UInt64, _ cluster: Cluster
    ) throws(RecordError) -> UInt64 {
        var mask: UInt64 = 0
        let isMixed = table.columns[one].kind == .any || table.columns[other].kind == .any
        for (rank, slot) in SlotSequence(cluster.presence).enumerated() {
            let key = ObjectKey(cluster: number, slot: slot)
            let a = try comparable(cluster, key, one, isMixed)
            let b = try comparable(cluster, key, other, isMixed)
            if a.satisfies(comparison, b) { mask |= 1 << UInt64(rank) }
        }
        return mask
    }

    /// A value to be compared with one of another column, which says of which kind it is when the other does.
    private func comparable(
        _ cluster: Cluster, _ key: ObjectKey, _ column: Int, _ isMixed: Bool
    ) throws(RecordError) -> StoredValue {
        let value = try session.value(cluster, key, column, table)
        if !isMixed || value.isNull { return value }
        let description = table.columns[column]
        return value.mixed(description.kind, linkTarget: description.linkTarget).map { .any($0) } ?? .null
    }
}

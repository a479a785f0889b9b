/// Which objects of a type pass a filter, as one session sees them: found all at once, or as far as somebody asks.
final class RelatedTargets {
    private let session: RecordSession
    private let filter: CompiledFilter
    private var program: MaskProgram?
    /// Slots that pass, of the clusters that have been asked for.
    private var known: [UInt64: UInt64] = [:]
    /// All that pass.
    private(set) var set: KeySet?
    /// How all were found.
    private(set) var access: QueryAccess?
    private(set) var masks = TargetMasks(KeySet())

    init(_ session: RecordSession, _ filter: CompiledFilter) {
        self.session = session
        self.filter = filter
    }

    var table: Table { filter.table }

    /// How the objects that pass would be found; touches few of them.
    func look() throws(RecordError) -> QueryAccess {
        if let access { return access }
        let found = try session.access(filter)
        access = found
        return found
    }

    /// Finds all that pass.
    func find() throws(RecordError) -> KeySet {
        if let set { return set }
        guard case .set(let found) = try session.collect(session.source(look(), table), table, limit: nil) else {
            preconditionFailure("what a filter leaves of a table is in storage order")
        }
        set = found
        masks = TargetMasks(found)
        return found
    }

    /// Whether an object passes.
    func passes(_ key: UInt64) throws(RecordError) -> Bool {
        if set != nil { return masks.contains(key) }
        let number = key >> 6
        let slots: UInt64
        if let found = known[number] { slots = found } else { slots = try test(number) }
        return slots >> (key & 63) & 1 != 0
    }

    private func test(_ number: UInt64) throws(RecordError) -> UInt64 {
        let tester = program ?? MaskProgram(session, filter, rows: RelatedState.few)
        program = tester
        guard let cluster = try session.cluster(table, number) else { return 0 }
        let slots = cluster.slots(fromRanks: try tester.mask(number, cluster))
        known[number] = slots
        return slots
    }
}

/// A set of objects made for looking many keys up: by place where numbers are dense.
struct TargetMasks {
    private let first: UInt64
    private var dense: [UInt64] = []
    private let sparse: KeySet

    init(_ set: KeySet) {
        sparse = set
        first = set.members.first?.number ?? 0
        guard let last = set.members.last, last.number - first < UInt64(set.members.count * 64 + 1024) else { return }
        dense = [UInt64](repeating: 0, count: Int(last.number - first) + 1)
        for member in set.members { dense[Int(member.number - first)] = member.slots }
    }

    func contains(_ key: UInt64) -> Bool {
        if dense.isEmpty { return sparse.contains(ObjectKey(rawValue: key)) }
        let place = key >> 6 &- first
        return place < UInt64(dense.count) && dense[Int(place)] >> (key & 63) & 1 != 0
    }

    /// Hands out the masks from a cluster number on; nil when the numbers are too far apart.
    func withMasks<R>(_ body: (_ first: UInt64, Span<UInt64>) -> R) -> R? {
        if dense.isEmpty && !sparse.members.isEmpty { return nil }
        return body(first, dense.span)
    }
}

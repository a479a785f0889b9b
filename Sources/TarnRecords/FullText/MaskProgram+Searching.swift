/// What the searches of one program have found, once asking the index has become cheaper than reading texts.
final class SearchAnswers {
    /// How many clusters may be tested text by text before the index is asked.
    static let patience = 2

    private var found: [ObjectIdentifier: KeySet] = [:]
    private var clusters = 0

    /// What a search has found, if the index was asked or is to be asked now.
    func found(
        _ test: SearchTest, _ find: () throws(RecordError) -> KeySet
    ) throws(RecordError) -> KeySet? {
        if let known = found[ObjectIdentifier(test)] { return known }
        clusters += 1
        if clusters <= Self.patience { return nil }
        let set = try find()
        found[ObjectIdentifier(test)] = set
        return set
    }
}

extension MaskProgram {
    /// A search: text by text for a few objects, such as those that have changed under a live query; for many, the
    /// index answers once for all of them.
    func searchMask(
        _ column: Int, _ test: SearchTest, _ number: UInt64, _ cluster: Cluster
    ) throws(RecordError) -> UInt64 {
        if table.columns[column].isFullText,
            let found = try answers?.found(
                test, { () throws(RecordError) in try session.found(test.search, table, column) })
        {
            return cluster.ranks(fromSlots: found.slots(of: number))
        }
        var mask: UInt64 = 0
        for (rank, slot) in SlotSequence(cluster.presence).enumerated() {
            let key = ObjectKey(cluster: number, slot: slot)
            guard case .string(let text) = try session.value(cluster, key, column, table) else { continue }
            if test.matches(Array(text.utf8)) { mask |= 1 << UInt64(rank) }
        }
        return mask
    }
}

internal import CTarnKernels

extension MaskProgram {
    /// The objects that are related to one that passes.
    func relatedMask(
        _ test: RelatedTest, _ number: UInt64, _ cluster: Cluster, _ wanted: UInt64
    ) throws(RecordError) -> UInt64 {
        guard let states, let state = states.state(of: test) else { return 0 }
        try state.prepare(rows: states.rows)
        if let found = state.found { return cluster.ranks(fromSlots: found.slots(of: number)) }
        if case .link(let column) = test.relation, let targets = state.targets, targets.set != nil,
            let mask = linkMask(column, targets.masks, cluster)
        {
            return mask
        }
        var mask: UInt64 = 0
        var slots = SlotSequence(cluster.slots(fromRanks: wanted))
        for rank in SlotSequence(wanted) {
            let object = ObjectKey(cluster: number, slot: slots.next() ?? 0)
            if try state.passes(object, cluster.row(rank: rank)) { mask |= 1 << UInt64(rank) }
        }
        return mask
    }

    // Safety: the cluster was validated for the links that the kernel reads, and the masks live through the call.
    /// Looks every link of a cluster up; nil when the targets are too far apart for that.
    private func linkMask(_ column: Int, _ targets: TargetMasks, _ cluster: Cluster) -> UInt64? {
        targets.withMasks { first, masks in
            unsafe masks.withUnsafeBufferPointer { masks in
                unsafe tarn_links_among(
                    cluster.values(column), UInt32(cluster.count), first, masks.baseAddress, UInt64(masks.count))
            } & ~cluster.nulls(column)
        }
    }

    /// The objects for which so many related ones pass.
    func relatedCountMask(
        _ test: RelatedCount, _ number: UInt64, _ cluster: Cluster, _ wanted: UInt64
    ) throws(RecordError) -> UInt64 {
        guard let states, let state = states.state(of: test.test) else { return 0 }
        try state.prepareCounting(rows: states.rows)
        var mask: UInt64 = 0
        var slots = SlotSequence(cluster.slots(fromRanks: wanted))
        for rank in SlotSequence(wanted) {
            let object = ObjectKey(cluster: number, slot: slots.next() ?? 0)
            if test.holds(try state.count(object, cluster.row(rank: rank))) { mask |= 1 << UInt64(rank) }
        }
        return mask
    }

    /// What has no kernel is tested object by object.
    func generalMask(
        _ filter: Filter, _ number: UInt64, _ cluster: Cluster, _ wanted: UInt64
    ) throws(RecordError) -> UInt64 {
        let evaluation = FilterEvaluation(session: session)
        var mask: UInt64 = 0
        var slots = SlotSequence(cluster.slots(fromRanks: wanted))
        for rank in SlotSequence(wanted) {
            let object = ObjectKey(cluster: number, slot: slots.next() ?? 0)
            if try evaluation.holds(filter, .object(table, object)) { mask |= 1 << UInt64(rank) }
        }
        return mask
    }
}

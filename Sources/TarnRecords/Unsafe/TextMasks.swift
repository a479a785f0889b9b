internal import CTarnKernels

extension MaskProgram {
    /// Text: kernels over the packed bytes; values kept elsewhere are fetched one by one.
    // Safety: the ends are validated before a kernel trusts them; eight bytes follow the last text.
    func textMask(_ node: Node, _ number: UInt64, _ cluster: Cluster) throws(RecordError) -> UInt64 {
        let column: Int
        switch node {
        case .textOrder(let place, 0, let value):
            return try equalMask(node, place, value, number, cluster)
        case .text(let place, let test) where test.isPlain && test.operation == .equal:
            return try equalMask(node, place, test.needle, number, cluster)
        case .text(let place, _), .textOrder(let place, _, _): column = place
        default: return 0
        }
        guard cluster.hasValidText(column) else {
            throw session.corrupt(table, number, "text of column \(column) leaves the value")
        }
        let ends = unsafe cluster.values(column)
        let count = UInt32(cluster.count)
        var mask: UInt64 = 0
        switch node {
        case .textOrder(_, let operation, let value):
            mask = unsafe tarn_text_compare(ends, count, operation, value, UInt32(value.count))
        case .text(_, let test) where test.isPlain: mask = unsafe plainMask(test, ends, count, cluster.all)
        case .text(_, let test):
            if let folded = unsafe foldedMask(test, ends, count, cluster.all)
                ?? widelyFoldedMask(test, ends, count, cluster)
            {
                mask = folded
                break
            }
            for rank in 0..<cluster.count where test.matches(cluster.row(rank: rank).bytes(column) ?? []) {
                mask |= 1 << UInt64(rank)
            }
        default: break
        }
        let elsewhere = unsafe tarn_text_elsewhere(ends, count)
        mask &= ~elsewhere
        if elsewhere & notNull(column, cluster) != 0 {
            mask |= try longMask(node, column, elsewhere, number, cluster)
        }
        return mask & notNull(column, cluster)
    }

    // Safety: the kernel checks each end before it reads the text in front of it.
    /// Equality, in one pass over the ends.
    private func equalMask(
        _ node: Node, _ column: Int, _ value: [UInt8], _ number: UInt64, _ cluster: Cluster
    ) throws(RecordError) -> UInt64 {
        let available = cluster.textCapacity(column)
        var mask: UInt64 = 0
        var elsewhere: UInt64 = 0
        let isValid =
            unsafe available >= 0
            && tarn_text_equal(
                cluster.values(column), UInt32(cluster.count), available, value, UInt32(value.count), &mask, &elsewhere)
        if !isValid { throw session.corrupt(table, number, "text of column \(column) leaves the value") }
        if elsewhere & notNull(column, cluster) != 0 {
            mask |= try longMask(node, column, elsewhere, number, cluster)
        }
        return mask & notNull(column, cluster)
    }

    // Safety: see `textMask`.
    private func plainMask(_ test: TextTest, _ ends: UnsafePointer<UInt8>, _ count: UInt32, _ all: UInt64) -> UInt64 {
        let length = UInt32(test.needle.count)
        switch test.operation {
        case .equal, .like: return unsafe tarn_text_compare(ends, count, 0, test.needle, length)
        case .beginsWith: return unsafe tarn_text_affix(ends, count, test.needle, length, false)
        case .endsWith: return unsafe tarn_text_affix(ends, count, test.needle, length, true)
        case .contains: return length == 0 ? all : unsafe tarn_text_contains(ends, count, test.needle, length)
        }
    }

    /// Searches without regard to case in a copy of the column whose letters have been made small; nil when that does
    /// not do, because a text is not ASCII.
    // Safety: the copy has room for the ends, the bytes and the eight bytes after them.
    private func foldedMask(
        _ test: TextTest, _ ends: UnsafePointer<UInt8>, _ count: UInt32, _ all: UInt64
    ) -> UInt64? {
        if test.operation == .like || test.options != .caseInsensitive { return nil }
        let size = unsafe Int(count) * 2 + Int(tarn_text_end(ends, count - 1)) + 8
        return unsafe withUnsafeTemporaryAllocation(of: UInt8.self, capacity: size) { copy in
            guard let copy = copy.baseAddress, unsafe tarn_text_fold(ends, count, copy) else { return nil }
            return unsafe plainMask(test, copy, count, all)
        }
    }

    // Safety: the ends were validated, so every text lies inside the cluster.
    /// The same for texts that are not all ASCII, or where marks do not count; nil where the copy gets too long for the
    /// ends of a column.
    private func widelyFoldedMask(
        _ test: TextTest, _ ends: UnsafePointer<UInt8>, _ count: UInt32, _ cluster: Cluster
    ) -> UInt64? {
        if test.operation == .like { return nil }
        let count = Int(count)
        let texts = unsafe UnsafeRawPointer(ends) + 2 * count
        var copy = [UInt8](repeating: 0, count: 2 * count)
        var start = 0
        for rank in 0..<count {
            let end = unsafe UnsafeRawPointer(ends).loadUnaligned(fromByteOffset: 2 * rank, as: UInt16.self)
            let next = Int(end & 0x7FFF)
            let text = unsafe UnsafeRawBufferPointer(start: texts + start, count: next - start)
            start = next
            if end & 0x8000 == 0 { unsafe TextFolding.fold(text, test.options, into: &copy) }
            let length = copy.count - 2 * count
            if length > 0x7FFF { return nil }
            copy[2 * rank] = UInt8(length & 255)
            copy[2 * rank + 1] = UInt8(length >> 8)
        }
        copy += [UInt8](repeating: 0, count: 8)
        return unsafe copy.withUnsafeBufferPointer { copy in
            unsafe copy.baseAddress.map { unsafe plainMask(test, $0, UInt32(count), cluster.all) }
        }
    }

    private func longMask(
        _ node: Node, _ column: Int, _ ranks: UInt64, _ number: UInt64, _ cluster: Cluster
    ) throws(RecordError) -> UInt64 {
        var mask: UInt64 = 0
        let slots = Array(SlotSequence(cluster.presence))
        for rank in SlotSequence(ranks) {
            let bytes = try session.longValue(table, ObjectKey(cluster: number, slot: slots[rank]), column)
            let holds =
                switch node {
                case .text(_, let test): test.matches(bytes)
                case .textOrder(_, let operation, let value): Self.holds(bytes, value, operation)
                default: false
                }
            if holds { mask |= 1 << UInt64(rank) }
        }
        return mask
    }

    private static func holds(_ a: [UInt8], _ b: [UInt8], _ operation: Int32) -> Bool {
        switch operation {
        case 0: a == b
        case 1: a.lexicographicallyPrecedes(b)
        case 2: !b.lexicographicallyPrecedes(a)
        case 3: b.lexicographicallyPrecedes(a)
        default: !a.lexicographicallyPrecedes(b)
        }
    }
}

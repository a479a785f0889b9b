extension OrderedBatch {
    /// How many bytes all keys have, with that of the entry that is being made.
    var heapCount: Int { heap.count }

    /// Adds text or data to the key of the entry that is being made.
    ///
    /// - Parameter isTerminated: whether its end must be told from what follows.
    mutating func write(text: some Collection<UInt8>, _ isTerminated: Bool) {
        if !isTerminated { return write(bytes: text) }
        for byte in text {
            if byte > 1 {
                write(byte)
            } else {
                write(1)
                write(byte + 1)
            }
        }
        write(0)
    }

    /// Brings the entries into order: by the bytes of the key, then by object.
    ///
    /// O(n) for keys of a few bytes: digit by digit, seven bytes of the keys at a time.
    package mutating func sort() {
        if isSorted { return }
        let objects = ObjectPairs(capacity: count)
        for place in 0..<count { objects.append(self.objects[place], UInt64(place)) }
        objects.sort()
        var order = objects.payloads
        sortKeys(&order)
        self = picked(order)
    }

    private var isSorted: Bool {
        for place in 0..<max(0, count - 1) {
            let next = place + 1
            if compare(place, heap.span.extracting(bytes(next)), objects[next]) > 0 { return false }
        }
        return true
    }

    /// Only keys that are equal so far and go on are looked at further.
    private func sortKeys(_ order: inout [UInt64]) {
        var work: [(range: Range<Int>, depth: Int)] = [(0..<order.count, 0)]
        while let (range, depth) = work.popLast() {
            let pairs = ObjectPairs(capacity: range.count)
            for place in order[range] {
                let key = bytes(Int(place))
                pairs.append(SortColumn.word(heap[min(key.upperBound, key.lowerBound + depth)..<key.upperBound]), place)
            }
            pairs.sort()
            var start = 0
            for index in 0..<pairs.count {
                order[range.lowerBound + index] = pairs[index].payload
                let isLast = index + 1 == pairs.count
                if !isLast && pairs[index + 1].key == pairs[index].key { continue }
                if index > start && pairs[index].key & 0xFF == 8 {
                    work.append((range.lowerBound + start..<range.lowerBound + index + 1, depth + 7))
                }
                start = index + 1
            }
        }
    }

    private func picked(_ order: [UInt64]) -> OrderedBatch {
        var picked = OrderedBatch()
        picked.reserve(count, bytes: heap.count)
        for place in order { picked.append(self, Int(place)..<Int(place) + 1) }
        return picked
    }
}

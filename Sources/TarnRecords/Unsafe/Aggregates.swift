internal import CTarnKernels

extension RecordSession {
    /// The sum of a number column over the objects of a query; nil is skipped (Q13).
    ///
    /// A filter is summed as it is scanned, without building a set. Traps for a column that holds no numbers.
    package func sum(_ query: RecordQuery, _ column: Int) throws(RecordError) -> NumberSum {
        let kind = query.table.columns[column].kind
        if kind == .decimal { return try decimalSum(query, column) }
        var integers: Int128 = 0
        var doubles = 0.0
        var count = 0
        try visitValues(query, column) { (cluster, ranks) throws(RecordError) in
            count += ranks.nonzeroBitCount
            if kind.isInteger {
                integers += cluster.integerSum(column, kind, ranks)
            } else {
                doubles += cluster.doubleSum(column, kind, ranks)
            }
        }
        let average = count == 0 ? nil : (kind.isInteger ? Double(integers) : doubles) / Double(count)
        if !kind.isInteger { return NumberSum(total: .double(doubles), count: count, average: average) }
        let total = Int64(exactly: integers).map { NumberSum.Total.integer($0) }
        return NumberSum(total: total ?? .integerOverflow, count: count, average: average)
    }

    private func decimalSum(_ query: RecordQuery, _ column: Int) throws(RecordError) -> NumberSum {
        var sum = DecimalSum()
        var count = 0
        try visitValues(query, column) { (cluster, ranks) throws(RecordError) in
            count += ranks.nonzeroBitCount
            for rank in SlotSequence(ranks) { sum.change(cluster.row(rank: rank).decimal(column), isAdded: true) }
        }
        return NumberSum(sum, count: count)
    }

    /// The smallest or largest value of a column over the objects of a query; nil and NaN are skipped.
    ///
    /// - Returns: nil when there is no value (Q13).
    package func extreme(
        _ query: RecordQuery, _ column: Int, isMaximum: Bool
    ) throws(RecordError) -> StoredValue? {
        let description = query.table.columns[column]
        if description.kind.hasOrderedKeys { return try numberExtreme(query, column, isMaximum) }
        var best: StoredValue?
        try visitRows(query, [column]) { (number, cluster, ranks) throws(RecordError) in
            for slot in SlotSequence(cluster.slots(fromRanks: ranks)) {
                let key = ObjectKey(cluster: number, slot: slot)
                let value = try self.value(cluster, key, column, query.table)
                if value.isNull { continue }
                if let known = best, !value.satisfies(isMaximum ? .greater : .less, known) { continue }
                best = value
            }
            return true
        }
        return best
    }

    private func numberExtreme(
        _ query: RecordQuery, _ column: Int, _ isMaximum: Bool
    ) throws(RecordError) -> StoredValue? {
        let kind = query.table.columns[column].kind
        let skipsZero = kind == .double || kind == .date || kind == .float
        let flip: UInt64 = isMaximum ? .max : 0
        var best: UInt64?
        try visitValues(query, column) { (cluster, ranks) throws(RecordError) in
            guard let key = cluster.smallestKey(column, kind, ranks, flip: flip, skipsZero: skipsZero) else { return }
            best = min(best ?? .max, key)
        }
        return best.map { kind.value(ofOrdered: $0 ^ flip) }
    }

    /// Visits the objects of a query that have a value in a column.
    private func visitValues(
        _ query: RecordQuery, _ column: Int, _ body: (Cluster, UInt64) throws(RecordError) -> Void
    ) throws(RecordError) {
        let isOptional = query.table.columns[column].isOptional
        try visitRows(query, [column]) { (_, cluster, ranks) throws(RecordError) in
            let values = isOptional ? ranks & ~cluster.nulls(column) : ranks
            if values != 0 { try body(cluster, values) }
            return true
        }
    }

    /// Visits the objects of a query in whatever order is cheapest.
    private func visitRows(
        _ query: RecordQuery, _ columns: [Int], _ body: (UInt64, Cluster, UInt64) throws(RecordError) -> Bool
    ) throws(RecordError) {
        try query.check()
        try flush()
        let stages = query.stages
        if stages.count == 1, query.source == .table, case .none = stages[0].cut {
            try visit(source(stages[0].filter, query.table), query.table, columns: columns, body)
        } else {
            try visit(run(query), query.table, columns: columns, body)
        }
    }
}

extension Cluster {
    // Safety: the mask lies within the ranks that were validated.
    /// The sum of the chosen values of an integer column.
    fileprivate func integerSum(_ column: Int, _ kind: ValueKind, _ ranks: UInt64) -> Int128 {
        let values = unsafe self.values(column)
        let sum =
            switch kind {
            case .int8: unsafe tarn_sum_i8(values, ranks)
            case .int16: unsafe tarn_sum_i16(values, ranks)
            case .int32: unsafe tarn_sum_i32(values, ranks)
            case .int64:
                unsafe ranks == all ? tarn_sum_all_i64(values, UInt32(count)) : tarn_sum_i64(values, ranks)
            default: preconditionFailure("Q13: a column of kind \(kind.name) has no sum")
            }
        return Int128(sum.low) + Int128(sum.high) << 64
    }

    // Safety: as above.
    /// The sum of the chosen values of a column of floats or doubles.
    fileprivate func doubleSum(_ column: Int, _ kind: ValueKind, _ ranks: UInt64) -> Double {
        switch kind {
        case .double, .date:
            let values = unsafe self.values(column)
            return unsafe ranks == all ? tarn_sum_f64(values, UInt32(count)) : tarn_sum_f64_masked(values, ranks)
        case .float: return SlotSequence(ranks).reduce(0) { $0 + Double(row(rank: $1).value(column, as: Float.self)) }
        default: preconditionFailure("Q13: a column of kind \(kind.name) has no sum")
        }
    }

    // Safety: `order` writes 64 keys at most, and ranks lie below the count.
    /// The smallest of the chosen values in ordered bytes, xored with `flip`; the key 0, which is NaN, can be left out.
    fileprivate func smallestKey(
        _ column: Int, _ kind: ValueKind, _ ranks: UInt64, flip: UInt64, skipsZero: Bool
    ) -> UInt64? {
        unsafe withUnsafeTemporaryAllocation(of: UInt64.self, capacity: 64) { keys in
            guard let start = keys.baseAddress else { return nil }
            unsafe order(column, kind, into: start)
            var best: UInt64 = 0
            return unsafe tarn_smallest(start, ranks, flip, skipsZero, &best) ? best : nil
        }
    }
}

extension ValueKind {
    /// The value behind eight ordered bytes.
    func value(ofOrdered key: UInt64) -> StoredValue {
        let number = key >> 63 == 1 ? Double(bitPattern: key ^ 1 << 63) : Double(bitPattern: ~key)
        return switch self {
        case .bool: .bool(key != 0)
        case .int8, .int16, .int32, .int64: .integer(Int64(bitPattern: key ^ 1 << 63))
        case .float: .float(Float(number))
        case .double, .date: .double(number)
        case .link: .link(ObjectKey(rawValue: key))
        case .list, .set, .map: .integer(Int64(bitPattern: key))
        case .decimal, .uuid, .objectId, .string, .data, .any: .null
        }
    }
}

extension Row {
    // Safety: the bytes are copied within the closure.
    /// The ordered bytes of a decimal.
    func decimal(_ column: Int) -> [UInt8] { unsafe withBytes(column, count: 24) { unsafe Array($0) } }
}

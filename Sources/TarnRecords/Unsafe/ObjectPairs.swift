internal import CTarnKernels

/// Pairs of a sort key and an object key, in memory that grows.
@safe
final class ObjectPairs {
    private var pairs: UnsafeMutablePointer<tarn_pair>
    private var capacity: Int
    private(set) var count = 0

    // Safety: owned by this object and freed in deinit.
    init(capacity: Int) {
        self.capacity = max(64, capacity)
        unsafe pairs = .allocate(capacity: self.capacity)
    }

    // Safety: see init.
    deinit { unsafe pairs.deallocate() }

    // Safety: there is room for 64 after `reserve`.
    /// Adds one pair.
    func append(_ key: UInt64, _ payload: UInt64) {
        reserve(1)
        unsafe (pairs + count).initialize(to: tarn_pair(key: key, payload: payload))
        count += 1
    }

    // Safety: `gather` writes one pair for each object at most, and reads the column as the cluster was validated for.
    /// Adds the chosen objects of a cluster with their values as keys.
    ///
    /// - Parameter flip: all ones to sort descending, else zero.
    func append(
        _ number: UInt64, _ cluster: Cluster, ranks: UInt64, _ column: Int, _ kind: ValueKind, flip: UInt64
    ) {
        reserve(64)
        unsafe withUnsafeTemporaryAllocation(of: UInt64.self, capacity: 64) { keys in
            guard let keys = keys.baseAddress else { return }
            unsafe cluster.order(column, kind, into: keys)
            unsafe count += tarn_gather(keys, cluster.presence, ranks, number << 6, flip, pairs + count)
        }
    }

    // Safety: the old pairs are moved before their memory is freed.
    private func reserve(_ more: Int) {
        if count + more <= capacity { return }
        let larger = max(2 * capacity, count + more)
        let memory = UnsafeMutablePointer<tarn_pair>.allocate(capacity: larger)
        unsafe memory.moveInitialize(from: pairs, count: count)
        unsafe pairs.deallocate()
        unsafe pairs = memory
        capacity = larger
    }

    // Safety: the scratch memory has room for all pairs.
    /// Sorts by key; pairs with equal keys keep their order.
    func sort() {
        if count < 2 { return }
        let scratch = UnsafeMutablePointer<tarn_pair>.allocate(capacity: count)
        unsafe tarn_sort_pairs(pairs, scratch, count)
        unsafe scratch.deallocate()
    }

    /// Forgets all pairs from a place on.
    func truncate(to count: Int) { self.count = min(self.count, count) }

    // Safety: the index is compared with the count.
    subscript(index: Int) -> (key: UInt64, payload: UInt64) {
        precondition(index >= 0 && index < count, "a pair outside of the array")
        return unsafe (pairs[index].key, pairs[index].payload)
    }

    // Safety: exactly `count` elements are initialised.
    /// The objects, in order.
    var payloads: [UInt64] {
        unsafe Array(unsafeUninitializedCapacity: count) { target, initialized in
            for place in 0..<count { unsafe target[place] = pairs[place].payload }
            initialized = count
        }
    }

    /// Sorts numbers ascending.
    static func sort(_ numbers: inout [UInt64]) {
        let pairs = ObjectPairs(capacity: numbers.count)
        for number in numbers { pairs.append(number, number) }
        pairs.sort()
        numbers = pairs.payloads
    }
}

extension Cluster {
    // Safety: `keys` has room for 64; the cluster was validated for the widths that the kernels read.
    /// Writes eight bytes for each object that order like the values of a column; see ``ValueKind/hasOrderedKeys``.
    func order(_ column: Int, _ kind: ValueKind, into keys: UnsafeMutablePointer<UInt64>) {
        let values = unsafe self.values(column)
        let count = UInt32(self.count)
        switch kind {
        case .int8: unsafe tarn_order_i8(values, count, keys)
        case .int16: unsafe tarn_order_i16(values, count, keys)
        case .int32: unsafe tarn_order_i32(values, count, keys)
        case .int64: unsafe tarn_order_i64(values, count, keys)
        case .float: unsafe tarn_order_f32(values, count, keys)
        case .double, .date: unsafe tarn_order_f64(values, count, keys)
        case .bool: unsafe tarn_order_bits(values, count, keys)
        case .link, .list, .set, .map: unsafe tarn_order_u64(values, count, keys)
        case .decimal, .uuid, .objectId, .string, .data, .any:
            unsafe keys.initialize(repeating: 0, count: self.count)
        }
    }
}

extension ValueKind {
    /// Whether eight bytes hold the order of all values of the kind.
    var hasOrderedKeys: Bool { !isVariable && !isOrderedBytes }
}

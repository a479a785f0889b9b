internal import TarnLMDB

/// How often one collection, or one link, leads to one target, as entries of the tree `inverse`.
///
/// The first occurrence is an entry under the target's own key. Occurrence number j, from the second on, is an entry
/// under the target's key followed by j (4 bytes, big-endian), its layer. So whoever asks who links to a target meets
/// each source once, and occurrences come and go in O(log n) each.
@safe
struct InverseLayers {
    private let transaction: RawTransaction
    private let tree: RawTree
    private let target: (table: UInt16, object: UInt64)
    private let source: (table: UInt16, object: UInt64, column: UInt16)

    init(
        _ session: RecordSession, target: (table: UInt16, object: UInt64),
        source: (table: UInt16, object: UInt64, column: Int)
    ) {
        transaction = session.transaction
        tree = session.trees.inverse
        self.target = target
        self.source = (source.table, source.object, UInt16(truncatingIfNeeded: source.column))
    }

    // Safety: the pointers do not leave the body; the key has 10 or 14 bytes, the entry 12.
    private func withEntry<R>(
        _ layer: Int, _ body: (UnsafeRawBufferPointer, UnsafeRawBufferPointer) throws(LMDBError) -> R
    ) throws(LMDBError) -> R {
        let key = (
            (UInt64(target.table) << 48 | target.object >> 16).bigEndian,
            (target.object << 48 | UInt64(layer) << 16).bigEndian
        )
        let entry = (
            (UInt64(source.table) << 48 | source.object >> 16).bigEndian,
            (source.object << 48 | UInt64(source.column) << 32).bigEndian
        )
        let length = layer == 1 ? 10 : 14
        return try unsafe withUnsafeBytes(of: key) { (key) throws(LMDBError) in
            try unsafe withUnsafeBytes(of: entry) { (entry) throws(LMDBError) in
                try unsafe body(
                    UnsafeRawBufferPointer(rebasing: key[..<length]), UnsafeRawBufferPointer(rebasing: entry[..<12]))
            }
        }
    }

    // Safety: LMDB only reads the bytes during the call.
    /// Whether an occurrence is there.
    func has(_ layer: Int, _ cursor: inout RawCursor) throws(LMDBError) -> Bool {
        try unsafe withEntry(layer) { (key, entry) throws(LMDBError) in
            try unsafe cursor.seek(key, duplicate: entry, .exactPair)
        }
    }

    /// The number of occurrences, when there is at least the given one. O(log occurrences) look-ups.
    func count(atLeast known: Int, _ cursor: inout RawCursor) throws(LMDBError) -> Int {
        var (low, step) = (known, 1)
        while low + step < Int(UInt32.max), try has(low + step, &cursor) {
            low += step
            step *= 2
        }
        var high = low + step
        while low + 1 < high {
            let middle = (low + high) / 2
            if try has(middle, &cursor) { low = middle } else { high = middle }
        }
        return low
    }

    // Safety: LMDB copies the bytes during the call.
    /// Adds occurrences.
    func add(_ number: Int, _ cursor: inout RawCursor) throws(LMDBError) {
        let isFirst = try put(1, &cursor)
        if isFirst && number == 1 { return }
        var layer = isFirst ? 1 : try count(atLeast: 1, &cursor)
        for _ in 0..<(isFirst ? number - 1 : number) {
            layer += 1
            _ = try put(layer, &cursor)
        }
    }

    // Safety: as above.
    private func put(_ layer: Int, _ cursor: inout RawCursor) throws(LMDBError) -> Bool {
        try unsafe withEntry(layer) { (key, entry) throws(LMDBError) in
            try unsafe cursor.put(entry, for: key, flags: .noDuplicate)
        }
    }

    // Safety: LMDB only reads the bytes during the call.
    /// Takes occurrences away; those that are not there count for nothing.
    func remove(_ number: Int, _ cursor: inout RawCursor) throws(LMDBError) {
        // Mostly all of them go.
        let count = try has(number + 1, &cursor) ? count(atLeast: number + 1, &cursor) : number
        for layer in (count - number + 1...count).reversed() {
            _ = try unsafe withEntry(layer) { (key, entry) throws(LMDBError) in
                try unsafe transaction.delete(key, value: entry, in: tree)
            }
        }
    }
}

/// Where the clusters of a table lie in one snapshot: found once, then looked up without a walk through the tree.
///
/// 24 bytes a cluster. It is made by the first full scan of a snapshot, or when so many clusters have been looked up
/// that making it has paid (docs/decisions/0015-cluster-directory.md). Valid until the snapshot moves; a write has
/// none.
@safe
final class ClusterDirectory {
    @exclusivity(unchecked) private(set) var numbers: [UInt64] = []
    @exclusivity(unchecked) private var values: [UnsafeRawBufferPointer] = unsafe []

    // Safety: as the other fields that skip the exclusivity check.
    /// How many clusters there are.
    var count: Int { unsafe numbers.count }

    // Safety: the bytes lie in the snapshot, which outlives the directory.
    /// Adds a cluster with a greater number than all before.
    func append(_ number: UInt64, _ bytes: UnsafeRawBufferPointer) {
        unsafe numbers.append(number)
        unsafe values.append(bytes)
    }

    // Safety: as above.
    /// The stored bytes of the cluster at a place.
    @inline(__always)
    func bytes(_ place: Int) -> UnsafeRawBufferPointer { unsafe values[place] }

    // Safety: fields that skip the exclusivity check; a session has one thread, and no access overlaps another.
    /// The place of a cluster, or nil. O(1) where numbers are dense, which the first guess assumes; otherwise O(log n).
    func place(of number: UInt64) -> Int? {
        guard let first = unsafe numbers.first, number >= first else { return nil }
        let guess = unsafe Int(min(number - first, UInt64(numbers.count - 1)))
        if unsafe numbers[guess] == number { return guess }
        // Numbers ascend, so a cluster lies no further back than its distance from the first.
        var low = 0
        var high = guess
        while low < high {
            let middle = (low + high) / 2
            if unsafe numbers[middle] < number { low = middle + 1 } else { high = middle }
        }
        return unsafe numbers[low] == number ? low : nil
    }
}

extension RecordSession {
    // Safety: fields that skip the exclusivity check; a session has one thread, and no access overlaps another.
    /// The directory of a table, if it has been made.
    func knownDirectory(_ table: Table) -> ClusterDirectory? {
        if unsafe changes != nil { return nil }
        return unsafe directories[table.id]
    }

    // Safety: as above.
    /// The directory of a table, made now if so many look-ups are to come that it pays.
    func directory(_ table: Table, forLookUps lookUps: Int) throws(RecordError) -> ClusterDirectory? {
        if unsafe changes != nil { return nil }
        if let known = unsafe directories[table.id] { return known }
        // A step through the tree costs a fifth of a search at most.
        guard lookUps >= 64, lookUps >= count(table) / 64 / 8 else { return nil }
        var walk = try ClusterWalk(self, table)
        let made = ClusterDirectory()
        try walk.seek(0)
        while let number = walk.current {
            unsafe made.append(number, walk.bytes)
            try walk.step()
        }
        keep(made, table)
        return made
    }

    // Safety: as above.
    /// Keeps a directory for the rest of the snapshot.
    func keep(_ directory: ClusterDirectory, _ table: Table) {
        if unsafe changes == nil { unsafe directories[table.id] = directory }
    }

    // Safety: as above.
    /// A cluster by the directory, or that there is none; nil when there is no directory to ask.
    func directoryCluster(_ table: Table, _ number: UInt64) throws(RecordError) -> Cluster?? {
        if unsafe changes != nil { return nil }
        unsafe singleLookUps &+= 1
        guard let directory = try unsafe directory(table, forLookUps: singleLookUps / 8) else { return nil }
        guard let place = directory.place(of: number) else { return .some(nil) }
        return .some(try unsafe cluster(table, number, directory.bytes(place)))
    }
}

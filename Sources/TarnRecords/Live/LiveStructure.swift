/// What a live query keeps to follow changes object by object.
final class LiveStructure {
    let shape: LiveShape
    private let objects: LiveObjects
    private let groups: LiveGroups?

    /// Runs the query.
    init(_ shape: LiveShape, _ session: RecordSession) throws(RecordError) {
        self.shape = shape
        var source = QuerySource.table(shape.filter.map { MaskProgram(session, $0, rows: session.count(shape.table)) })
        groups = try shape.groups.map { (order) throws(RecordError) in
            try LiveGroups(source, shape, order, session)
        }
        if let groups { source = .members(.set(try groups.representatives(session))) }
        objects = try LiveObjects(source, shape.order, session)
    }

    private var range: Range<Int> { shape.window?.range(of: objects.count) ?? 0..<objects.count }

    /// How many objects are shown.
    var count: Int { range.count }

    /// The memory taken.
    var byteCount: Int { objects.byteCount + (groups?.byteCount ?? 0) }

    /// The n-th object shown.
    func object(at index: Int) -> UInt64 {
        let range = range
        precondition(index >= 0 && index < range.count, "index \(index) is outside of 0..<\(range.count)")
        return objects.object(at: range.lowerBound + index)
    }

    /// The place of an object, if it is shown.
    func index(of object: ObjectKey, _ session: RecordSession) throws(RecordError) -> Int? {
        guard let index = try objects.index(of: object, session), range.contains(index) else { return nil }
        return index - range.lowerBound
    }

    /// All objects shown.
    var membership: Membership { objects.membership(range) }

    /// Moves on to a newer version; O(touched objects x log n).
    func advance(
        _ table: TableChanges, _ reached: ReachedObjects, _ changes: VersionChanges
    ) throws(RecordError) -> LiveStep {
        let touched = try LiveTouched(shape, table, reached, changes)
        if touched.clusters.isEmpty { return LiveStep() }
        var change = LiveChange()
        if let groups {
            change = try groups.apply(touched, shape.order, changes)
        } else {
            try touched.append(shape.order, changes, to: &change)
        }
        let count = objects.count
        let step = try objects.apply(change)
        return shape.window?.apply(step, oldCount: count, objects) ?? step
    }
}

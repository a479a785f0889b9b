/// What a write has done to the objects that a rule of uniqueness is about.
///
/// Which objects it is true of is found out when the write ends, so that two may swap their values. Until then it is
/// enough to know who was touched, and which entry each of them had before.
final class UniqueChanges {
    let table: Table
    let rule: UniqueRule
    /// Slots by cluster number.
    private(set) var touched: [UInt64: UInt64] = [:]
    /// The entries of touched objects that are in the tree.
    private(set) var old: [(object: ObjectKey, key: [UInt8])] = []

    init(_ table: Table, _ rule: UniqueRule) {
        self.table = table
        self.rule = rule
    }

    /// Notes that an object is about to change; false when that is known.
    func touch(_ object: ObjectKey) -> Bool {
        let slots = touched[object.cluster] ?? 0
        if slots & object.bit != 0 { return false }
        touched[object.cluster] = slots | object.bit
        return true
    }

    /// Notes all objects of a cluster.
    func touch(cluster: UInt64, slots: UInt64) { touched[cluster, default: 0] |= slots }

    func keep(_ key: [UInt8], of object: ObjectKey) { old.append((object, key)) }

    /// Takes what was noted out.
    func take() -> (touched: [UInt64: UInt64], old: [(object: ObjectKey, key: [UInt8])]) {
        defer { (touched, old) = ([:], []) }
        return (touched, old)
    }
}

/// Objects of one type that a live query has to look at again.
enum TouchedObjects {
    /// Everything, when it is not known what changed.
    case all
    /// Slots by cluster number.
    case slots([UInt64: UInt64])

    /// The objects of a type that were made, removed, or set in one of some columns.
    /// - Parameters:
    ///   - changes: What happened to the type, or nil when that is not known.
    ///   - columns: The columns.
    init(_ changes: TableChanges?, columns: Set<Int>) {
        guard let changes else {
            self = .all
            return
        }
        var slots: [UInt64: UInt64] = [:]
        for cluster in changes.clusters {
            let touched = cluster.inserted | cluster.deleted | cluster.replaced | cluster.modified(in: columns)
            if touched != 0 { slots[cluster.number] = touched }
        }
        self = .slots(slots)
    }

    /// Adds an object.
    mutating func insert(_ key: UInt64) {
        guard case .slots(var slots) = self else { return }
        self = .slots([:])
        slots[key >> 6, default: 0] |= 1 << (key & 63)
        self = .slots(slots)
    }

    /// Adds objects, slots by cluster number; nil stands for any.
    mutating func formUnion(_ objects: [UInt64: UInt64]?) {
        guard case .slots(var slots) = self else { return }
        guard let objects else {
            self = .all
            return
        }
        self = .slots([:])
        slots.merge(objects) { $0 | $1 }
        self = .slots(slots)
    }

    var isEmpty: Bool {
        if case .slots(let slots) = self { slots.isEmpty } else { false }
    }

    /// Which slots of a cluster are touched.
    func slots(of cluster: UInt64) -> UInt64 {
        switch self {
        case .all: .max
        case .slots(let slots): slots[cluster] ?? 0
        }
    }
}

/// Looks up which slots of a cluster are touched, for many clusters: by place where numbers are dense.
private struct TouchedSlots {
    private let sparse: TouchedObjects
    private let first: UInt64
    private var dense: [UInt64] = []

    init(_ touched: TouchedObjects) {
        sparse = touched
        guard case .slots(let slots) = touched, let first = slots.keys.min(), let last = slots.keys.max(),
            last - first < UInt64(slots.count * 16 + 1024)
        else {
            first = 0
            return
        }
        self.first = first
        dense = [UInt64](repeating: 0, count: Int(last - first) + 1)
        for (number, slots) in slots { dense[Int(number - first)] = slots }
    }

    @inline(__always)
    func slots(of cluster: UInt64) -> UInt64 {
        if dense.isEmpty { return sparse.slots(of: cluster) }
        let place = cluster &- first
        return place < UInt64(dense.count) ? dense[Int(place)] : 0
    }
}

extension Membership {
    /// The members that are touched, with their places; O(members).
    func places(of objects: TouchedObjects) -> [LiveStep.Place] {
        var places: [LiveStep.Place] = []
        if objects.isEmpty { return places }
        let touched = TouchedSlots(objects)
        switch self {
        case .set(let set):
            var start = 0
            for member in set.members {
                for slot in SlotSequence(member.slots & touched.slots(of: member.number)) {
                    let index = start + (member.slots & (1 << UInt64(slot) - 1)).nonzeroBitCount
                    places.append(.init(index: index, key: member.number << 6 | UInt64(slot)))
                }
                start += member.slots.nonzeroBitCount
            }
        case .list(let keys):
            for (index, key) in keys.enumerated() where touched.slots(of: key >> 6) >> (key & 63) & 1 != 0 {
                places.append(.init(index: index, key: key))
            }
        }
        return places
    }
}

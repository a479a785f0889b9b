/// Everything that happened to the sequence of a live query since a subscriber looked last: all steps as one.
///
/// Objects that no step touched are called clean. They never pass each other, so the n-th clean object of the base is
/// the n-th clean object of the present, and no copy of the base has to be kept.
struct LiveDelta {
    /// Touched objects of the base, at their places there; ascending.
    private(set) var removed: [LiveStep.Place] = []
    /// Touched objects of the present, at their places now; ascending.
    private(set) var added: [LiveStep.Place] = []

    init() {}

    var isEmpty: Bool { removed.isEmpty && added.isEmpty }

    /// Which objects of a cluster are touched ones of the base; all, when looking for them would take long.
    func removedSlots(of cluster: UInt64) -> UInt64 {
        if removed.count > 64 { return .max }
        return removed.reduce(0) { $1.key >> 6 == cluster ? $0 | 1 << ($1.key & 63) : $0 }
    }

    /// Adds a step that follows; O(touched objects), O(1) for the first.
    mutating func append(_ step: LiveStep) {
        if step.isEmpty { return }
        if isEmpty {
            (removed, added) = (step.removed, step.added)
            return
        }
        // What was added and is removed again vanishes; what was clean so far has a place in the base.
        var gone: [LiveStep.Place] = []
        var kept: [LiveStep.Place] = []
        kept.reserveCapacity(added.count)
        var base = CleanPlaces(removed)
        var next = 0
        for (ordinal, object) in step.removed.enumerated() {
            while next < added.count && added[next].index < object.index {
                kept.append(.init(index: added[next].index - ordinal, key: added[next].key))
                next += 1
            }
            let rank = object.index - next
            if next < added.count && added[next].index == object.index {
                next += 1
            } else {
                gone.append(.init(index: base.index(ofRank: rank), key: object.key))
            }
        }
        for place in added[next...] { kept.append(.init(index: place.index - step.removed.count, key: place.key)) }
        var present = CleanPlaces(step.added)
        for place in kept.indices { kept[place].index = present.index(ofRank: kept[place].index) }
        removed = Self.merged(removed, gone)
        added = Self.merged(kept, step.added)
    }

    /// Two ascending lists as one.
    private static func merged(_ one: [LiveStep.Place], _ other: [LiveStep.Place]) -> [LiveStep.Place] {
        if one.isEmpty { return other }
        if other.isEmpty { return one }
        var all: [LiveStep.Place] = []
        all.reserveCapacity(one.count + other.count)
        var next = 0
        for place in one {
            while next < other.count && other[next].index < place.index {
                all.append(other[next])
                next += 1
            }
            all.append(place)
        }
        all += other[next...]
        return all
    }
}

/// The places that a list of touched places leaves free, counted from the front.
struct CleanPlaces {
    private let touched: [LiveStep.Place]
    private var passed = 0

    /// Takes an ascending list.
    init(_ touched: [LiveStep.Place]) { self.touched = touched }

    /// The place of the n-th clean object. Ranks are asked for in ascending order.
    mutating func index(ofRank rank: Int) -> Int {
        while passed < touched.count && touched[passed].index - passed <= rank { passed += 1 }
        return rank + passed
    }

    /// How many touched places are before a place, and whether it is touched itself. Places are asked for in ascending
    /// order.
    mutating func touched(before index: Int) -> (count: Int, isTouched: Bool) {
        while passed < touched.count && touched[passed].index < index { passed += 1 }
        return (passed, passed < touched.count && touched[passed].index == index)
    }
}

/// The stretch of an ordered sequence that a limit shows.
struct LiveWindow {
    let offset: Int
    let count: Int?

    /// The places that are shown of so many.
    func range(of total: Int) -> Range<Int> {
        let start = min(offset, total)
        return start..<start + min(count ?? .max, total - start)
    }

    /// What a step of the whole sequence did to the stretch; O(touched objects x log n).
    ///
    /// Clean objects keep their order, so those in the stretch are neighbours among the clean ones before and after:
    /// who leaves or comes without being touched lies at the ends.
    /// - Parameters:
    ///   - step: What happened to the whole.
    ///   - oldCount: How many objects there were.
    ///   - objects: All objects afterwards.
    func apply(_ step: LiveStep, oldCount: Int, _ objects: LiveObjects) -> LiveStep {
        let (old, new) = (range(of: oldCount), range(of: objects.count))
        let oldClean = Self.clean(step.removed, old)
        let newClean = Self.clean(step.added, new)
        var left = step.removed.filter { old.contains($0.index) }
        var came = step.added.filter { new.contains($0.index) }
        for ranks in Self.difference(oldClean, newClean) {
            var (before, after) = (CleanPlaces(step.removed), CleanPlaces(step.added))
            for rank in ranks {
                let object = objects.object(at: after.index(ofRank: rank))
                left.append(.init(index: before.index(ofRank: rank), key: object))
            }
        }
        for ranks in Self.difference(newClean, oldClean) {
            var after = CleanPlaces(step.added)
            for rank in ranks {
                let index = after.index(ofRank: rank)
                came.append(.init(index: index, key: objects.object(at: index)))
            }
        }
        return LiveStep(removed: Self.shifted(left, by: old.lowerBound), added: Self.shifted(came, by: new.lowerBound))
    }

    /// The clean objects of a range, by their rank among the clean.
    private static func clean(_ touched: [LiveStep.Place], _ range: Range<Int>) -> Range<Int> {
        var before = CleanPlaces(touched)
        let start = range.lowerBound - before.touched(before: range.lowerBound).count
        return start..<range.upperBound - before.touched(before: range.upperBound).count
    }

    /// What is in one range and not in another.
    private static func difference(_ one: Range<Int>, _ other: Range<Int>) -> [Range<Int>] {
        let front = one.lowerBound..<max(one.lowerBound, min(one.upperBound, other.lowerBound))
        let back = max(one.lowerBound, other.upperBound, front.upperBound)
        return [front, min(back, one.upperBound)..<one.upperBound].filter { !$0.isEmpty }
    }

    private static func shifted(_ places: [LiveStep.Place], by start: Int) -> [LiveStep.Place] {
        places.sorted { $0.index < $1.index }.map { LiveStep.Place(index: $0.index - start, key: $0.key) }
    }
}

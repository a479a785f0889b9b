internal import TarnRecords

/// What has happened to a sequence since a base: all steps as one.
///
/// Elements that were neither taken out nor put in never pass each other, so the n-th of them in the base is the n-th
/// of them in the present: steps are joined by their indexes alone, and no copy of the base has to be kept (N8).
struct ElementDelta: Equatable {
    /// Places in the base; ascending.
    private(set) var deletions: [Int] = []
    /// Places in the present; ascending.
    private(set) var insertions: [Int] = []
    /// Places in the base of elements that stayed; ascending.
    private(set) var modifications: [Int] = []
    /// Pairs of the deletions and insertions that are one element, ascending by the place in the base.
    private(set) var moves: [Move] = []

    struct Move: Equatable {
        var from: Int
        var to: Int
    }

    init() {}

    /// One step. Modifications are places after it; those of elements that were put in do not count (N4).
    init(deletions: [Int], insertions: [Int], moves: [Move] = [], newModifications: [Int] = []) {
        self.deletions = deletions
        self.insertions = insertions
        self.moves = moves
        let staying = StayingElements(deletions, insertions)
        modifications = newModifications.compactMap { staying.before($0) }
    }

    /// Takes elements at some places of the present as modified, unless they were put in.
    mutating func modify(_ places: [Int]) {
        let staying = StayingElements(deletions, insertions)
        modifications = Set(modifications + places.compactMap { staying.before($0) }).sorted()
    }

    /// Takes elements at some places of the present as others than those which were there.
    mutating func exchange(_ places: [Int]) {
        let others = Set(places)
        moves.removeAll { others.contains($0.to) }
        let staying = StayingElements(deletions, insertions)
        let pairs = places.compactMap { place in staying.before(place).map { ($0, place) } }
        if pairs.isEmpty { return }
        deletions = (deletions + pairs.map(\.0)).sorted()
        insertions = (insertions + pairs.map(\.1)).sorted()
        let gone = Set(pairs.map(\.0))
        modifications.removeAll { gone.contains($0) }
    }

    var isEmpty: Bool { deletions.isEmpty && insertions.isEmpty && modifications.isEmpty }

    /// The places of the modified elements in the present, in the order of ``modifications``.
    var newModifications: [Int] {
        let staying = StayingElements(deletions, insertions)
        return modifications.compactMap { staying.after($0) }
    }

    /// Adds a step that follows. O(changes x log changes).
    mutating func append(_ step: ElementDelta) {
        if step.isEmpty { return }
        if isEmpty {
            self = step
            return
        }
        let (first, second) = (StayingElements(deletions, insertions), StayingElements(step.deletions, step.insertions))
        var joined = ElementDelta()
        joined.deletions = (deletions + step.deletions.compactMap { first.before($0) }).sorted()
        joined.insertions = (step.insertions + insertions.compactMap { second.after($0) }).sorted()
        let stayed = modifications.filter { first.after($0).map { second.after($0) != nil } ?? false }
        joined.modifications = Set(stayed + step.modifications.compactMap { first.before($0) }).sorted()
        joined.moves = moves(followedBy: step, first, second).sorted { $0.from < $1.from }
        joined.settle()
        self = joined
    }

    private func moves(
        followedBy step: ElementDelta, _ first: StayingElements, _ second: StayingElements
    ) -> [Move] {
        let later = Dictionary(step.moves.map { ($0.from, $0.to) }) { one, _ in one }
        var joined: [Move] = []
        for move in moves {
            if let to = second.after(move.to) ?? later[move.to] { joined.append(Move(from: move.from, to: to)) }
        }
        for move in step.moves {
            if let from = first.before(move.from) { joined.append(Move(from: from, to: move.to)) }
        }
        return joined
    }

    /// Elements that were moved and have come back to where they were among the others have stayed.
    private mutating func settle() {
        if moves.isEmpty { return }
        let staying = StayingElements(deletions, insertions)
        var returned: Set<Int> = []
        var last = -1
        for (place, move) in moves.enumerated()
        where move.to > last && staying.rank(before: move.from) == staying.rank(after: move.to) {
            returned.insert(place)
            last = move.to
        }
        if returned.isEmpty { return }
        let (from, to) = (Set(returned.map { moves[$0].from }), Set(returned.map { moves[$0].to }))
        deletions.removeAll { from.contains($0) }
        insertions.removeAll { to.contains($0) }
        moves = moves.enumerated().filter { !returned.contains($0.offset) }.map(\.element)
    }

    /// As observers are told.
    var update: CollectionUpdate {
        var update = TarnRecords.CollectionUpdate()
        update.deletions = deletions
        update.insertions = insertions
        update.modifications = modifications
        update.newModifications = newModifications
        update.moves = moves.map { .init(from: $0.from, to: $0.to) }
        return CollectionUpdate(update)
    }
}

/// The elements that a step leaves alone: which place before it is which place after it.
struct StayingElements {
    private let removed: [Int]
    private let added: [Int]

    /// Takes ascending lists.
    init(_ removed: [Int], _ added: [Int]) {
        self.removed = removed
        self.added = added
    }

    /// How many staying elements lie before a place in the old sequence.
    func rank(before place: Int) -> Int { place - Self.count(removed) { $0 < place } }
    /// How many staying elements lie before a place in the new sequence.
    func rank(after place: Int) -> Int { place - Self.count(added) { $0 < place } }

    /// The place afterwards; nil for an element that was taken out.
    func after(_ place: Int) -> Int? {
        let gone = Self.count(removed) { $0 < place }
        if gone < removed.count && removed[gone] == place { return nil }
        return Self.place(ofRank: place - gone, added)
    }

    /// The place before; nil for an element that was put in.
    func before(_ place: Int) -> Int? {
        let come = Self.count(added) { $0 < place }
        if come < added.count && added[come] == place { return nil }
        return Self.place(ofRank: place - come, removed)
    }

    /// The place of the n-th element that is not among some others.
    private static func place(ofRank rank: Int, _ others: [Int]) -> Int {
        var (low, high) = (0, others.count)
        while low < high {
            let middle = (low + high) / 2
            if others[middle] - middle <= rank { low = middle + 1 } else { high = middle }
        }
        return rank + low
    }

    /// How many of the first places pass a test that later ones do not.
    private static func count(_ places: [Int], _ test: (Int) -> Bool) -> Int {
        var (low, high) = (0, places.count)
        while low < high {
            let middle = (low + high) / 2
            if test(places[middle]) { low = middle + 1 } else { high = middle }
        }
        return low
    }
}

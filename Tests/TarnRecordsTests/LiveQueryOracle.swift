import Testing

@testable import TarnRecords

/// What one subscription must be told, worked out from the states at both ends.
struct LiveQueryOracle {
    let query: RecordQuery
    let filter: ModificationFilter
    private var base: [LiveModel.Member]
    /// The columns that were set since the base, by identity.
    private var touched: [Int: Set<Int>] = [:]
    /// Whether some commits are known by their result alone: then another object of the same key looks like the same.
    private var isBlurred = false

    init(_ query: RecordQuery, _ filter: ModificationFilter, _ base: [LiveModel.Member]) {
        self.query = query
        self.filter = filter
        self.base = base
    }

    mutating func advance(_ touched: [Int: Set<Int>], isKnown: Bool) {
        self.touched.merge(touched) { $0.union($1) }
        if !isKnown { isBlurred = true }
    }

    /// The present is the new base.
    mutating func reset(_ now: [LiveModel.Member]) {
        base = now
        touched = [:]
        isBlurred = false
    }

    func check(_ update: CollectionUpdate?, _ now: [LiveModel.Member], _ comment: () -> Comment) {
        let before = base.map { name($0) }
        let after = now.map { name($0) }
        guard let update else {
            #expect(before == after, comment())
            let survivors = Set(before).intersection(after)
            if !isBlurred { #expect(survivors.allSatisfy { isModified($0) != true }, comment()) }
            return
        }
        #expect(!update.isEmpty, comment())
        for indexes in [update.deletions, update.insertions, update.modifications, update.newModifications] {
            #expect(zip(indexes, indexes.dropFirst()).allSatisfy { $0 < $1 }, comment())  // N2
        }
        guard update.deletions.allSatisfy({ before.indices.contains($0) }),
            update.insertions.allSatisfy({ after.indices.contains($0) })
        else {
            Issue.record(comment())
            return
        }
        var rebuilt = before
        for index in update.deletions.reversed() { rebuilt.remove(at: index) }
        for index in update.insertions { rebuilt.insert(after[index], at: min(index, rebuilt.count)) }
        #expect(rebuilt == after, comment())  // N3
        checkMoves(update, before, after, comment)
        checkModifications(update, before, after, comment)
    }

    /// N6, N7: moves are the deletions and insertions of one object, and only objects that were set can have moved.
    private func checkMoves(_ update: CollectionUpdate, _ before: [Name], _ after: [Name], _ comment: () -> Comment) {
        let left = Dictionary(uniqueKeysWithValues: update.deletions.map { (before[$0], $0) })
        let pairs = update.insertions.compactMap { to in left[after[to]].map { CollectionUpdate.Move(from: $0, to: to) }
        }
        // Another object of the same key is no move, which a blurred model cannot tell.
        let isRight = isBlurred ? update.moves.allSatisfy(pairs.contains) : update.moves.count == pairs.count
        #expect(isRight && update.moves == pairs.filter(update.moves.contains).sorted { $0.from < $1.from }, comment())
        if isBlurred || query.steps.contains(where: \.isCut) { return }
        for move in update.moves { #expect(touched[before[move.from].identity] != nil, comment()) }
    }

    /// N4, N11: who stays is modified or not; nobody else is.
    private func checkModifications(
        _ update: CollectionUpdate, _ before: [Name], _ after: [Name], _ comment: () -> Comment
    ) {
        #expect(Set(update.modifications).isDisjoint(with: update.deletions), comment())
        #expect(Set(update.newModifications).isDisjoint(with: update.insertions), comment())
        #expect(update.modifications.map { before[$0] } == update.newModifications.map { after[$0] }, comment())
        if isBlurred { return }
        let deleted = Set(update.deletions)
        let modified = Set(update.modifications)
        for (index, member) in before.enumerated() where !deleted.contains(index) {
            if let expected = isModified(member) { #expect(modified.contains(index) == expected, comment()) }
        }
    }

    /// Nil when it depends on other objects.
    private func isModified(_ member: Name) -> Bool? {
        let columns = touched[member.identity] ?? []
        switch filter {
        case .own: return !columns.isEmpty
        case .paths(let paths): return paths.contains { columns.contains($0[0]) }
        case .reachable: return columns.isEmpty ? nil : true
        }
    }

    struct Name: Hashable {
        let key: ObjectKey
        let identity: Int
    }

    private func name(_ member: LiveModel.Member) -> Name {
        Name(key: member.key, identity: isBlurred ? 0 : member.identity)
    }
}

extension RecordQuery.Step {
    var isCut: Bool {
        switch self {
        case .filter, .sort, .rank: false
        case .distinct, .limit: true
        }
    }
}

extension RecordSession {
    /// What the full-text indexes answer of a filter, and what is left of it; nil when they answer nothing.
    func searched(_ filter: Filter?, _ table: Table) throws(RecordError) -> (found: KeySet, rest: Filter?)? {
        guard let filter else { return nil }
        var parts = [filter]
        if case .and(let all) = filter { parts = all }
        var found: KeySet?
        var rest: [Filter] = []
        for part in parts {
            if case .fullText(let column, let search) = part, table.columns[column].isFullText {
                let set = try self.found(search, table, column)
                found = found.map { $0.intersection(set) } ?? set
            } else {
                rest.append(part)
            }
        }
        return found.map { ($0, rest.isEmpty ? nil : .and(rest)) }
    }

    /// Objects that a search finds, the best first; at most `limit`.
    func ranked(
        _ members: Membership, _ rank: (column: Int, search: TextSearch), _ table: Table, limit: Int?
    ) throws(RecordError) -> Membership {
        var search = try RankedSearch(self, table, rank.column, rank.search)
        switch members {
        case .set(let set): return .list(try search.ordered(set, limit: limit))
        case .list(let keys): return .list(try search.ordered(KeySet(sortedKeys: keys.sorted()), limit: limit))
        }
    }

    /// The objects whose text a search finds. The pending changes are in the trees.
    func found(_ search: TextSearch, _ table: Table, _ column: Int) throws(RecordError) -> KeySet {
        var all = KeySet()
        for alternative in search.alternatives {
            let found = try found(alternative, table, column)
            all = all.count == 0 ? found : all.union(found)
        }
        return all
    }

    private func found(
        _ alternative: TextSearch.Alternative, _ table: Table, _ column: Int
    ) throws(RecordError) -> KeySet {
        var found = KeySet()
        if let word = alternative.onlyWord {
            let walk = try WordWalk(self, table, column, word)
            while try walk.nextBlock() {
                for object in walk.rest { found.append(number: object >> 6, slots: 1 << (object & 63)) }
            }
            return found
        }
        var walks: [any ClauseWalk] = []
        for clause in alternative.wanted { walks.append(try walk(clause, table, column, isRanked: false)) }
        var excluded: [any ClauseWalk] = []
        for clause in alternative.excluded { excluded.append(try walk(clause, table, column, isRanked: false)) }
        var wanted: UInt64 = 0
        search: while let object = try walks.meet(at: wanted) {
            wanted = object &+ 1
            for walk in excluded where try walk.advance(to: object) && walk.object == object {
                if object == .max { break search }
                continue search
            }
            found.append(number: object >> 6, slots: 1 << (object & 63))
            if object == .max { break }
        }
        return found
    }

    /// The way through the texts that have a clause.
    ///
    /// - Parameter isRanked: Whether frequencies and lengths will be asked for.
    func walk(
        _ clause: TextSearch.Clause, _ table: Table, _ column: Int, isRanked: Bool
    ) throws(RecordError) -> any ClauseWalk {
        if !clause.isPrefix {
            var walks: [WordWalk] = []
            for word in clause.words { walks.append(try WordWalk(self, table, column, word)) }
            return walks.count == 1 ? walks[0] : PhraseWalk(walks)
        }
        let last = try textsWithPrefix(clause.words[clause.words.count - 1], table, column, isRanked: isRanked)
        if clause.words.count == 1 { return last }
        let start = TextSearch.Clause(words: Array(clause.words.dropLast()), isPrefix: false)
        let before = try walk(start, table, column, isRanked: isRanked)
        return OpenPhraseWalk(clause, [before, last]) { [self] (key) throws(RecordError) in
            guard case .string(let text)? = try value(table, key, column) else { return [] }
            return Array(text.utf8)
        }
    }
}

extension TextSearch.Alternative {
    /// The word, when one whole word is all that is wanted.
    fileprivate var onlyWord: [UInt8]? {
        guard excluded.isEmpty, wanted.count == 1, !wanted[0].isPrefix, wanted[0].words.count == 1 else { return nil }
        return wanted[0].words[0]
    }
}

extension KeySet {
    /// The objects of both sets; O(clusters).
    func union(_ other: KeySet) -> KeySet {
        var union = KeySet()
        var (i, j) = (0, 0)
        while i < members.count || j < other.members.count {
            let takesOwn = j == other.members.count || i < members.count && members[i].number <= other.members[j].number
            let member = takesOwn ? members[i] : other.members[j]
            union.append(number: member.number, slots: member.slots)
            if takesOwn { i += 1 } else { j += 1 }
        }
        return union
    }

    /// The objects that are in both sets; O(clusters).
    func intersection(_ other: KeySet) -> KeySet {
        var common = KeySet()
        var (i, j) = (0, 0)
        while i < members.count && j < other.members.count {
            let (one, two) = (members[i], other.members[j])
            if one.number == two.number { common.append(number: one.number, slots: one.slots & two.slots) }
            if one.number <= two.number { i += 1 }
            if two.number <= one.number { j += 1 }
        }
        return common
    }
}

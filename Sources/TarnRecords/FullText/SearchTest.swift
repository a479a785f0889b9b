/// Tests single texts against a search, without the index.
package final class SearchTest {
    let search: TextSearch
    private let splitter = WordSplitter()

    package init(_ search: TextSearch) { self.search = search }

    /// Whether a text is found.
    func matches(_ text: [UInt8]) -> Bool {
        let words = splitter.words(text).map(\.bytes)
        return search.alternatives.contains { alternative in
            alternative.wanted.allSatisfy { Self.contains(words, $0) }
                && !alternative.excluded.contains { Self.contains(words, $0) }
        }
    }

    private static func contains(_ words: [[UInt8]], _ clause: TextSearch.Clause) -> Bool {
        words.indices.contains { clause.matches(words, at: $0) }
    }

    /// How often a clause stands in a text.
    func frequency(_ clause: TextSearch.Clause, _ text: [UInt8]) -> Int {
        let words = splitter.words(text).map(\.bytes)
        return words.indices.count { clause.matches(words, at: $0) }
    }

    /// Where in the UTF-8 of a text the wanted clauses stand, ascending and apart from each other.
    package func places(_ text: [UInt8]) -> [Range<Int>] {
        let words = splitter.words(text)
        let bytes = words.map(\.bytes)
        var places: [Range<Int>] = []
        for start in words.indices {
            for clause in search.ranked where clause.matches(bytes, at: start) {
                for place in words[start..<start + clause.words.count].map(\.place) where !places.contains(place) {
                    places.append(place)
                }
            }
        }
        return places.sorted { $0.lowerBound < $1.lowerBound }
    }
}

extension TextSearch.Clause {
    /// Whether the clause stands at a place among the words of a text.
    func matches(_ text: [[UInt8]], at start: Int) -> Bool {
        guard start + words.count <= text.count else { return false }
        for (place, word) in words.enumerated() {
            let other = text[start + place]
            let isWhole = !isPrefix || place < words.count - 1
            guard isWhole ? other == word : other.starts(with: word) else { return false }
        }
        return true
    }
}

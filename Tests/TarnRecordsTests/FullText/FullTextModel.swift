@testable import TarnRecords

/// What full-text search should find, by looking at all texts.
struct FullTextModel {
    /// The numbers of the words of each object; nil for one without a text.
    private(set) var texts: [ObjectKey: [Int]?] = [:]
    private var numbers: [[UInt8]: Int] = [:]
    private let splitter = WordSplitter()

    mutating func set(_ text: String?, of key: ObjectKey) {
        texts.updateValue(
            text.map { text in
                splitter.words(Array(text.utf8)).map { word in
                    if let known = numbers[word.bytes] { return known }
                    numbers[word.bytes] = numbers.count
                    return numbers.count - 1
                }
            }, forKey: key)
    }

    mutating func remove(_ key: ObjectKey) { texts.removeValue(forKey: key) }

    /// How often a clause stands in each text that has it.
    private func frequencies(_ clause: TextSearch.Clause) -> [ObjectKey: Int] {
        let wanted = clause.words.enumerated().map { place, word in
            let isPrefix = clause.isPrefix && place == clause.words.count - 1
            return Set(numbers.filter { isPrefix ? $0.key.starts(with: word) : $0.key == word }.values)
        }
        var found: [ObjectKey: Int] = [:]
        for case (let key, let words?) in texts {
            var count = 0
            var start = 0
            while start + wanted.count <= words.count {
                var place = 0
                while place < wanted.count && wanted[place].contains(words[start + place]) { place += 1 }
                if place == wanted.count { count += 1 }
                start += 1
            }
            if count > 0 { found[key] = count }
        }
        return found
    }

    func found(_ search: TextSearch) -> [ObjectKey] {
        var all: Set<ObjectKey> = []
        for alternative in search.alternatives {
            var found = Set(texts.keys)
            for clause in alternative.wanted { found.formIntersection(frequencies(clause).keys) }
            for clause in alternative.excluded { found.subtract(frequencies(clause).keys) }
            all.formUnion(found)
        }
        return all.sorted()
    }

    func totals() -> WordTotals {
        WordTotals(texts: texts.values.count { $0 != nil }, words: texts.values.reduce(0) { $0 + ($1?.count ?? 0) })
    }

    /// BM25, text by text.
    func ranked(_ search: TextSearch) -> [(key: ObjectKey, score: Double)] {
        let totals = totals()
        let average = Double(max(1, totals.words)) / Double(max(1, totals.texts))
        let terms = search.ranked.map { clause in
            let found = frequencies(clause)
            return (found, RankedSearch.weight(found.count, of: totals.texts))
        }
        return found(search).map { key in
            let length = Double(TextLength.words(TextLength.code((texts[key] ?? nil)?.count ?? 0))) / average
            var score = 0.0
            for (found, weight) in terms {
                guard let frequency = found[key].map({ Double($0) }) else { continue }
                score += weight * frequency / (frequency + 1.2 * (1 - 0.75 + 0.75 * length))
            }
            return (key, score)
        }.sorted { $0.score != $1.score ? $0.score > $1.score : $0.key < $1.key }
    }
}

internal import BenchmarkKit
internal import CSQLite
internal import Foundation
internal import Tarn

/// An object with a text that is searched by its words.
final class Page: Object {
    @Persisted(primaryKey: true) var id: Int
    @Persisted(indexed: .fullText) var body: String
}

/// R6: texts of 40 words, few words often and many seldom, as in a language. SQLite keeps them in an FTS5 table with
/// its default tokenizer, which is optimised before it is asked. Searches come from words of middling frequency.
struct Words {
    private static let (textLength, vocabulary) = (40, 50_000)
    private let run: RelationRun
    private let texts: [[Int]]
    private let searches: [Int]
    /// In how many texts each of the searched words is.
    private let textCounts: [Int: Int]

    init(_ run: RelationRun) {
        self.run = run
        var random = SplitMix64(seed: 61)
        texts = (0..<min(run.size, 200_000)).map { _ in
            (0..<Self.textLength).map { _ in
                // Each word about as often as its number is small: the product of three shares.
                let share = (0..<3).reduce(1.0) { share, _ in share * Double(random.next() >> 11) / Double(1 << 53) }
                return Int(share * Double(Self.vocabulary))
            }
        }
        let searches = (0..<100).map { _ in 20 + Int(random.next() % 2_000) }
        self.searches = searches
        let wanted = Set(searches)
        textCounts = texts.reduce(into: [:]) { counts, text in
            for number in Set(text) where wanted.contains(number) { counts[number, default: 0] += 1 }
        }
    }

    /// A word of letters for each number.
    private static func word(_ number: Int) -> String {
        var (rest, word) = (number, "")
        repeat {
            word += ["ba", "ce", "di", "fo", "gu", "ka", "le", "mi", "no", "pu", "ra", "se"][rest % 12]
            rest /= 12
        } while rest > 0
        return word
    }

    private func text(_ id: Int) -> String { texts[id].map(Self.word).joined(separator: " ") }

    func measure() throws -> [Figure] {
        var building = PairedSamples("R6b", size: texts.count)
        var figures: [Figure] = []
        let bodies = texts.indices.map(text)
        for round in 0..<min(run.rounds, 3) {
            let store = try run.store("pages\(round)", [Page.self])
            let connection = try run.connection("pages\(round)", ["CREATE VIRTUAL TABLE page USING fts5 (body)"])
            defer {
                store.close()
                connection.close()
            }
            try building.add(tarn: fill(store, bodies), sqlite: fill(connection, bodies))
            if round > 0 { continue }
            try connection.execute("INSERT INTO page (page) VALUES ('optimize')")
            figures = try search(store, connection) + sizes(store, connection)
        }
        return building.figures("ns/word", per: texts.count * Self.textLength) + figures
    }

    private func fill(_ store: Store, _ bodies: [String]) throws -> Measured {
        try Measured {
            try store.write {
                for (id, body) in bodies.enumerated() {
                    let page = Page()
                    (page.id, page.body) = (id, body)
                    try store.add(page)
                }
            }
            return .count(bodies.count)
        }
    }

    private func fill(_ connection: SQLiteConnection, _ bodies: [String]) throws -> Measured {
        try Measured {
            try connection.transaction {
                let insert = try connection.statement("INSERT INTO page (rowid, body) VALUES (?, ?)")
                for (id, body) in bodies.enumerated() {
                    sqlite3_bind_int64(insert, 1, Int64(id))
                    try connection.binding(body, to: insert, 2) { try connection.run(insert) }
                }
            }
            return .count(bodies.count)
        }
    }

    private func sizes(_ store: Store, _ connection: SQLiteConnection) throws -> [Figure] {
        try connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        return ["tarn", "sqlite"].map { engine in
            let path = "\(run.directory)/pages0.\(engine)"
            let size = (try? FileManager.default.attributesOfItem(atPath: path)[.size] as? Int) ?? 0
            return Figure(
                workload: "R6f", engine: engine, size: texts.count, unit: "bytes/word",
                samples: [Double(size) / Double(texts.count * Self.textLength)], check: .none)
        }
    }

    private func search(_ store: Store, _ connection: SQLiteConnection) throws -> [Figure] {
        let words = searches.map(Self.word)
        let pairs = searches.map { "\(Self.word($0)) \(Self.word($0 % 50))" }
        // Phrases that are there: two words that follow each other in some text.
        let phrases = searches.map { search in
            let text = texts[search % texts.count]
            return "\"\(Self.word(text[3])) \(Self.word(text[4]))\""
        }
        let prefixes = words.map { String($0.prefix(5)) + "*" }
        var figures: [Figure] = []
        for (name, searches) in [("R6w", words), ("R6a", pairs), ("R6p", phrases), ("R6x", prefixes)] {
            var samples = PairedSamples(name, size: texts.count)
            for _ in 0..<run.rounds {
                try samples.add(tarn: find(searches, store), sqlite: find(searches, connection))
            }
            figures += samples.figures("us/search", nanosecondsPerUnit: 1_000, per: searches.count)
        }
        var best = PairedSamples("R6t", size: texts.count)
        for _ in 0..<run.rounds { try best.add(tarn: rank(words, store), sqlite: rank(words, connection)) }
        return figures + best.figures("us/search", nanosecondsPerUnit: 1_000, per: words.count)
    }

    private func find(_ searches: [String], _ store: Store) throws -> Measured {
        Measured {
            var sum = 0
            for search in searches {
                for id in store.objects(Page.self).matching(\.body, search).values(of: \.id) { sum += id }
            }
            return .count(sum)
        }
    }

    private func find(_ searches: [String], _ connection: SQLiteConnection) throws -> Measured {
        try Measured {
            var sum = 0
            let select = try connection.statement("SELECT rowid FROM page WHERE page MATCH ?")
            for search in searches {
                connection.bind(search, to: select, 1)
                try connection.forEachRow(select) { sum += Int(sqlite3_column_int64(select, 0)) }
            }
            return .count(sum)
        }
    }

    /// All texts have one length, so the best are those that have the word most often; equally good ones differ.
    private func rank(_ words: [String], _ store: Store) throws -> Measured {
        var found: [Int] = []
        let measured = Measured {
            for word in words {
                for page in store.objects(Page.self).ranked(by: \.body, word).limit(10) { found.append(page.id) }
            }
            return .none
        }
        return try counted(found, words, measured)
    }

    private func rank(_ words: [String], _ connection: SQLiteConnection) throws -> Measured {
        var found: [Int] = []
        let measured = try Measured {
            let select = try connection.statement("SELECT rowid FROM page WHERE page MATCH ? ORDER BY rank LIMIT 10")
            for word in words {
                connection.bind(word, to: select, 1)
                try connection.forEachRow(select) { found.append(Int(sqlite3_column_int64(select, 0))) }
            }
            return .none
        }
        return try counted(found, words, measured)
    }

    /// The same time, and as the answer how often the words stand in what was found.
    private func counted(_ found: [Int], _ words: [String], _ measured: Measured) throws -> Measured {
        var (sum, place) = (0, 0)
        for number in searches {
            let texts = min(10, textCounts[number] ?? 0)
            guard place + texts <= found.count else { throw RelationCheckFailure(description: "R6t: too few found") }
            for id in found[place..<place + texts] { sum += self.texts[id].count { $0 == number } }
            place += texts
        }
        return measured.answering(.count(sum))
    }
}

extension Measured {
    private init(_ nanoseconds: Double, _ check: Check) {
        self.nanoseconds = nanoseconds
        self.check = check
    }

    /// The same time with another answer.
    func answering(_ check: Check) -> Measured { Measured(nanoseconds, check) }
}

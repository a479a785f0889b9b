import Foundation
import Tarn
import Testing

final class Article: Object {
    @Persisted(primaryKey: true) var id: Int
    @Persisted(indexed: .fullText) var title = ""
    @Persisted(indexed: .fullText) var body: String?
    @Persisted var year: Int

    convenience init(_ id: Int, _ title: String, _ body: String? = nil, year: Int = 2020) {
        self.init()
        self.id = id
        self.title = title
        self.body = body
        self.year = year
    }
}

@Suite struct FullTextRules {
    let folder = TemporaryFolder()

    private func store(_ articles: [Article] = []) throws -> Store {
        let store = try Store(configuration: folder.configuration([Article.self]))
        try store.write { try store.add(articles) }
        return store
    }

    private func sound(_ store: Store) throws -> Bool {
        try Store.verify(at: try #require(store.configuration.fileURL)).faults.isEmpty
    }

    private static var articles: [Article] {
        [
            Article(1, "Swift concurrency", "Actors and structured concurrency in Swift"),
            Article(2, "LMDB", "A memory-mapped key-value store", year: 2011),
            Article(3, "M\u{FC}nchner Stra\u{DF}en", "Stra\u{DF}e um Stra\u{DF}e"),
            Article(4, "\u{6771}\u{4EAC}\u{90FD}", "\u{6771}\u{4EAC}\u{306F}\u{65E5}\u{672C}\u{306E}\u{9996}\u{90FD}"),
            Article(5, "\u{41C}\u{43E}\u{441}\u{43A}\u{432}\u{430}", nil),
            Article(6, "\u{391}\u{3B8}\u{3AE}\u{3BD}\u{3B1}", "swift"),
        ]
    }

    @Test(arguments: Misuse.fullText) func breakingARuleOfSearchingTraps(misuse: Misuse) async throws {
        try await misuse.expectTrap(in: folder)
    }

    // FT1
    @Test(arguments: [
        ("concurrency", [1]), ("SWIFT", [1]), ("munchner strasse", []), ("munchner", [3]), ("strassen", [3]),
        ("\u{43C}\u{43E}\u{441}\u{43A}\u{432}\u{410}", [5]), ("\u{3B1}\u{3B8}\u{3B7}\u{3BD}\u{3B1}", [6]),
        ("\u{6771}\u{4EAC}", [4]), ("\u{4EAC}\u{90FD}", [4]), ("\u{4EAC}\u{6771}", []), ("lmd", []), ("", []),
    ])
    func wordsAreFoundWithoutRegardToCaseAndDiacritics(search: String, expected: [Int]) throws {
        let store = try store(Self.articles)
        #expect(store.objects(Article.self).matching(\.title, search).map(\.id) == expected)
    }

    // FT2
    @Test(arguments: [
        ("swift actors", [1]), ("\"structured concurrency\"", [1]), ("\"concurrency structured\"", []),
        ("key-value", [2]), ("mem* store", [2]), ("\"memory map\"*", [2]), ("swift -actors", [6]),
        ("lmdb OR actors OR store", [1, 2]), ("-swift", []), ("stra*", [3]), ("swift \"not closed", []),
    ])
    func aSearchHasWordsQuotationsPrefixesExclusionsAndAlternatives(search: String, expected: [Int]) throws {
        let store = try store(Self.articles)
        let all = store.objects(Article.self)
        #expect(all.matching(\.body, search).map(\.id) == expected)
        #expect(all.where { $0.body.matches(search) }.map(\.id) == expected)
        #expect(all.where { !$0.body.matches(search) }.count == 6 - expected.count)
        #expect(all.where { $0.body.matches(search) && $0.year < 2015 }.map(\.id) == expected.filter { $0 == 2 })
        #expect(all.where { $0.body.matches(search) || $0.id == 5 }.map(\.id) == (expected + [5]).sorted())
    }

    // FT4
    @Test func theBestTextsComeFirst() throws {
        let filler = String(repeating: "word ", count: 30)
        let store = try store([
            Article(1, "", "swift " + filler), Article(2, "", "swift"), Article(3, "", "swift swift"),
            Article(4, "", "rust"), Article(5, "", "swift rare " + filler), Article(6, "", nil),
        ])
        let all = store.objects(Article.self)
        #expect(all.ranked(by: \.body, "swift").map(\.id) == [3, 2, 1, 5])
        #expect(all.ranked(by: \.body, "swift OR rare").limit(2).map(\.id) == [5, 3])
        #expect(all.where { $0.id != 3 }.ranked(by: \.body, "swift").limit(1, offset: 1).map(\.id) == [1])
        #expect(all.ranked(by: \.body, "swift").where { $0.id > 2 }.map(\.id) == [3, 5])
        #expect(all.ranked(by: \.body, "swift").sorted(by: \.id).map(\.id) == [1, 2, 3, 5])
        #expect(all.ranked(by: \.body, "nothing").isEmpty)
        #expect(all.ranked(by: \.body, "swift").limit(3).count == 3)
    }

    // FT5
    @Test func aSearchIsKeptUpAndARankIsMadeAnew() throws {
        let store = try store((1...50).map { Article($0, "", "some swift text \($0)") })
        let all = store.objects(Article.self)
        var (found, ranked): ([String], [[Int]]) = ([], [])
        let tokens = [
            all.where { $0.body.matches("swift -rust") }.observe { change in
                if case .update(let articles, let update) = change {
                    found.append("\(articles.count) -\(update.deletions) +\(update.insertions)")
                }
            },
            all.ranked(by: \.body, "swift").limit(2).observe { change in
                if case .update(let articles, _) = change { ranked.append(articles.map(\.id)) }
            },
        ]
        try store.refresh()
        try store.write { store.object(ofType: Article.self, forPrimaryKey: 3)?.body = "swift and rust" }
        try store.write { try store.add(Article(60, "", "swift swift swift")) }
        try store.write { store.object(ofType: Article.self, forPrimaryKey: 3)?.body = "Swift" }
        try store.write { store.object(ofType: Article.self, forPrimaryKey: 4)?.year = 1 }
        // The last is a modification of a text that is still found.
        #expect(found == ["49 -[2] +[]", "50 -[] +[49]", "51 -[] +[2]", "51 -[] +[]"])
        #expect(ranked.last == [60, 3])
        withExtendedLifetime(tokens) {}
    }

    // FT6
    @Test func theIndexFollowsEveryWriteAndIsSound() throws {
        let long = (0..<400).map { "word\($0 % 90)" }.joined(separator: " ")
        let store = try store((0..<200).map { Article($0, "title \($0 % 7)", $0.isMultiple(of: 3) ? long : "short") })
        let all = store.objects(Article.self)
        try store.write {
            for article in all.where({ $0.id < 50 }) { article.body = "new swift" }
            #expect(all.matching(\.body, "swift").count == 50)
            try store.delete(all.where { $0.id >= 150 })
            for article in all.where({ $0.id < 10 }) { article.body = nil }
        }
        #expect(all.matching(\.body, "swift").count == 40)
        #expect(all.matching(\.body, "\"word1 word2\"").count == 33)
        try store.beginWrite()
        try store.delete(all)
        #expect(all.matching(\.body, "short").isEmpty)
        store.cancelWrite()
        #expect(all.matching(\.body, "short").count == 67)
        #expect(try sound(store))
        store.close()
        let again = try self.store()
        #expect(again.objects(Article.self).matching(\.title, "title 3").count == 21)
        try again.write { try again.deleteAll() }
        #expect(again.objects(Article.self).matching(\.title, "title").isEmpty)
        #expect(try sound(again))
    }

    // FT7
    @Test func theWordsOfASearchAreShownInATextThatWasFound() {
        let text = "Stra\u{DF}e, strasse; \u{6771}\u{4EAC}!"
        func found(_ search: String) -> [String] { FullText.ranges(of: search, in: text).map { String(text[$0]) } }
        #expect(found("STRASSE") == ["Stra\u{DF}e", "strasse"])
        #expect(found("str* \u{4EAC}") == ["Stra\u{DF}e", "strasse", "\u{4EAC}"])
        #expect(found("\"strasse strasse\"") == ["Stra\u{DF}e", "strasse"])
        #expect(found("-strasse") == [])
    }
}

extension Misuse {
    static let fullText: [Misuse] = [
        Misuse("FT3", "searching a property without an index of words") { store in
            print(store.objects(Item.self).matching(\.name, "x").count)
        },
        Misuse("FT3", "ranking by a property without an index of words") { store in
            print(store.objects(Item.self).ranked(by: \.comment, "x").count)
        },
        Misuse("FT3", "a condition on a property without an index of words") { store in
            print(store.objects(Item.self).where { $0.name.matches("x") }.count)
        },
    ]
}

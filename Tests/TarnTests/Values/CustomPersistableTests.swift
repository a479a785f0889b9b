import Foundation
import Tarn
import Testing

extension URL: FailableCustomPersistable {
    /// A URL of its text.
    public init?(persistedValue: String) { self.init(string: persistedValue) }
    /// The text.
    public var persistableValue: String { absoluteString }
}

private struct Celsius: CustomPersistable, Hashable, Codable {
    var degrees: Double
    init(persistedValue: Double) { degrees = persistedValue }
    init(_ degrees: Double) { self.degrees = degrees }
    var persistableValue: Double { degrees }
}

private struct Tag: RawRepresentable, FailableCustomPersistable, Hashable {
    let rawValue: String
    init?(rawValue: String) {
        if rawValue.contains(" ") { return nil }
        self.rawValue = rawValue
    }
}

private final class Page: Object {
    @Persisted(primaryKey: true) var url: URL = URL(string: "tarn://none")!
    @Persisted var maybe: URL?
    @Persisted(indexed: true) var heat = Celsius(20)
    @Persisted var tag: Tag?
}

/// The same class as another program knows it.
private enum Plain {
    final class Page: Object {
        @Persisted(primaryKey: true) var url: String
        @Persisted var maybe: String?
        @Persisted(indexed: true) var heat = 20.0
        @Persisted var tag: String?
    }
}

@Suite struct CustomPersistableTests {
    let folder = TemporaryFolder()

    @Test func valuesOfOtherTypesAreStoredByTheirPersistedValue() throws {
        let store = try Store(configuration: folder.configuration([Page.self]))
        let url = URL(string: "https://example.org/a?b")!
        try store.write {
            let page = Page()
            (page.url, page.heat, page.tag) = (url, Celsius(-3.5), Tag(rawValue: "cold"))
            try store.add(page)
            page.maybe = URL(string: "file:///x")
            try store.create(Page.self, value: ["url": "tarn://two", "tag": "warm"])
        }
        let page = try #require(store.object(ofType: Page.self, forPrimaryKey: url))
        #expect(
            page.url == url && page.maybe?.path == "/x" && page.heat.degrees == -3.5 && page.tag?.rawValue == "cold")
        #expect(store.object(ofType: Page.self, forPrimaryKey: "tarn://two")?.heat == Celsius(20))
        let all = store.objects(Page.self)
        #expect(all.where { $0.url == url }.count == 1 && all.where { $0.heat == Celsius(20) }.count == 1)
        #expect(all.where { $0.maybe == nil }.count == 1 && all.where { $0.tag != Tag(rawValue: "cold") }.count == 1)
        #expect(all.where { $0.heat.in([Celsius(20), Celsius(21)]) }.count == 1)
        #expect(all.values(of: \.heat) == [Celsius(-3.5), Celsius(20)])
        #expect(throws: StoreError.self) { try store.write { try store.create(Page.self, value: ["tag": "a b"]) } }
    }

    // E2
    @Test func aStoredValueOfWhichNoneIsMadeReadsAsNil() throws {
        try Self.fill(folder.url)
        let store = try Store(configuration: folder.configuration([Page.self]))
        let all = store.objects(Page.self)
        #expect(all.map(\.maybe) == [nil, nil] && all.map(\.tag) == [nil, nil])
        #expect(all.values(of: \.tag) == [nil, nil] && all.where { $0.tag == nil }.isEmpty)
        #expect(all.frozen().map(\.tag) == [nil, nil])
    }

    @Test(arguments: Misuse.custom) func readingOneThatIsNotOptionalTraps(misuse: Misuse) async throws {
        try await misuse.expectTrap(in: folder)
    }

    fileprivate static func fill(_ folder: URL) throws {
        let file = folder.appendingPathComponent("test.tarn")
        let store = try Store(configuration: .init(fileURL: file, objectTypes: [Plain.Page.self]))
        try store.write {
            try store.create(Plain.Page.self, value: ["url": "tarn://one", "maybe": "", "tag": "a b"])
            try store.create(Plain.Page.self, value: ["url": "", "maybe": "", "tag": "c d"])
        }
        store.close()
    }
}

extension Misuse {
    private static func withPage(_ name: String, _ body: @escaping @Sendable (Results<Page>) -> Void) -> Misuse {
        Misuse(
            "E2", name,
            opening: { configuration in
                let folder = try #require(configuration.fileURL).deletingLastPathComponent()
                try CustomPersistableTests.fill(folder)
                let file = folder.appendingPathComponent("test.tarn")
                body(try Store(configuration: .init(fileURL: file, objectTypes: [Page.self])).objects(Page.self))
            })
    }

    static let custom: [Misuse] = [
        withPage("reading a text of which no URL is made") { for page in $0 { print(page.url) } },
        withPage("reading a column with a text of which no URL is made") { print($0.values(of: \.url)) },
    ]
}

import Foundation
import Tarn
import Testing

/// Searches in text, end to end.
@Suite struct QueryTextTests {
    let people: Results<Person>
    static let names = ["Ann", "ann-marie", "Bob", "", "Stra\u{DF}e", "STRASSE", "\u{C9}mile"]

    init() throws {
        let store = try Store(
            configuration: .init(inMemoryIdentifier: UUID().uuidString, objectTypes: [Person.self, Dog.self]))
        people = store.objects(Person.self)
        try store.write {
            for (id, name) in Self.names.enumerated() {
                let person = Person(id, name)
                person.nickname = id.isMultiple(of: 2) ? name : nil
                try store.add(person)
            }
        }
    }

    func ids(_ test: (Query<Person>) -> Query<Bool>) -> [Int] { people.where(test).values(of: \.id) }

    @Test func withoutOptionsEveryByteCounts() {
        #expect(ids { $0.name.contains("nn") } == [0, 1])
        #expect(ids { $0.name.contains("NN") } == [])
        #expect(ids { $0.name.starts(with: "A") } == [0])
        #expect(ids { $0.name.ends(with: "e") } == [1, 4, 6])
        #expect(ids { $0.name.equals("Ann") } == [0])
        #expect(ids { $0.name.notEquals("Ann") } == [1, 2, 3, 4, 5, 6])
        #expect(ids { $0.name == "E\u{301}mile" } == [])
    }

    @Test func caseInsensitiveSearchesFoldAllOfUnicode() {
        #expect(ids { $0.name.contains("NN", options: .caseInsensitive) } == [0, 1])
        #expect(ids { $0.name.starts(with: "a", options: .caseInsensitive) } == [0, 1])
        #expect(ids { $0.name.ends(with: "LE", options: .caseInsensitive) } == [6])
        #expect(ids { $0.name.equals("stra\u{DF}e", options: .caseInsensitive) } == [4, 5])
        #expect(ids { $0.name.equals("\u{E9}MILE", options: .caseInsensitive) } == [6])
        #expect(ids { $0.name.notEquals("ANN", options: .caseInsensitive) } == [1, 2, 3, 4, 5, 6])
    }

    @Test func patternsMatchTheWholeText() {
        #expect(ids { $0.name.like("?nn") } == [0])
        #expect(ids { $0.name.like("*nn*") } == [0, 1])
        #expect(ids { $0.name.like("ANN*", caseInsensitive: true) } == [0, 1])
        #expect(ids { $0.name.like("nn") } == [])
        #expect(ids { $0.name.like("*") }.count == 7)
        #expect(ids { $0.name.like("") } == [3])
    }

    @Test func theEmptyTextIsInEveryTextButNotInNil() {
        #expect(ids { $0.name.contains("") }.count == 7)
        #expect(ids { $0.nickname.contains("") } == [0, 2, 4, 6])
        #expect(ids { $0.nickname.starts(with: "") && $0.nickname.ends(with: "") } == [0, 2, 4, 6])
    }

    @Test func nilIsFoundByNoSearchAndByEveryNegation() {
        #expect(ids { $0.nickname.contains("o") } == [2])
        #expect(ids { !$0.nickname.contains("o") } == [0, 1, 3, 4, 5, 6])
        #expect(ids { $0.nickname.equals(nil) } == [1, 3, 5])
        #expect(ids { $0.nickname.notEquals("Bob") } == [0, 1, 3, 4, 5, 6])
        #expect(ids { $0.nickname.notEquals("BOB", options: .caseInsensitive) } == [0, 1, 3, 4, 5, 6])
    }
}

import Foundation
import Tarn
import Testing

private enum Kind: String, PersistableEnum { case small, large }

private final class Home: EmbeddedObject, Codable {
    @Persisted var street = "Main"
    @Persisted var number: Int?
}

private final class Human: Object, Codable {
    @Persisted(primaryKey: true) var id: Int
    @Persisted var name = "nobody"
    @Persisted var token = UUID()
    @Persisted var born: Date?
    @Persisted var kind = Kind.large
    @Persisted var home: Home?
    @Persisted var friend: Human?
    @Persisted var extra: AnyValue
    @Persisted var price = Decimal(1)
    /// Not stored, but coded.
    var note = "none"
}

/// Coded under other names.
private final class Renamed: Object, Codable {
    @Persisted var fullName: String
    @Persisted var age: Int?
    @Persisted var size = 5

    enum CodingKeys: String, CodingKey {
        case fullName = "full_name"
        case age = "years"
        case size
    }
}

@Suite struct CodableObjectTests {
    let folder = TemporaryFolder()

    private func human(_ text: String) throws -> Human { try JSONDecoder().decode(Human.self, from: Data(text.utf8)) }

    @Test func anObjectIsDecodedWithAllThatItHolds() throws {
        let human = try human(
            """
            {"id": 1, "name": "Ada", "token": "00000000-0000-4000-8000-000000000001", "born": 5, "kind": "small",
             "home": {"street": "Side", "number": 3}, "friend": {"id": 2, "note": "x"}, "extra": {"a": [1, true]},
             "price": 12.5, "note": "kept"}
            """.replacingOccurrences(
                of: #""friend": {"id": 2, "note": "x"}"#, with: #""friend": {"id": 2, "note": "x"}"#))
        #expect(human.id == 1 && human.name == "Ada" && human.kind == .small && human.note == "kept")
        #expect(human.born == Date(timeIntervalSinceReferenceDate: 5) && human.home?.number == 3)
        #expect(human.friend?.id == 2 && human.extra == ["a": [1, true]] && human.price == Decimal(string: "12.5"))
        let store = try Store(configuration: folder.configuration([Human.self]))
        try store.write { try store.add(human) }
        #expect(store.objects(Human.self).map(\.name) == ["Ada", "nobody"])
    }

    // O7
    @Test func aMissingKeyGivesTheDefaultOfTheProperty() throws {
        let one = try human(#"{"id": 1, "note": ""}"#)
        let two = try human(#"{"note": ""}"#)
        #expect(one.name == "nobody" && one.kind == .large && one.home == nil && one.extra.isNull && two.id == 0)
        #expect(one.token != two.token && one.price == 1)
        #expect(throws: DecodingError.self) { try human(#"{"id": "text", "note": ""}"#) }
        #expect(throws: DecodingError.self) { try human(#"{"id": null, "note": ""}"#) }
    }

    @Test func otherCodingKeysAreRespected() throws {
        let data = Data(#"{"full_name": "Ada"}"#.utf8)
        let decoded = try JSONDecoder().decode(Renamed.self, from: data)
        #expect(decoded.fullName == "Ada" && decoded.age == nil && decoded.size == 5)
        // The default behind another name is not known.
        #expect(throws: DecodingError.self) { try JSONDecoder().decode(Renamed.self, from: Data("{}".utf8)) }
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        let text = String(decoding: try encoder.encode(decoded), as: UTF8.self)
        #expect(text == #"{"full_name":"Ada","size":5,"years":null}"#)
    }

    // O13
    @Test func aStoredObjectIsEncodedByItsDetachedCopy() throws {
        let store = try Store(configuration: folder.configuration([Human.self]))
        let ada = try store.write {
            try store.create(
                Human.self,
                value: ["id": 1, "name": "Ada", "home": ["number": 4], "friend": ["id": 2], "extra": ["k": 1]])
        }
        #expect(throws: EncodingError.self) { try JSONEncoder().encode(ada) }
        let data = try JSONEncoder().encode(ada.detached())
        let copy = try JSONDecoder().decode(Human.self, from: data)
        #expect(copy.name == "Ada" && copy.home?.number == 4 && copy.friend?.id == 2 && copy.extra == ["k": 1])
        #expect(copy.token == ada.token && copy.store == nil)
        let all = store.objects(Human.self).detached()
        #expect(all.count == 2 && all[0].friend === all[1] && all.allSatisfy { $0.store == nil })
    }

    // O13
    @Test func circlesAreCopiedAsCirclesAndNotEncoded() throws {
        let store = try Store(configuration: folder.configuration([Human.self]))
        let ada = try store.write {
            let ada = try store.create(Human.self, value: ["id": 1])
            ada.friend = try store.create(Human.self, value: ["id": 2, "friend": ada])
            ada.extra = [.object(ada)]
            return ada
        }
        let copy = ada.detached()
        #expect(copy.friend?.friend === copy && copy.extra[0]?.object(Human.self) === copy)
        #expect(ada.detached(linkDepth: 0).friend == nil && ada.detached(linkDepth: 0).home == nil)
        copy.extra = nil
        #expect(throws: EncodingError.self) { try JSONEncoder().encode(copy) }
        copy.friend?.friend = nil
    }

    @Test func longChainsAreCopiedWithoutUsingTheStackUp() throws {
        let store = try Store(configuration: folder.configuration([Human.self]))
        try store.write {
            var last: Human?
            for id in 0..<20_000 { last = try store.create(Human.self, value: ["id": id, "friend": last as Any]) }
        }
        let copies = store.objects(Human.self).detached()
        #expect(copies.count == 20_000 && copies[19_999].friend === copies[19_998])
        // Freeing a chain link by link keeps the stack flat.
        for copy in copies { copy.friend = nil }
    }
}

import Foundation
import Tarn
import Testing

final class Member: Object {
    @Persisted(primaryKey: true) var id: Int
    @Persisted(unique: true) var mail: String
    @Persisted(unique: true) var badge: Int?
    @Persisted var first = ""
    @Persisted var last: String?
    @Persisted var club: Club?

    override class func uniqueKeys() -> [[String]] { [["first", "last"], ["club", "first"]] }

    convenience init(_ id: Int, _ mail: String, badge: Int? = nil, _ first: String = "", _ last: String? = nil) {
        self.init()
        self.id = id
        self.mail = mail
        self.badge = badge
        self.first = first
        self.last = last
    }
}

final class Club: Object {
    @Persisted var name: String
}

@Suite struct UniqueRules {
    let folder = TemporaryFolder()

    private func store() throws -> Store { try Store(configuration: folder.configuration([Member.self])) }

    private func sound(_ store: Store) throws -> Bool {
        try Store.verify(at: try #require(store.configuration.fileURL)).faults.isEmpty
    }

    @Test(arguments: Misuse.unique) func breakingARuleOfUniquenessTraps(misuse: Misuse) async throws {
        try await misuse.expectTrap(in: folder)
    }

    // U1
    @Test func twoObjectsWithTheSameValueRollTheWriteBack() throws {
        let store = try store()
        try store.write { try store.add(Member(1, "ann")) }
        let text = message { try store.write { try store.add([Member(2, "bob"), Member(3, "ann")]) } }
        #expect(text.contains("U1: Member.mail") && text.contains("\"ann\""))
        #expect(store.objects(Member.self).count == 1)
        try store.write { try store.add(Member(2, "bob")) }
        let bob = try #require(store.object(ofType: Member.self, forPrimaryKey: 2))
        #expect(code { try store.write { bob.mail = "ann" } } == .duplicateValue)
        #expect(try bob.mail == "bob" && sound(store))
    }

    // U1
    @Test func valuesAreComparedWhenTheWriteEnds() throws {
        let store = try store()
        let (ann, bob) = (Member(1, "ann", badge: 1), Member(2, "bob", badge: 2))
        try store.write { try store.add([ann, bob]) }
        try store.write {
            (ann.mail, bob.mail) = ("bob", "ann")
            ann.badge = bob.badge
            #expect(store.object(ofType: Member.self, where: \.mail, is: "bob") == ann)
            #expect(store.object(ofType: Member.self, where: \.badge, is: 2) != nil)
            bob.badge = 1
            #expect(store.object(ofType: Member.self, where: \.badge, is: 1) == bob)
        }
        #expect(store.object(ofType: Member.self, where: \.mail, is: "ann") == bob)
        try store.write {
            try store.delete(ann)
            try store.add(Member(3, "bob", badge: 2))
            try store.add(Member(1, "cid"))
        }
        #expect(store.object(ofType: Member.self, where: \.mail, is: "bob")?.id == 3)
        #expect(store.object(ofType: Member.self, where: \.mail, is: "eve") == nil)
        #expect(try sound(store))
    }

    // U2
    @Test func nilIsLikeNoOther() throws {
        let store = try store()
        try store.write { for id in 0..<5 { try store.add(Member(id, "\(id)", "Ann")) } }
        let member = try #require(store.object(ofType: Member.self, forPrimaryKey: 4))
        try store.write { member.badge = 7 }
        try store.write { member.badge = nil }
        #expect(try store.object(ofType: Member.self, where: \.badge, is: nil) == nil && sound(store))
    }

    // U1
    @Test func severalPropertiesAreUniqueTogether() throws {
        let store = try store()
        try store.write {
            try store.add(Member(1, "1", "Ann", "Lee"))
            try store.add(Member(2, "2", "Ann", "Poe"))
            try store.add(Member(3, "3", "An", "nLee"))
        }
        let second = try #require(store.object(ofType: Member.self, forPrimaryKey: 2))
        let text = message { try store.write { second.last = "Lee" } }
        #expect(text.contains("Member.(first, last)") && text.contains("(\"Ann\", \"Lee\")"))
        #expect(
            store.object(ofType: Member.self, whereUnique: ["last": "Poe", "first": "Ann"]) == second)
        #expect(try sound(store))
    }

    // U1
    @Test func aLinkCanBePartOfAKey() throws {
        let store = try store()
        let club = Club()
        try store.write {
            try store.add(club)
            for id in 1...2 { try store.add(Member(id, "\(id)", "Ann")) }
            store.object(ofType: Member.self, forPrimaryKey: 1)?.club = club
        }
        let second = try #require(store.object(ofType: Member.self, forPrimaryKey: 2))
        #expect(code { try store.write { second.club = club } } == .duplicateValue)
        // Two links that become nil do not meet.
        try store.write {
            second.first = "Bea"
            second.club = club
        }
        try store.write { try store.delete(club) }
        try store.write { second.first = "Ann" }
        #expect(try sound(store))
    }

    // U1
    @Test func longTextsAreUniqueAsAWhole() throws {
        let store = try store()
        let long = String(repeating: "x", count: 2000)
        try store.write {
            try store.add(Member(1, long + "a"))
            try store.add(Member(2, long + "b"))
        }
        #expect(code { try store.write { try store.add(Member(3, long + "a")) } } == .duplicateValue)
        #expect(store.object(ofType: Member.self, where: \.mail, is: long + "b")?.id == 2)
        #expect(store.object(ofType: Member.self, where: \.mail, is: long + "c") == nil)
        let first = try #require(store.object(ofType: Member.self, forPrimaryKey: 1))
        try store.write { first.mail = "short" }
        try store.write { try store.add(Member(3, long + "a")) }
        #expect(try sound(store))
    }

    // U1
    @Test func aWriteOfTheQueueThatBreaksItFailsAlone() async throws {
        let configuration = folder.configuration([Member.self])
        let codes = try await Self.writeAtOnce(configuration, ["ann", "bob", "ann", "cid"])
        #expect(codes == [nil, nil, .duplicateValue, nil])
        let store = try Store(configuration: configuration)
        #expect(Set(store.objects(Member.self).map(\.mail)) == ["ann", "bob", "cid"])
    }

    @MainActor private static func writeAtOnce(
        _ configuration: Store.Configuration, _ mails: [String]
    ) async throws -> [StoreError.Code?] {
        let store = try Store(configuration: configuration)
        var codes: [StoreError.Code?] = []
        for (id, mail) in mails.enumerated() {
            do {
                try await store.asyncWrite { store in try store.add(Member(id, mail)) }
                codes.append(nil)
            } catch {
                codes.append((error as? StoreError)?.code)
            }
        }
        return codes
    }
}

/// Versions of a class, in the order in which a program might have had them.
private enum Seats {
    enum Free {
        final class Seat: Object {
            @Persisted var row: Int
            @Persisted var place: String

            convenience init(_ row: Int, _ place: String) {
                self.init()
                (self.row, self.place) = (row, place)
            }
        }
    }
    enum ByPlace {
        final class Seat: Object {
            @Persisted var row: Int
            @Persisted(unique: true) var place: String
        }
    }
    enum ByBoth {
        final class Seat: Object {
            @Persisted var row: Int
            @Persisted var place: String
            override class func uniqueKeys() -> [[String]] { [["row", "place"]] }
        }
    }
    enum Wrong {
        final class Seat: Object {
            @Persisted var row: Int
            @Persisted var place: String
            @Persisted(unique: true) var note: AnyOther?
            override class func uniqueKeys() -> [[String]] { [["row", "seat"], [], ["row", "row"]] }
        }
        final class AnyOther: Object { @Persisted var name: String }
    }
}

extension UniqueRules {
    private func seats(_ type: Object.Type) -> Store.Configuration { folder.configuration([type], "seats.tarn") }

    // U3
    @Test func aRuleIsAddedToAFileThatKeepsIt() throws {
        var store = try Store(configuration: seats(Seats.Free.Seat.self))
        try store.write {
            for (row, place) in [(1, "a"), (1, "b"), (2, "a")] { try store.add(Seats.Free.Seat(row, place)) }
        }
        store.close()
        store = try Store(configuration: seats(Seats.ByBoth.Seat.self))
        let values: [String: Any] = ["row": 2, "place": "a"]
        #expect(code { try store.write { try store.create(Seats.ByBoth.Seat.self, value: values) } } == .duplicateValue)
        #expect(store.object(ofType: Seats.ByBoth.Seat.self, whereUnique: ["row": 2, "place": "a"]) != nil)
        #expect(try sound(store))
        store.close()
        // Dropped again, it is forgotten.
        store = try Store(configuration: seats(Seats.Free.Seat.self))
        try store.write { try store.add(Seats.Free.Seat(2, "a")) }
        #expect(try sound(store))
    }

    // U3
    @Test func aFileThatBreaksTheRuleIsLeftAsItWas() throws {
        let store = try Store(configuration: seats(Seats.Free.Seat.self))
        try store.write {
            for (row, place) in [(1, "a"), (1, "b"), (2, "a")] { try store.add(Seats.Free.Seat(row, place)) }
        }
        let version = try store.version()
        store.close()
        let text = message { try Store(configuration: seats(Seats.ByPlace.Seat.self)) }
        #expect(text.contains("Seat.place") && text.contains("\"a\""))
        #expect(code { try Store(configuration: seats(Seats.ByPlace.Seat.self)) } == .duplicateValue)
        let again = try Store(configuration: seats(Seats.Free.Seat.self))
        #expect(try again.version() == version && sound(again))
    }

    // U1
    @Test func aRuleAboutWhatIsNotThereIsRefused() {
        let text = message { try Store(configuration: seats(Seats.Wrong.Seat.self)) }
        #expect(text.contains("Seat.seat") && text.contains("names no property") && text.contains("twice"))
    }
}

extension Misuse {
    static let unique: [Misuse] = [
        withMembers("looking up a property that is not unique") { store in
            print(store.object(ofType: Member.self, where: \.first, is: "Ann") as Any)
        },
        withMembers("looking up a part of a unique key") { store in
            print(store.object(ofType: Member.self, whereUnique: ["first": "Ann", "club": 5]) as Any)
        },
    ]

    private static func withMembers(_ name: String, _ body: @escaping @Sendable (Store) throws -> Void) -> Misuse {
        Misuse(
            "U4", name,
            opening: { configuration in
                var configuration = configuration
                configuration.objectTypes = [Member.self]
                try body(Store(configuration: configuration))
            })
    }
}

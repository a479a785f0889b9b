import Foundation
import Tarn
import Testing

final class Town: Object {
    @Persisted(primaryKey: true) var name: String
}

final class Door: EmbeddedObject {
    @Persisted var colour = "white"
}

final class House: EmbeddedObject {
    @Persisted var street: String
    @Persisted var number: Int
    @Persisted var town: Town?
    @Persisted var door: Door?

    convenience init(_ street: String, _ number: Int = 1, door colour: String? = nil) {
        self.init()
        self.street = street
        self.number = number
        if let colour {
            let door = Door()
            door.colour = colour
            self.door = door
        }
    }
}

final class Tenant: Object {
    @Persisted(primaryKey: true) var id: Int
    @Persisted var home: House?
    @Persisted var office: House?

    convenience init(_ id: Int, home: House? = nil) {
        self.init()
        self.id = id
        self.home = home
    }
}

@Suite struct EmbeddedRules {
    let folder = TemporaryFolder()

    func store() throws -> Store { try Store(configuration: folder.configuration([Tenant.self])) }

    /// How many houses and doors there are in the file, and that all of it fits.
    private func counts(_ store: Store) throws -> [Int] {
        let url = try #require(store.configuration.fileURL)
        #expect(try Store.verify(at: url).faults.isEmpty)
        let types = try Store.information(at: url).types
        return ["House", "Door"].map { name in types.first { $0.name == name }?.objectCount ?? 0 }
    }

    @Test(arguments: Misuse.embedded) func breakingARuleOfEmbeddedObjectsTraps(misuse: Misuse) async throws {
        try await misuse.expectTrap(in: folder)
    }

    // L4
    @Test func anEmbeddedObjectGoesWithItsOwner() throws {
        let store = try store()
        let tenant = Tenant(1, home: House("Elm", door: "red"))
        try store.write {
            try store.add(tenant)
            try store.add(Tenant(2, home: House("Oak")))
        }
        let (home, door) = (try #require(tenant.home), try #require(tenant.home?.door))
        #expect(try home.street == "Elm" && door.colour == "red" && counts(store) == [2, 1])
        try store.write { try store.delete(tenant) }
        #expect(try home.isInvalidated && door.isInvalidated && counts(store) == [1, 0])
        try store.write { try store.deleteAll(Tenant.self) }
        #expect(try counts(store) == [0, 0])
    }

    // L4
    @Test func anEmbeddedObjectGoesWhenItIsReplacedOrTakenOut() throws {
        let store = try store()
        let tenant = Tenant(1, home: House("Elm", door: "red"))
        try store.write { try store.add(tenant) }
        let (first, door) = (try #require(tenant.home), try #require(tenant.home?.door))
        try store.write { tenant.home = House("Oak", 7) }
        #expect(try first.isInvalidated && door.isInvalidated && tenant.home?.number == 7 && counts(store) == [1, 0])
        try store.write {
            tenant.home?.door = Door()
            tenant.office = House("Ash")
            tenant.home = nil
        }
        #expect(try tenant.home == nil && tenant.office?.street == "Ash" && counts(store) == [1, 0])
        try store.write { tenant.office = nil }
        #expect(try counts(store) == [0, 0])
    }

    // L4, Q11
    @Test func settingManyKeepsToOneOwner() throws {
        let store = try store()
        try store.write { for id in 1...3 { try store.add(Tenant(id, home: House("Elm", id))) } }
        let all = store.objects(Tenant.self)
        try store.write { try all.where { $0.id == 2 }.setValue(House("Oak"), for: \.home) }
        #expect(try all[1].home?.street == "Oak" && counts(store) == [3, 0])
        try store.write { try all.where { $0.id == 9 }.setValue(House("Ash"), for: \.home) }
        try store.write { try all.setValue(nil, for: \.home) }
        #expect(try counts(store) == [0, 0])
    }

    // L4, L7
    @Test func givingAnOwnerWhatItHasKeepsIt() throws {
        let store = try store()
        let tenant = Tenant(1, home: House("Elm"))
        try store.write { try store.add(tenant) }
        try store.write { tenant.home = tenant.home }
        #expect(try tenant.home?.street == "Elm" && counts(store) == [1, 0])
    }

    // L4
    @Test func aCancelledWriteBringsTheOldOneBack() throws {
        let store = try store()
        let tenant = Tenant(1, home: House("Elm"))
        try store.write { try store.add(tenant) }
        try? store.write {
            tenant.home = House("Oak")
            throw CancellationError()
        }
        #expect(try tenant.home?.street == "Elm" && counts(store) == [1, 0])
    }

    // L4
    @Test func creatingFromAnObjectCopiesWhatBelongsToIt() throws {
        let store = try store()
        let (managed, loose) = (Tenant(1, home: House("Elm", door: "red")), Tenant(2, home: House("Oak")))
        try store.write { try store.add(managed) }
        let values: [String: Any] = ["id": 4, "home": ["street": "Ash", "number": 3, "door": ["colour": "blue"]]]
        try store.write {
            managed.office = House("Fir")
            for source in [managed, loose] {
                let values: [String: Any] = ["id": source.id + 10, "home": source.home as Any]
                if source.store != nil { try store.create(Tenant.self, value: values) }
            }
            try store.create(Tenant.self, value: loose)
            try store.create(Tenant.self, value: values)
        }
        let copy = try #require(store.object(ofType: Tenant.self, forPrimaryKey: 11))
        #expect(copy.home?.door?.colour == "red" && copy.home != managed.home && managed.home?.street == "Elm")
        #expect(store.object(ofType: Tenant.self, forPrimaryKey: 2)?.home?.street == "Oak" && loose.home?.store == nil)
        #expect(store.object(ofType: Tenant.self, forPrimaryKey: 4)?.home?.door?.colour == "blue")
        #expect(try counts(store) == [5, 3])
    }

    // L6
    @Test func anEmbeddedObjectLinksToObjectsThatStandByThemselves() throws {
        let store = try store()
        let tenant = Tenant(1, home: House("Elm"))
        let town = Town()
        town.name = "Uppsala"
        tenant.home?.town = town
        try store.write { try store.add(tenant) }
        #expect(tenant.home?.town?.name == "Uppsala" && store.objects(Town.self).count == 1)
        try store.write { try store.delete(town) }
        #expect(tenant.home?.town == nil)
        try store.write { try store.delete(tenant) }
        #expect(store.objects(Town.self).isEmpty)
    }

    // P6
    @Test func modifiedChangesAnEmbeddedObjectInPlaceAndAllReplacesIt() throws {
        let store = try store()
        try store.write { try store.add(Tenant(1, home: House("Elm", 5, door: "red"))) }
        let tenant = try #require(store.object(ofType: Tenant.self, forPrimaryKey: 1))
        let (home, door) = (try #require(tenant.home), try #require(tenant.home?.door))
        try store.write { try store.add(Tenant(1, home: House("Elm", 6, door: "red")), update: .modified) }
        #expect(!home.isInvalidated && home.number == 6 && tenant.home == home && home.door == door)
        // What is not named stays.
        let values: [String: Any] = ["id": 1, "home": ["street": "Oak"]]
        try store.write { try store.create(Tenant.self, value: values, update: .modified) }
        #expect(home.street == "Oak" && home.number == 6 && home.door == door)
        try store.write { try store.create(Tenant.self, value: values, update: .all) }
        #expect(home.isInvalidated && door.isInvalidated && tenant.home?.street == "Oak" && tenant.home?.number == 0)
        #expect(try counts(store) == [1, 0])
        try store.write { try store.add(Tenant(1), update: .modified) }
        #expect(try tenant.home == nil && counts(store) == [0, 0])
    }

    // P6
    @Test func modifiedReportsOnlyWhatDiffersInAnEmbeddedObject() throws {
        let store = try store()
        try store.write { try store.add(Tenant(1, home: House("Elm", 5))) }
        let tenant = try #require(store.object(ofType: Tenant.self, forPrimaryKey: 1))
        let heard = Heard()
        let token = try #require(tenant.home).observe { change in heard.note(Self.text(change)) }
        try store.write { try store.add(Tenant(1, home: House("Elm", 6)), update: .modified) }
        #expect(heard.take() == ["number"])
        token.invalidate()
    }

    // ON7
    @Test func anEmbeddedObjectIsObservedUntilItsOwnerGoes() throws {
        let store = try store()
        let tenant = Tenant(1, home: House("Elm"))
        try store.write { try store.add(tenant) }
        let heard = Heard()
        let token = try #require(tenant.home).observe { change in heard.note(Self.text(change)) }
        try store.write { tenant.home?.number = 9 }
        try store.write { try store.delete(tenant) }
        #expect(heard.take() == ["number", "deleted"])
        token.invalidate()
    }

    private static func text(_ change: ObjectChange<House>) -> String {
        switch change {
        case .initial: "initial"
        case .change(_, let properties): properties.map(\.name).joined(separator: " ")
        case .deleted: "deleted"
        }
    }
}

extension Misuse {
    static let embedded: [Misuse] = [
        withTenants("L4", "giving an embedded object to a second owner") { store, tenant in
            tenant.office = tenant.home
        },
        withTenants("L4", "giving an embedded object to a second owner when that is added") { store, tenant in
            try store.add(Tenant(2, home: tenant.home))
        },
        withTenants("L4", "adding two owners of one embedded object") { store, _ in
            let tenant = Tenant(3, home: House("Elm"))
            tenant.office = tenant.home
            try store.add(tenant)
        },
        withTenants("L4", "setting one embedded object for many owners") { store, _ in
            try store.add(Tenant(2))
            try store.objects(Tenant.self).setValue(House("Elm"), for: \.home)
        },
        withTenants("L5", "adding an embedded object") { store, _ in try store.add(House("Elm") as Object) },
        withTenants("L5", "creating an embedded object") { store, _ in
            let type: Object.Type = House.self
            try store.create(type)
        },
        withTenants("L5", "a query for embedded objects") { store, _ in
            let type: Object.Type = House.self
            print(store.objects(type).count)
        },
        withTenants("L5", "deleting an embedded object") { store, tenant in
            try store.delete(try #require(tenant.home) as Object)
        },
        withTenants("L5", "deleting a class of embedded objects") { store, _ in try store.deleteAll(House.self) },
    ]

    private static func withTenants(
        _ rule: String, _ name: String, _ body: @escaping @Sendable (Store, Tenant) throws -> Void
    ) -> Misuse {
        Misuse(
            rule, name,
            opening: { configuration in
                var configuration = configuration
                configuration.objectTypes = [Tenant.self]
                let store = try Store(configuration: configuration)
                let tenant = Tenant(1, home: House("Elm"))
                try store.write {
                    try store.add(tenant)
                    try body(store, tenant)
                }
            })
    }
}

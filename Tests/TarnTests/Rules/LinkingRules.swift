import Foundation
import Tarn
import Testing

final class Owner: Object {
    @Persisted(primaryKey: true) var id: Int
    @Persisted var age = 0
    @Persisted var favourite: Pet?
    @Persisted var pets: List<Pet>
    @Persisted var known: MutableSet<Pet>
    @Persisted var named: Map<String, Pet?>
    @Persisted var basket: Basket?

    convenience init(_ id: Int, age: Int = 0) {
        self.init()
        (self.id, self.age) = (id, age)
    }
}

final class Pet: Object {
    @Persisted var name: String
    @Persisted(originProperty: "favourite") var favouriteOf: LinkingObjects<Owner>
    @Persisted var age: Int
    @Persisted(originProperty: "pets") var owners: LinkingObjects<Owner>
    @Persisted(originProperty: "known") var knownBy: LinkingObjects<Owner>
    @Persisted(originProperty: "named") var namedBy: LinkingObjects<Owner>
    @Persisted(originProperty: "guest") var baskets: LinkingObjects<Basket>
}

final class Basket: EmbeddedObject {
    @Persisted var guest: Pet?
    @Persisted(originProperty: "basket") var owners: LinkingObjects<Owner>
}

@Suite struct LinkingRules {
    let folder = TemporaryFolder()

    private func store() throws -> Store { try Store(configuration: folder.configuration([Pet.self])) }

    private func filled() throws -> (Store, Pet, [Owner]) {
        let store = try store()
        let pet = Pet()
        pet.name = "Rex"
        let owners = (1...3).map { Owner($0, age: $0 * 10) }
        try store.write {
            try store.add(pet)
            try store.add(owners)
        }
        return (store, pet, owners)
    }

    @Test(arguments: Misuse.linking) func breakingARuleOfLinkingObjectsTraps(misuse: Misuse) async throws {
        try await misuse.expectTrap(in: folder)
    }

    // L2
    @Test func everyoneWhoLinksIsListedOncePerOccurrence() throws {
        let (store, pet, owners) = try filled()
        #expect(pet.owners.isEmpty && pet.favouriteOf.isEmpty)
        try store.write {
            owners[0].favourite = pet
            owners[2].favourite = pet
            owners[0].pets.append(pet)
            owners[1].pets.append(objectsIn: [pet, pet])
            owners[1].known.insert(pet)
            owners[2].named["a"] = pet
            owners[2].named["b"] = pet
            // It follows the write itself.
            #expect(pet.owners.map(\.id) == [1, 2, 2] && pet.favouriteOf.count == 2)
        }
        #expect(pet.favouriteOf.map(\.id) == [1, 3] && pet.owners.map(\.id) == [1, 2, 2])
        #expect(pet.knownBy.map(\.id) == [2] && pet.namedBy.map(\.id) == [3, 3])
        #expect(pet.owners[1] == owners[1] && pet.owners.index(of: owners[1]) == 1 && pet.owners.last?.id == 2)
        #expect(pet.name == "Rex" && pet.age == 0)
        try store.write {
            owners[1].pets.remove(at: 0)
            try store.delete(owners[0])
        }
        #expect(pet.owners.map(\.id) == [2] && pet.favouriteOf.map(\.id) == [3])
        #expect(try Store.verify(at: try #require(store.configuration.fileURL)).faults.isEmpty)
    }

    // L2
    @Test func itFollowsTheSnapshot() throws {
        let (store, pet, owners) = try filled()
        let other = try Store(configuration: folder.configuration([Pet.self]))
        let same = try #require(other.objects(Pet.self).first)
        let linking = same.favouriteOf
        #expect(linking.isEmpty)
        try store.write { owners[0].favourite = pet }
        #expect(linking.isEmpty)
        try other.refresh()
        #expect(linking.map(\.id) == [1])
    }

    // L2
    @Test func itIsQueriedAndSortedAsResults() throws {
        let (store, pet, owners) = try filled()
        try store.write { for owner in owners { owner.pets.append(objectsIn: [pet, pet]) } }
        #expect(pet.owners.where { $0.age > 15 }.map(\.id) == [2, 2, 3, 3])
        #expect(pet.owners.sorted(by: \.age, ascending: false).map(\.id) == [3, 3, 2, 2, 1, 1])
        #expect(pet.owners.distinct(by: \.id).map(\.id) == [1, 2, 3])
    }

    // L2
    @Test func queriesLeadOverIt() throws {
        let (store, pet, owners) = try filled()
        let other = Pet()
        other.name = "Tom"
        try store.write {
            for owner in owners { owner.pets.append(pet) }
            owners[0].pets.append(other)
        }
        let pets = store.objects(Pet.self)
        #expect(pets.where { $0.owners.count == 3 }.map(\.name) == ["Rex"])
        #expect(pets.where { $0.owners.age > 25 }.map(\.name) == ["Rex"])
        #expect(pets.where { $0.owners.age < 15 }.count == 2)
        #expect(try pets.filter("ANY owners.age > 25").map(\.name) == ["Rex"])
        #expect(try pets.filter("owners.@count == 1").map(\.name) == ["Tom"])
    }

    // L2, N3
    @Test func itIsObserved() throws {
        let (store, pet, owners) = try filled()
        try store.write { owners[1].pets.append(pet) }
        let heard = Heard()
        let token = pet.owners.observe { change in
            switch change {
            case .initial(let owners): heard.note("\(owners.map(\.id))")
            case .update(let owners, let update):
                heard.note("\(owners.map(\.id)) -\(update.deletions) +\(update.insertions) ~\(update.modifications)")
            }
        }
        try store.refresh()
        try store.write { owners[0].pets.append(objectsIn: [pet, pet]) }
        try store.write { owners[1].age = 7 }
        try store.write { owners[2].age = 8 }
        try store.write { owners[0].pets.removeLast() }
        try store.write { try store.delete(pet) }
        #expect(
            heard.take() == [
                "[2]", "[1, 1, 2] -[] +[0, 1] ~[]", "[1, 1, 2] -[] +[] ~[2]", "[1, 2] -[1] +[] ~[0]",
                "[] -[0, 1] +[] ~[]",
            ])
        token.invalidate()
    }

    // L6
    @Test func embeddedObjectsHaveInverseRelations() throws {
        let (store, pet, owners) = try filled()
        let basket = Basket()
        basket.guest = pet
        try store.write { owners[1].basket = basket }
        #expect(pet.baskets.first?.owners.first?.id == 2 && basket.owners.count == 1)
        try store.write { owners[1].basket = nil }
        #expect(pet.baskets.isEmpty)
    }

    // L2
    @Test func ofAnObjectThatIsInNoStoreItIsEmpty() throws {
        let owner = Owner(1)
        let pet = Pet()
        owner.favourite = pet
        #expect(pet.favouriteOf.isEmpty && pet.favouriteOf.index(of: owner) == nil)
        let store = try store()
        try store.write { try store.add(owner) }
        #expect(pet.favouriteOf.map(\.id) == [1])
    }

    // L2, C6
    @Test func aFrozenObjectKeepsWhoLinkedToIt() throws {
        let (store, pet, owners) = try filled()
        try store.write { owners[0].favourite = pet }
        let frozen = pet.freeze()
        try store.write { owners[1].favourite = pet }
        #expect(frozen.favouriteOf.count == 1 && frozen.favouriteOf.first?.age == 10)
        #expect(pet.favouriteOf.count == 2)
    }

    // L2
    @Test func whatLinksHereHasToExist() {
        let text = message { try Store(configuration: folder.configuration([Stray.self], "stray.tarn")) }
        #expect(text.contains("Stray.a: L2: Owner has no persisted property nothing"))
        #expect(text.contains("Stray.b: L2: Owner.favourite does not link to Stray"))
        #expect(text.contains("Stray.c: L2: needs @Persisted(originProperty:)"))
    }

    // L2
    @Test func itHasNoColumnInTheFile() throws {
        let store = try store()
        let types = try Store.information(at: try #require(store.configuration.fileURL)).types
        #expect(types.first { $0.name == "Pet" }?.properties.map(\.name) == ["name", "age"])
        let owner = try #require(types.first { $0.name == "Owner" })
        #expect(
            owner.properties.map(\.typeName) == [
                "int64", "int64", "link to Pet", "list of Pet", "set of Pet", "map of Pet?", "embedded Basket",
            ])
        #expect(types.first { $0.name == "Basket" }?.isEmbedded == true)
        #expect(Pet().description == "Pet(name: , age: 0)")
    }
}

/// Says wrongly who links to it.
final class Stray: Object {
    @Persisted var name: String
    @Persisted(originProperty: "nothing") var a: LinkingObjects<Owner>
    @Persisted(originProperty: "favourite") var b: LinkingObjects<Owner>
    @Persisted var c: LinkingObjects<Owner>
}

extension Misuse {
    static let linking: [Misuse] = [
        withPet("L2", "setting linking objects") { store, pet in try store.write { pet.owners = pet.owners } },
        withPet("L2", "querying linking objects of an object in no store") { _, _ in
            print(Pet().owners.where { $0.age > 1 }.count)
        },
        withPet("L8", "an index outside of linking objects") { _, pet in print(pet.owners[0]) },
        withPet("O1", "reading the linking objects of a deleted object") { store, pet in
            try store.write { try store.delete(pet) }
            print(pet.owners.count)
        },
    ]

    private static func withPet(
        _ rule: String, _ name: String, _ body: @escaping @Sendable (Store, Pet) throws -> Void
    ) -> Misuse {
        Misuse(
            rule, name,
            opening: { configuration in
                var configuration = configuration
                configuration.objectTypes = [Pet.self]
                let store = try Store(configuration: configuration)
                let pet = Pet()
                try store.write { try store.add(pet) }
                try body(store, pet)
            })
    }
}

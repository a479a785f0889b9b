import Foundation
import Tarn

final class Keeper: Object {
    @Persisted(primaryKey: true) var id: Int
    @Persisted var name: String
    @Persisted(indexed: true) var age: Int
    @Persisted var nickname: String?
    @Persisted var height: Double?
    @Persisted var member: Bool
    @Persisted var since: Date
    @Persisted var size: Size
    @Persisted var friend: Keeper?
    @Persisted var home: Place?
    @Persisted var pets: List<Creature>
    @Persisted(originProperty: "friend") var friends: LinkingObjects<Keeper>
    @Persisted var scores: List<Int>
    @Persisted var tags: MutableSet<String>
    @Persisted var phones: Map<String, String>

    override class func propertiesMapping() -> [String: String] { ["nickname": "called"] }
}

final class Creature: Object {
    @Persisted var name: String
    @Persisted var age: Int
    @Persisted var weight: Double
    @Persisted var good: Bool
    @Persisted var keeper: Keeper?
    @Persisted var toys: List<String>
    @Persisted(originProperty: "pets") var owners: LinkingObjects<Keeper>
}

final class Place: Object {
    @Persisted(primaryKey: true) var name: String
    @Persisted var size: Int
}

/// Keepers, pets and places with values from small ranges, so that conditions find some and not all.
enum FrontEndSample {
    static let names = ["", "Ann", "ann", "Bob", "\u{C9}ve", "eve", "Zo\u{EB}", "Rex"]

    static func store(_ random: inout SplitMix, count: Int = 60) throws -> Store {
        let types: [Object.Type] = [Keeper.self, Creature.self, Place.self]
        let store = try Store(configuration: .init(inMemoryIdentifier: UUID().uuidString, objectTypes: types))
        try store.write {
            var places: [Place] = []
            for name in ["Oslo", "Seoul", "Bangkok"] {
                let place = Place()
                (place.name, place.size) = (name, Int.random(in: 0...3, using: &random))
                places.append(place)
                try store.add(place)
            }
            var keepers: [Keeper] = []
            for id in 0..<count { keepers.append(keeper(id, &random)) }
            try store.add(keepers)
            for keeper in keepers {
                if Bool.random(using: &random) { keeper.friend = keepers.randomElement(using: &random) }
                if Bool.random(using: &random) { keeper.home = places.randomElement(using: &random) }
                for _ in 0..<Int.random(in: 0...3, using: &random) {
                    let pet = pet(&random)
                    if Bool.random(using: &random) { pet.keeper = keeper }
                    keeper.pets.append(pet)
                }
            }
        }
        return store
    }

    private static func keeper(_ id: Int, _ random: inout SplitMix) -> Keeper {
        let keeper = Keeper()
        keeper.id = id
        keeper.name = names.randomElement(using: &random) ?? ""
        keeper.age = Int.random(in: 0...9, using: &random)
        keeper.nickname = Bool.random(using: &random) ? names.randomElement(using: &random) : nil
        keeper.height = Bool.random(using: &random) ? Double(Int.random(in: 0...8, using: &random)) / 2 : nil
        keeper.member = Bool.random(using: &random)
        keeper.since = Date(timeIntervalSinceReferenceDate: Double(Int.random(in: 0...5, using: &random) * 86_400))
        keeper.size = Bool.random(using: &random) ? .small : .large
        for _ in 0..<Int.random(in: 0...3, using: &random) {
            keeper.scores.append(Int.random(in: 0...5, using: &random))
        }
        for _ in 0..<Int.random(in: 0...2, using: &random) {
            keeper.tags.insert(names.randomElement(using: &random) ?? "")
        }
        for key in ["home", "work"] where Bool.random(using: &random) {
            keeper.phones[key] = names.randomElement(using: &random) ?? ""
        }
        return keeper
    }

    private static func pet(_ random: inout SplitMix) -> Creature {
        let pet = Creature()
        pet.name = names.randomElement(using: &random) ?? ""
        pet.age = Int.random(in: 0...5, using: &random)
        pet.weight = Double(Int.random(in: 0...6, using: &random)) / 2
        pet.good = Bool.random(using: &random)
        for _ in 0..<Int.random(in: 0...2, using: &random) {
            pet.toys.append(names.randomElement(using: &random) ?? "")
        }
        return pet
    }
}

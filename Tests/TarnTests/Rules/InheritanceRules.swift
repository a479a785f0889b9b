import Foundation
import Tarn
import Testing

class Animal: Object {
    @Persisted(primaryKey: true) var id: Int
    @Persisted var name: String
    @Persisted(indexed: true) var weight: Double?
    @Persisted var legs: Int
}

class Mammal: Animal {
    @Persisted var isWild: Bool
}

final class Cat: Mammal {
    @Persisted var lives = 9
}

final class Bird: Animal {
    @Persisted var span: Double
}

@Suite struct InheritanceRules {
    let folder = TemporaryFolder()

    private func filled() throws -> Store {
        let store = try Store(configuration: folder.configuration([Cat.self, Bird.self]))
        try store.write {
            for id in 0..<20 {
                let type: Animal.Type = [Animal.self, Cat.self, Bird.self, Mammal.self][id % 4]
                let animal = type.init()
                animal.id = id
                animal.name = "n\((id * 7) % 20)"
                animal.weight = id % 5 == 0 ? nil : Double((id * 13) % 17)
                animal.legs = id % 4
                try store.add(animal)
            }
        }
        return store
    }

    @Test(arguments: Misuse.inheritance) func breakingARuleOfSeveralClassesTraps(misuse: Misuse) async throws {
        try await misuse.expectTrap(in: folder)
    }

    // Complaint 25
    @Test func aClassIsReadWithAllThatInheritFromIt() throws {
        let store = try filled()
        let animals = store.objects(Animal.self)
        #expect(animals.count == 5 && animals.allSatisfy { type(of: $0) == Animal.self })
        let all = animals.includingSubclasses()
        #expect(all.count == 20 && Set(all.map(\.id)) == Set(0..<20))
        #expect(store.objects(Mammal.self).includingSubclasses().count == 10)
        #expect(store.objects(Cat.self).includingSubclasses().count == 5)
        for animal in all {
            let expected: Animal.Type = [Animal.self, Cat.self, Bird.self, Mammal.self][animal.id % 4]
            #expect(type(of: animal) == expected)
            if let cat = animal as? Cat { #expect(cat.lives == 9) }
        }
        #expect(all.first.map { all.index(of: $0) } == 0 && all.last.map { all.index(of: $0) } == 19)
    }

    @Test func filtersOrdersAndLimitsWorkOverAllOfThem() throws {
        let store = try filled()
        let all = store.objects(Animal.self).includingSubclasses()
        let model = Array(all).map { ($0.id, $0.name, $0.weight) }
        let byName = model.sorted { $0.1 < $1.1 }.map(\.0)
        #expect(all.sorted(by: \.name).map(\.id) == byName)
        #expect(all.sorted(by: \.name, ascending: false).map(\.id) == byName.reversed())
        #expect(all.sorted(by: \.name).limit(6, offset: 3).map(\.id) == Array(byName[3..<9]))
        #expect(all.sorted(by: \.name).limit(6, offset: 3).limit(9, offset: 2).map(\.id) == Array(byName[5..<9]))
        #expect(all.limit(7).count == 7 && all.limit(30, offset: 18).count == 2)
        let weights = all.sorted(by: [.init(\.weight), .init(\.id, ascending: false)]).map { ($0.weight, $0.id) }
        let sorted = model.map { ($0.2, $0.0) }.sorted {
            ($0.0 ?? -1, -$0.1) < ($1.0 ?? -1, -$1.1)
        }
        #expect(weights.map(\.1) == sorted.map(\.1))
        #expect(Set(all.where { $0.weight > 8 }.map(\.id)) == Set(model.filter { ($0.2 ?? 0) > 8 }.map(\.0)))
        #expect(try all.filter(#Predicate<Animal> { $0.legs == 1 }).count == 5)
        #expect(try all.filter("legs == %@ AND name != nil", 1).count == 5)
        #expect(code { try all.filter("legs == 1 SORT(name ASC)") } == .invalidPredicate)
        #expect(all.sorted(by: \.name)[19].id == byName[19] && all.sorted(by: \.name).first?.id == byName[0])
    }

    @Test func aggregatesAreThoseOfAll() throws {
        let store = try filled()
        let all = store.objects(Animal.self).includingSubclasses()
        let weights = all.compactMap(\.weight)
        #expect(all.sum(of: \.legs) == 30 && all.average(of: \.legs) == 1.5)
        #expect(all.min(of: \.weight) == weights.min() && all.max(of: \.weight) == weights.max())
        let average = try #require(all.average(of: \.weight))
        #expect(abs(average - weights.reduce(0, +) / Double(weights.count)) < 1e-9)
        let none = all.where { $0.id > 100 }
        #expect(none.sum(of: \.legs) == 0 && none.average(of: \.legs) == nil && none.max(of: \.name) == nil)
    }

    @Test func anObjectIsFoundByItsKeyWhateverItsClass() throws {
        let store = try filled()
        let bird = store.object(ofType: Animal.self, includingSubclasses: true, forPrimaryKey: 6)
        #expect(bird is Bird && store.object(ofType: Animal.self, forPrimaryKey: 6) == nil)
        #expect(store.object(ofType: Animal.self, includingSubclasses: true, forPrimaryKey: 99) == nil)
        #expect(store.object(ofType: Animal.self, includingSubclasses: false, forPrimaryKey: 6) == nil)
    }

    // Q3
    @Test func aLoopKeepsToWhatWasFound() throws {
        let store = try filled()
        let light = store.objects(Animal.self).includingSubclasses().where { $0.legs < 2 }
        var seen = 0
        try store.write {
            for animal in light {
                animal.legs = 5
                seen += 1
            }
        }
        #expect(seen == 10 && light.isEmpty)
        try store.write { try store.delete(store.objects(Animal.self).includingSubclasses().where { $0.legs == 5 }) }
        #expect(store.objects(Animal.self).includingSubclasses().count == 10)
    }

    // N2-N7
    @Test(arguments: [false, true]) func observersHearExactlyWhatChanged(isLimited: Bool) throws {
        let given = ProcessInfo.processInfo.environment["TARN_SEED"].flatMap { UInt64($0) }
        let seed = given ?? .random(in: 1...999_999)
        var generator = SplitMix(seed: seed)
        let store = try filled()
        let sorted = store.objects(Animal.self).includingSubclasses().sorted(by: \.legs).sorted(by: \.weight)
        let all = isLimited ? sorted.limit(6, offset: 2) : sorted
        var list: [Int] = []
        var calls = 0
        let token = all.observe { change in
            calls += 1
            guard case .update(let now, let update) = change else {
                list = all.map(\.id)
                return
            }
            let before = list
            for place in update.deletions.reversed() { list.remove(at: place) }
            let new = now.map(\.id)
            for place in update.insertions { list.insert(new[place], at: place) }
            #expect(list == new, "TARN_SEED=\(seed)")
            for (old, place) in zip(update.modifications, update.newModifications) {
                #expect(before[old] == new[place] && !update.insertions.contains(place), "TARN_SEED=\(seed)")
            }
            for move in update.moves { #expect(before[move.from] == new[move.to]) }
        }
        try store.refresh()
        for round in 0..<60 {
            try store.write {
                for _ in 0...Int.random(in: 0...3, using: &generator) {
                    let id = Int.random(in: 0..<24, using: &generator)
                    let type: Animal.Type = [Animal.self, Cat.self, Bird.self, Mammal.self][id % 4]
                    let found = store.object(ofType: Animal.self, includingSubclasses: true, forPrimaryKey: id)
                    if let found, Bool.random(using: &generator) {
                        found.weight = round % 3 == 0 ? nil : Double(Int.random(in: 0..<9, using: &generator))
                    } else if let found {
                        try store.delete(found)
                    }
                    if found == nil || found?.isInvalidated == true && Bool.random(using: &generator) {
                        let made = type.init()
                        made.id = id
                        made.weight = Double(id % 7)
                        try store.add(made)
                    }
                }
            }
            #expect(list == all.map(\.id), "TARN_SEED=\(seed)")
        }
        #expect(calls > 20)
        token.invalidate()
    }

    @Test func anObserverIsNotToldOfOtherClassesAndColumns() throws {
        let store = try filled()
        let heard = Heard()
        let mammals = store.objects(Mammal.self).includingSubclasses().sorted(by: \.id)
        let token = mammals.observe(keyPaths: [\.name]) { change in
            if case .update(_, let update) = change { heard.note("~\(update.modifications)") }
        }
        try store.refresh()
        try store.write { store.object(ofType: Bird.self, forPrimaryKey: 2)?.name = "x" }
        try store.write { store.object(ofType: Cat.self, forPrimaryKey: 1)?.lives = 8 }
        #expect(heard.isEmpty)
        try store.write { store.object(ofType: Mammal.self, forPrimaryKey: 3)?.name = "y" }
        #expect(heard.take() == ["~[1]"])
        token.invalidate()
    }
}

extension Misuse {
    static let inheritance: [Misuse] = [
        withAnimals("Q16", "filtering results of several classes after a limit") { store in
            print(store.objects(Animal.self).includingSubclasses().limit(1).where { $0.id > 1 }.count)
        },
        withAnimals("Q16", "including subclasses after a filter") { store in
            print(store.objects(Animal.self).where { $0.id > 1 }.includingSubclasses().count)
        },
        withAnimals("L8", "an index outside of results of several classes") { store in
            print(store.objects(Animal.self).includingSubclasses()[0])
        },
    ]

    private static func withAnimals(
        _ rule: String, _ name: String, _ body: @escaping @Sendable (Store) throws -> Void
    ) -> Misuse {
        Misuse(
            rule, name,
            opening: { configuration in
                var configuration = configuration
                configuration.objectTypes = [Cat.self, Bird.self]
                try body(Store(configuration: configuration))
            })
    }
}

import Foundation
import Tarn
import Testing

@Suite struct SetRules {
    let folder = TemporaryFolder()

    @Test(arguments: Misuse.sets) func breakingARuleOfSetsTraps(misuse: Misuse) async throws {
        try await misuse.expectTrap(in: folder)
    }

    /// Every way to change a set, with the set that it must become.
    private func change(_ set: MutableSet<String>) -> Set<String> {
        var model: Set<String> = []
        func same(_ body: (MutableSet<String>) -> Void, _ modelBody: (inout Set<String>) -> Void) {
            body(set)
            modelBody(&model)
            #expect(Set(set) == model && set.count == model.count && Array(set).allSatisfy(set.contains))
        }
        same({ #expect($0.insert("b") && !$0.insert("b")) }, { $0.insert("b") })
        same({ $0.insert(objectsIn: ["a", "c", "a", "d"]) }, { $0.formUnion(["a", "c", "d"]) })
        same({ #expect($0.remove("c") && !$0.remove("x")) }, { $0.remove("c") })
        same({ $0.formUnion(["e", "a"]) }, { $0.formUnion(["e", "a"]) })
        same({ $0.subtract(["b", "z"]) }, { $0.subtract(["b", "z"]) })
        same({ $0.formIntersection(["a", "e", "q"]) }, { $0.formIntersection(["a", "e", "q"]) })
        same({ $0.formSymmetricDifference(["a", "f", "g"]) }, { $0.formSymmetricDifference(["a", "f", "g"]) })
        #expect(set.isSubset(of: ["e", "f", "g", "h"]) && !set.isSubset(of: ["e"]) && set.isSuperset(of: ["f"]))
        #expect(set.intersects(["g", "y"]) && set.isDisjoint(with: ["y"]) && set == ["g", "f", "e"] && set != ["g"])
        return model
    }

    // L3
    @Test func everyChangeOfASetIsThatOfASwiftSet() throws {
        let (store, kennel) = try folder.kennel()
        let model = change([])
        try store.write { #expect(change(kennel.words) == model) }
        #expect(kennel.words.isSubset(of: kennel.words) && Set(kennel.words) == model)
        let again = try Store(configuration: folder.kennels)
        #expect(try again.kennel().map { Set($0.words) } == model && folder.isSound(store))
        try store.write { kennel.words.formIntersection(kennel.words) }
        #expect(Set(kennel.words) == model)
        try store.write { kennel.words.subtract(kennel.words) }
        #expect(kennel.words.isEmpty && kennel.words.first == nil)
    }

    // L3: managed or not, a set tells its elements apart as the file does.
    @Test func aSetTellsValuesApartByTheirBytes() throws {
        let (store, kennel) = try folder.kennel()
        func fill(_ kennel: Kennel) {
            kennel.doubles.insert(objectsIn: [.nan, 0.0, -0.0, 1, -.nan, .infinity])
            kennel.words.insert(objectsIn: ["\u{E9}", "e\u{301}", ""])
            kennel.maybe.insert(objectsIn: [nil, 3, nil, -3])
            kennel.sizes.insert(objectsIn: [.large, .small, .large])
        }
        let other = Kennel(2)
        fill(other)
        #expect(other.doubles.count == 4 && other.words.count == 3 && other.maybe.count == 3)
        try store.write {
            fill(kennel)
            try store.add(other)
        }
        for kennel in [kennel, other] {
            #expect(kennel.doubles.count == 4 && kennel.words.count == 3 && kennel.maybe.count == 3)
            #expect(kennel.doubles.contains(.nan) && kennel.doubles.contains(-0.0) && !kennel.doubles.contains(2))
            #expect(kennel.maybe.contains(nil) && Set(kennel.sizes) == [.large, .small])
            #expect(Array(kennel.maybe) == [nil, -3, 3])
        }
        #expect(kennel.words == other.words && kennel.maybe.min() == -3 && kennel.maybe.sum() == 0)
    }

    // L3, O3, O6
    @Test func aSetOfLinksHoldsEachObjectOnceAndLosesDeletedOnes() throws {
        let (store, kennel) = try folder.kennel()
        let (rex, bob) = (Hound(1, "Rex"), Hound(2, "Bob"))
        let unmanaged: MutableSet<Hound> = [rex, bob, rex]
        #expect(unmanaged.count == 2)
        try store.write {
            #expect(kennel.pack.insert(rex) && !kennel.pack.insert(rex))
            kennel.pack.insert(bob)
        }
        let found = try #require(store.hound(2))
        #expect(unmanaged.contains(rex) && unmanaged.contains(found))
        #expect(kennel.pack.contains(bob) && kennel.pack.index(of: bob) == 1 && !kennel.pack.contains(Hound(1)))
        try store.write {
            try store.delete(rex)
            #expect(kennel.pack.map(\.id) == [2])
        }
        #expect(try kennel.pack.count == 1 && folder.isSound(store))
        try store.write { #expect(kennel.pack.remove(bob)) }
        #expect(kennel.pack.isEmpty && store.hound(2) != nil)
    }

    // Q3
    @Test func aLoopVisitsTheElementsThatWereThereWhenItBegan() throws {
        let (store, kennel) = try folder.kennel()
        try store.write {
            kennel.words.insert(objectsIn: ["a", "b", "c"])
            var seen: [String] = []
            for word in kennel.words {
                seen.append(word)
                kennel.words.removeAll()
            }
            #expect(seen == ["a", "b", "c"] && kennel.words.isEmpty)
        }
    }

    // L7
    @Test func settingASetReplacesTheContentsAndItselfChangesNothing() throws {
        let (store, kennel) = try folder.kennel()
        try store.write {
            kennel.words = ["a", "b"]
            kennel.words = kennel.words
            #expect(kennel.words == ["b", "a"])
            kennel.words = []
        }
        #expect(kennel.words.isEmpty)
    }

    @Test func aSetIsCodableAndDescribed() throws {
        let set: MutableSet<Int> = [3]
        let coded = try JSONEncoder().encode(set)
        #expect(try JSONDecoder().decode(MutableSet<Int>.self, from: coded) == set && "\(set)" == "[3]")
    }
}

extension Misuse {
    static let sets: [Misuse] = [
        outside("W8", "inserting into a set outside a write") { $1.words.insert("a") },
        kennel("L8", "reading behind a set") { _ = $1.words[0] },
        kennel("O1", "changing the set of a deleted object") { store, kennel in
            let set = kennel.words
            try store.delete(kennel)
            set.insert("a")
        },
    ]
}

import Foundation
import Tarn
import Testing

@Suite struct MapRules {
    let folder = TemporaryFolder()

    @Test(arguments: Misuse.maps) func breakingARuleOfMapsTraps(misuse: Misuse) async throws {
        try await misuse.expectTrap(in: folder)
    }

    /// Every way to change a map, with the dictionary that it must become.
    private func change(_ map: Map<String, Decimal>) -> [String: Decimal] {
        var model: [String: Decimal] = [:]
        func same(_ body: (Map<String, Decimal>) -> Void, _ modelBody: (inout [String: Decimal]) -> Void) {
            body(map)
            modelBody(&model)
            #expect(map.dictionary == model && map.count == model.count)
        }
        same({ $0["b"] = 2 }, { $0["b"] = 2 })
        same({ #expect($0.updateValue(1, forKey: "a") == nil) }, { $0["a"] = 1 })
        same({ #expect($0.updateValue(3, forKey: "b") == 2) }, { $0["b"] = 3 })
        same(
            { $0.merge(["b": 10, "c": 20]) { old, new in old + new } },
            { $0.merge(["b": 10, "c": 20]) { old, new in old + new } })
        same({ $0.merge(["d": 4] as Map) { _, new in new } }, { $0["d"] = 4 })
        same({ $0["a"] = nil }, { $0["a"] = nil })
        same({ $0.removeObject(for: "x") }, { _ in })
        same({ #expect($0.removeValue(forKey: "c") == 20) }, { $0["c"] = nil })
        same({ $0["e", default: 5] += 1 }, { $0["e", default: 5] += 1 })
        return model
    }

    // L3
    @Test func everyChangeOfAMapIsThatOfADictionary() throws {
        let (store, kennel) = try folder.kennel()
        let model = change([:])
        try store.write { #expect(change(kennel.costs) == model) }
        #expect(
            kennel.costs.keys == model.keys.sorted() && kennel.costs.values == model.keys.sorted().map { model[$0]! })
        #expect(kennel.costs["b"] == 13 && kennel.costs["zz"] == nil && kennel.costs.index(of: "d") == 1)
        #expect(kennel.costs.contains(key: "e") && !kennel.costs.contains(key: "") && kennel.costs[0].key == "b")
        #expect(kennel.costs.asKeyValueSequence().map(\.value) == [13, 4, 6])
        let again = try Store(configuration: folder.kennels)
        #expect(try again.kennel()?.costs.dictionary == model && folder.isSound(store))
        try store.write { kennel.costs.removeAll() }
        #expect(kennel.costs.isEmpty && kennel.costs.keys == [])
    }

    // L3: no text is refused as a key, and keys that look alike are different ones.
    @Test func everyTextIsAKey() throws {
        let (store, kennel) = try folder.kennel()
        let keys = [
            "", ".", "$", "com.example.app", "$set", "a.b$c", "\u{E9}", "e\u{301}", "\0", "\u{1F600}",
            String(repeating: "k", count: 5000),
        ]
        let other = Kennel(2)
        try store.write {
            for (number, key) in keys.enumerated() {
                kennel.costs[key] = Decimal(number)
                other.costs[key] = Decimal(number)
            }
            try store.add(other)
        }
        for kennel in [kennel, other] {
            #expect(kennel.costs.count == keys.count)
            for (number, key) in keys.enumerated() { #expect(kennel.costs[key] == Decimal(number)) }
        }
        #expect(try folder.isSound(store))
    }

    // L3: keys that are cases of an enum.
    @Test func anEnumCanBeTheKey() throws {
        let (store, kennel) = try folder.kennel()
        try store.write { kennel.titles = [.thai: "hello", .norse: "hei"] }
        #expect(
            kennel.titles[.norse] == "hei" && kennel.titles[.korean] == nil && kennel.titles.keys == [.norse, .thai])
        try store.write { kennel.titles[.korean] = "annyeong" }
        #expect(kennel.titles.dictionary == [.thai: "hello", .norse: "hei", .korean: "annyeong"])
    }

    // O3, O6
    @Test func anEntryStaysWithNilWhenItsObjectIsDeleted() throws {
        let (store, kennel) = try folder.kennel()
        let rex = Hound(1, "Rex")
        try store.write {
            kennel.named["first"] = rex
            kennel.named["again"] = rex
            kennel.named["none"] = .some(nil)
        }
        #expect(kennel.named["first"]??.name == "Rex" && kennel.named["none"] == .some(nil) && kennel.named.count == 3)
        try store.write {
            try store.delete(rex)
            #expect(kennel.named["first"] == .some(nil))
        }
        #expect(kennel.named.count == 3 && kennel.named.values.allSatisfy { $0 == nil })
        try store.write { kennel.named["first"] = Hound(2) }
        #expect(try kennel.named["first"]??.id == 2 && store.hound(2) != nil && folder.isSound(store))
    }

    // Q3
    @Test func aLoopVisitsTheEntriesThatWereThereWhenItBegan() throws {
        let (store, kennel) = try folder.kennel()
        try store.write {
            for id in 0..<4 { kennel.named["\(id)"] = Hound(id) }
            var seen: [String] = []
            for (key, hound) in kennel.named {
                seen.append(key + (hound?.isInvalidated == true ? "-" : ""))
                if key == "0" {
                    for id in 2..<4 { try store.delete(try #require(store.hound(id))) }
                    kennel.named["1"] = nil
                }
            }
            #expect(seen == ["0", "1", "2-", "3-"] && kennel.named.count == 3)
        }
    }

    // L7
    @Test func settingAMapReplacesTheContentsAndItselfChangesNothing() throws {
        let (store, kennel) = try folder.kennel()
        try store.write {
            kennel.costs = ["a": 1]
            kennel.costs = kennel.costs
            #expect(kennel.costs == ["a": 1])
            kennel.costs = ["b": 2]
        }
        #expect(kennel.costs == ["b": 2] && kennel.costs != ["b": 3])
    }

    @Test func aMapIsCodableAndDescribed() throws {
        let map: Map<Tongue, Int?> = [.thai: 1, .norse: nil]
        let coded = try JSONEncoder().encode(map)
        #expect(try JSONDecoder().decode(Map<Tongue, Int?>.self, from: coded) == map)
        #expect(throws: DecodingError.self) {
            try JSONDecoder().decode(Map<Tongue, Int>.self, from: Data(#"{"x":1}"#.utf8))
        }
        #expect("\(["a": 1] as Map<String, Int>)" == #"["a": 1]"#)
    }
}

extension Misuse {
    static let maps: [Misuse] = [
        outside("W8", "setting an entry outside a write") { $1.costs["a"] = 1 },
        kennel("L8", "reading behind a map") { _ = $1.costs[0] },
        kennel("L4", "giving an embedded value away") { _, kennel in
            kennel.boxes["a"] = Collar()
            kennel.boxes["b"] = kennel.boxes["a"]
        },
        kennel("O1", "changing the map of a deleted object") { store, kennel in
            let map = kennel.costs
            try store.delete(kennel)
            map["a"] = 1
        },
    ]
}

import Foundation
import Tarn
import Testing

@Suite struct ListRules {
    let folder = TemporaryFolder()

    @Test(arguments: Misuse.lists) func breakingARuleOfListsTraps(misuse: Misuse) async throws {
        try await misuse.expectTrap(in: folder)
    }

    /// Every way to change a list, with the array that it must become.
    private func change(_ list: List<String>) -> [String] {
        var model: [String] = []
        func same(_ body: (List<String>) -> Void, _ modelBody: (inout [String]) -> Void) {
            body(list)
            modelBody(&model)
            #expect(Array(list) == model && list.count == model.count)
        }
        same({ $0.append("a") }, { $0.append("a") })
        same({ $0.append(objectsIn: ["b", "c", "b"]) }, { $0 += ["b", "c", "b"] })
        same({ $0.insert("d", at: 1) }, { $0.insert("d", at: 1) })
        same({ $0.insert(contentsOf: ["e", "f"], at: 0) }, { $0.insert(contentsOf: ["e", "f"], at: 0) })
        same({ $0.remove(at: 2) }, { $0.remove(at: 2) })
        same({ $0.move(from: 0, to: 3) }, { $0.insert($0.remove(at: 0), at: 3) })
        same({ $0.move(from: 4, to: 1) }, { $0.insert($0.remove(at: 4), at: 1) })
        same({ $0.swapAt(0, 4) }, { $0.swapAt(0, 4) })
        same({ $0.swapAt(2, 1) }, { $0.swapAt(2, 1) })
        same({ $0.replace(index: 1, object: "g") }, { $0[1] = "g" })
        same({ $0[2] = "h" }, { $0[2] = "h" })
        same(
            { $0.replaceSubrange(1..<3, with: ["i", "j", "k"]) }, { $0.replaceSubrange(1..<3, with: ["i", "j", "k"]) })
        same({ $0.append(contentsOf: ["l", "m", "n", "o"]) }, { $0 += ["l", "m", "n", "o"] })
        same({ $0.removeFirst() }, { $0.removeFirst() })
        same({ $0.removeFirst(2) }, { $0.removeFirst(2) })
        same({ $0.removeLast() }, { $0.removeLast() })
        same({ $0.removeSubrange(1...2) }, { $0.removeSubrange(1...2) })
        same({ $0.append(objectsIn: ["p", "q", "r", "s"]) }, { $0 += ["p", "q", "r", "s"] })
        same({ $0.remove(atOffsets: [4, 0, 2, 0]) }, { old in old = [1, 3, 5, 6, 7, 8].map { old[$0] } })
        same({ $0.removeAll { $0 == "p" } }, { $0.removeAll { $0 == "p" } })
        return model
    }

    // L3
    @Test func everyChangeOfAListIsThatOfAnArray() throws {
        let (store, kennel) = try folder.kennel()
        let model = change(List<String>())
        try store.write { #expect(change(kennel.tags) == model) }
        #expect(Array(kennel.tags) == model && kennel.tags.first == model.first && kennel.tags.last == model.last)
        let again = try Store(configuration: folder.kennels)
        #expect(try Array(again.kennel()?.tags ?? []) == model && folder.isSound(store))
        try store.write { kennel.tags.removeAll() }
        #expect(try kennel.tags.isEmpty && kennel.tags.first == nil && folder.isSound(store))
    }

    // L3: as SwiftUI moves rows.
    @Test(arguments: [
        ([0, 1], 4), ([3, 4], 1), ([0, 4], 2), ([1, 3], 5), ([2], 2), ([0, 1, 2, 3, 4], 0), ([4], 0),
    ])
    func severalElementsMoveTogether(offsets: [Int], destination: Int) throws {
        let list: List<Int> = [0, 1, 2, 3, 4]
        list.move(fromOffsets: offsets, toOffset: destination)
        let rest = (0..<5).filter { !offsets.contains($0) }
        #expect(Array(list) == rest.filter { $0 < destination } + offsets + rest.filter { $0 >= destination })
    }

    // L3
    @Test func aListHoldsValuesOfEveryKind() throws {
        let (store, kennel) = try folder.kennel()
        let long = String(repeating: "\u{E9}", count: 70_000)
        try store.write {
            kennel.tags.append(objectsIn: ["", long, "x"])
            kennel.numbers.append(objectsIn: [.min, 0, .max])
            kennel.gaps.append(objectsIn: [nil, 1, nil, -1])
            kennel.tongues.append(objectsIn: [.norse, .thai])
            kennel.prices.append(objectsIn: [Decimal(string: "12345678901234567890.123456789")!, -1])
        }
        #expect(Array(kennel.tags) == ["", long, "x"] && Array(kennel.numbers) == [.min, 0, .max])
        #expect(Array(kennel.gaps) == [nil, 1, nil, -1] && Array(kennel.tongues) == [.norse, .thai])
        #expect(kennel.prices[0] == Decimal(string: "12345678901234567890.123456789")! && kennel.prices[1] == -1)
        #expect(kennel.gaps.index(of: nil) == 0 && kennel.gaps.index(of: -1) == 3 && kennel.gaps.index(of: 7) == nil)
        #expect(kennel.tags.contains(long) && kennel.tags.firstIndex(of: "x") == 2 && !kennel.tags.contains("y"))
        #expect(kennel.tongues.index { $0 == .thai } == 1 && kennel.numbers.objects(at: [2, 0]) == [.max, .min])
        #expect(try folder.isSound(store))
    }

    // L3, O3, O6
    @Test func aListOfLinksAddsObjectsAndLosesDeletedOnes() throws {
        let (store, kennel) = try folder.kennel()
        let (rex, bob) = (Hound(1, "Rex"), Hound(2, "Bob"))
        rex.friend = Hound(3, "Far")
        try store.write {
            kennel.hounds.append(objectsIn: [rex, bob, rex])
            #expect(kennel.hounds.map(\.id) == [1, 2, 1])
        }
        #expect(rex.store == store && store.hound(3)?.name == "Far" && kennel.hounds[2] == rex)
        #expect(kennel.hounds.index(of: bob) == 1 && kennel.hounds.index(of: Hound(2)) == nil)
        try store.write {
            try store.delete(rex)
            #expect(kennel.hounds.map(\.id) == [2] && kennel.hounds.count == 1)
            kennel.hounds.append(Hound(4))
        }
        #expect(kennel.hounds.map(\.id) == [2, 4] && kennel.hounds.count == 2)
        try store.write { kennel.hounds.remove(at: 0) }
        #expect(try store.hound(2) != nil && folder.isSound(store))
    }

    // L7
    @Test func settingAListReplacesTheContentsAndItselfChangesNothing() throws {
        let (store, kennel) = try folder.kennel()
        let other = Kennel(2)
        other.tags.append("two")
        other.tags = other.tags
        #expect(Array(other.tags) == ["two"])
        let unmanaged = other.tags
        try store.write {
            try store.add(other)
            kennel.tags = ["a", "b"]
            kennel.tags = kennel.tags
            #expect(Array(kennel.tags) == ["a", "b"])
            other.tags = kennel.tags
            kennel.tags.append("c")
        }
        #expect(Array(kennel.tags) == ["a", "b", "c"] && Array(other.tags) == ["a", "b"])
        // The list that was held while its object was added is that of the stored object now.
        #expect(Array(unmanaged) == ["a", "b"] && unmanaged.store == store && unmanaged == other.tags)
    }

    // L7: one list never belongs to two objects.
    @Test func unmanagedObjectsDoNotShareAList() {
        let (one, other) = (Kennel(1), Kennel(2))
        one.tags.append("a")
        other.tags = one.tags
        other.tags.append("b")
        #expect(Array(one.tags) == ["a"] && Array(other.tags) == ["a", "b"])
    }

    // L4
    @Test func embeddedObjectsComeAndGoWithTheirPlaces() throws {
        let (store, kennel) = try folder.kennel()
        try store.write {
            kennel.collars.append(objectsIn: [Collar("red"), Collar("green"), Collar("blue")])
            kennel.boxes["a"] = Collar("gold")
        }
        let (red, gold) = (kennel.collars[0], try #require(kennel.boxes["a"] ?? nil))
        #expect(try kennel.collars.map(\.colour) == ["red", "green", "blue"] && store.collarCount() == 4)
        try store.write {
            kennel.collars[0] = Collar("black")
            kennel.collars.move(from: 2, to: 0)
            kennel.boxes["a"] = Collar("silver")
        }
        #expect(try red.isInvalidated && gold.isInvalidated && store.collarCount() == 4)
        #expect(kennel.collars.map(\.colour) == ["blue", "black", "green"])
        try store.write {
            kennel.collars.removeLast(2)
            kennel.boxes.removeObject(for: "a")
        }
        #expect(try store.collarCount() == 1)
        try store.write { kennel.collars = [Collar("new")] }
        #expect(try store.collarCount() == 1 && kennel.collars[0].colour == "new")
        try store.write { try store.delete(kennel) }
        #expect(try store.collarCount() == 0 && folder.isSound(store))
    }

    // Q3
    @Test func everyLoopVisitsTheElementsThatWereThereWhenItBegan() throws {
        let (store, kennel) = try folder.kennel()
        try store.write {
            for id in 1...6 { kennel.hounds.append(Hound(id)) }
            var seen: [Bool] = []
            for hound in kennel.hounds {
                seen.append(hound.isInvalidated)
                if kennel.hounds.count > 3 { try store.delete(try #require(kennel.hounds.last)) }
            }
            #expect(seen == [false, false, false, true, true, true])
            let slice = kennel.hounds[1..<3]
            let names = kennel.hounds.map { hound -> Int in
                kennel.hounds.remove(at: 0)
                return hound.id
            }
            #expect(names == [1, 2, 3] && kennel.hounds.isEmpty && slice.map(\.id) == [2, 3])
            kennel.numbers.append(objectsIn: 1...4)
            kennel.numbers.forEach { _ in kennel.numbers.removeFirst() }
            #expect(kennel.numbers.isEmpty)
        }
    }

    // L8
    @Test func slicesAndReversalsHaveTheIndexesOfTheList() throws {
        let (store, kennel) = try folder.kennel()
        try store.write { kennel.numbers.append(objectsIn: 0..<10) }
        let slice = kennel.numbers[3..<7]
        #expect(slice[3] == 3 && Array(slice.dropFirst()) == [4, 5, 6] && Array(kennel.numbers.suffix(2)) == [8, 9])
        #expect(Array(kennel.numbers.reversed().prefix(2)) == [9, 8] && Array(kennel.numbers.prefix(3)) == [0, 1, 2])
        #expect(kennel.numbers.firstIndex { $0 > 4 } == 5 && kennel.numbers.isEmpty == false)
    }

    // O1
    @Test func theListOfADeletedObjectIsInvalid() throws {
        let (store, kennel) = try folder.kennel()
        let list = kennel.tags
        try store.write { list.append("a") }
        #expect(!list.isInvalidated && "\(list)" == "[\"a\"]")
        try store.write { try store.delete(kennel) }
        #expect(list.isInvalidated && "\(list)" == "[] (invalidated)" && list == list)
    }

    // O5, W8: what a change that cannot throw meets is thrown by the commit.
    @Test func objectsOfAnotherStoreMakeTheCommitThrow() throws {
        let (store, kennel) = try folder.kennel()
        let elsewhere = try Store(configuration: folder.configuration(CollectionModels.types, "other.tarn"))
        let foreign = Hound(1)
        try elsewhere.write { try elsewhere.add(foreign) }
        #expect(code { try store.write { kennel.hounds.append(foreign) } } == .objectOfAnotherStore)
        #expect(code { try store.write { kennel.pack.insert(foreign) } } == .objectOfAnotherStore)
        #expect(code { try store.write { kennel.named["x"] = foreign } } == .objectOfAnotherStore)
        let twice = Hound(7)
        try store.write { try store.add(Hound(7)) }
        #expect(code { try store.write { kennel.hounds.append(twice) } } == .duplicatePrimaryKey)
        #expect(code { try store.write { kennel.prices.append(.nan) } } == .invalidValue)
        #expect(try kennel.hounds.isEmpty && kennel.pack.isEmpty && kennel.named.isEmpty && folder.isSound(store))
    }

    // W3, W6
    @Test func aCancelledWriteLeavesListsAsTheyWere() throws {
        let (store, kennel) = try folder.kennel()
        try store.write { kennel.numbers.append(objectsIn: [1, 2]) }
        try store.beginWrite()
        kennel.numbers.append(3)
        kennel.numbers.remove(at: 0)
        #expect(Array(kennel.numbers) == [2, 3])
        store.cancelWrite()
        #expect(Array(kennel.numbers) == [1, 2])
    }

    @Test func aListIsCodableDescribedAndCompared() throws {
        let list: List<Int?> = [1, nil, 3]
        let coded = try JSONEncoder().encode(list)
        #expect(String(decoding: coded, as: UTF8.self) == "[1,null,3]")
        #expect(try JSONDecoder().decode(List<Int?>.self, from: coded) == list && list != [1])
        #expect("\(List(0..<22))".hasSuffix("19, ... 2 more]"))
        #expect("\(Kennel(1))".contains("hounds: []"))
    }
}

extension Misuse {
    static let lists: [Misuse] =
        [
            Misuse("L8", "reading behind a list") { _ in _ = List<Int>([1])[1] },
            Misuse("L8", "reading before a list") { _ in _ = List<Int>([1])[-1] },
            kennel("L8", "inserting behind a list") { $1.numbers.insert(1, at: 2) },
            kennel("L8", "removing from an empty list") { $1.numbers.remove(at: 0) },
            kennel("L8", "removing too many") { $1.numbers.removeLast(1) },
            kennel("L8", "moving out of a list") { $1.numbers.move(from: 0, to: 0) },
            kennel("L8", "replacing behind a list") { $1.numbers.replaceSubrange(0..<1, with: [2]) },
            kennel("L4", "giving an embedded object away") { _, kennel in
                kennel.collars.append(Collar())
                kennel.collars.append(kennel.collars[0])
            },
            kennel("O1", "changing the list of a deleted object") { store, kennel in
                let list = kennel.numbers
                try store.delete(kennel)
                list.append(1)
            },
            kennel("O1", "reading the list of a deleted object") { store, kennel in
                let list = kennel.numbers
                try store.delete(kennel)
                _ = list.count
            },
        ]
        + [
            outside("W8", "appending outside a write") { $1.numbers.append(1) },
            outside("W8", "setting a list outside a write") { $1.numbers = [1] },
            outside("Q12", "looking for a deleted object") { store, kennel in
                let hound = Hound(1)
                try store.write { try store.add(hound) }
                try store.write { try store.delete(hound) }
                _ = kennel.hounds.index(of: hound)
            },
        ]

    /// Misuse within a write that has added a kennel.
    static func kennel(
        _ rule: String, _ name: String, _ body: @escaping @Sendable (Store, Kennel) throws -> Void
    ) -> Misuse {
        outside(rule, name) { store, kennel in try store.write { try body(store, kennel) } }
    }

    /// Misuse of a kennel outside of writes.
    static func outside(
        _ rule: String, _ name: String, _ body: @escaping @Sendable (Store, Kennel) throws -> Void
    ) -> Misuse {
        Misuse(
            rule, name,
            opening: { configuration in
                var configuration = configuration
                configuration.objectTypes = CollectionModels.types
                let store = try Store(configuration: configuration)
                let kennel = Kennel(1)
                try store.write { try store.add(kennel) }
                try body(store, kennel)
            })
    }
}

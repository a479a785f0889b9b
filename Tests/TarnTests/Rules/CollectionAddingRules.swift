import Foundation
import Tarn
import Testing

/// How objects come into a store with their collections.
@Suite struct CollectionAddingRules {
    let folder = TemporaryFolder()

    // O6
    @Test func anObjectIsAddedWithEverythingInItsCollections() throws {
        let store = try Store(configuration: folder.kennels)
        let kennel = Kennel(1)
        let rex = Hound(1)
        rex.friend = Hound(2)
        kennel.hounds = [rex, Hound(3), rex]
        kennel.pack = [rex]
        kennel.named = ["x": Hound(4), "y": nil]
        kennel.collars = [Collar("blue")]
        kennel.boxes = ["b": Collar("green")]
        kennel.numbers = [1, 2]
        kennel.titles = [.thai: "t"]
        try store.write {
            try store.add(kennel)
            try store.add(Stall())
        }
        let found = try #require(store.kennel())
        #expect(found.hounds.map(\.id) == [1, 3, 1] && found.pack.map(\.id) == [1] && found.named["x"]??.id == 4)
        #expect(found.collars[0].colour == "blue" && (found.boxes["b"] ?? nil)?.colour == "green")
        #expect(Array(found.numbers) == [1, 2] && found.titles[.thai] == "t" && store.objects(Hound.self).count == 4)
        #expect(store.objects(Stall.self).first.map { Array($0.wares) } == ["apples", "pears"])
        #expect(try store.collarCount() == 2 && folder.isSound(store))
    }

    // O7
    @Test func createTakesArraysAndDictionariesForCollections() throws {
        let store = try Store(configuration: folder.kennels)
        let rex = Hound(9)
        let kennel = try store.write {
            try store.create(
                Kennel.self,
                value: [
                    "id": 1, "hounds": [["id": 1, "name": "One"], rex, ["id": 2, "friend": ["id": 3]]],
                    "tags": ["a", "b"], "gaps": [1, nil] as [Int?], "tongues": ["thai", Tongue.korean],
                    "pack": [rex], "named": ["x": ["id": 4], "y": Hound?.none as Any], "costs": ["p": Decimal(3)],
                    "titles": ["norse": "n"], "collars": [["colour": "pink"]],
                ])
        }
        #expect(
            kennel.hounds.map(\.id) == [1, 9, 2] && kennel.hounds[2].friend?.id == 3 && kennel.hounds[0].name == "One")
        #expect(Array(kennel.tags) == ["a", "b"] && Array(kennel.gaps) == [1, nil] && kennel.tongues[1] == .korean)
        #expect(kennel.named["x"]??.id == 4 && kennel.named["y"] == .some(nil) && kennel.costs["p"] == 3)
        #expect(kennel.titles[.norse] == "n" && kennel.collars[0].colour == "pink" && kennel.pack.first == rex)
        let copy = try store.write { try store.create(Kennel.self, value: kennelValues(kennel, id: 2)) }
        #expect(copy.hounds == kennel.hounds && copy.tags == kennel.tags && copy.named == kennel.named)
        #expect(
            code { try store.write { try store.create(Kennel.self, value: ["id": 3, "tags": [1]]) } } == .invalidValue)
        #expect(
            code { try store.write { try store.create(Kennel.self, value: ["id": 3, "titles": ["x": "y"]]) } }
                == .invalidValue)
        #expect(try folder.isSound(store))
    }

    private func kennelValues(_ kennel: Kennel, id: Int) -> [String: Any] {
        ["id": id, "hounds": kennel.hounds, "tags": kennel.tags, "named": kennel.named]
    }

    // P5
    @Test func allReplacesCollectionsWhole() throws {
        let (store, kennel) = try folder.kennel()
        try store.write {
            kennel.tags = ["a"]
            kennel.costs = ["a": 1, "b": 2]
            kennel.collars = [Collar("old")]
            kennel.words = ["x"]
        }
        let update = Kennel(1)
        update.costs = ["c": 3]
        update.collars = [Collar("new")]
        update.words = ["y"]
        try store.write { try store.add(update, update: .all) }
        #expect(kennel.tags.isEmpty && kennel.costs == ["c": 3] && kennel.words == ["y"])
        #expect(try kennel.collars.map(\.colour) == ["new"] && store.collarCount() == 1)
        try store.write { try store.create(Kennel.self, value: ["id": 1, "name": "n"], update: .all) }
        #expect(try kennel.costs == ["c": 3] && kennel.name == "n" && folder.isSound(store))
    }

    // P6: only collections that differ are written, and a map is replaced like the others.
    @Test func modifiedWritesCollectionsThatDiffer() throws {
        let (store, kennel) = try folder.kennel()
        try store.write {
            kennel.tags = ["a"]
            kennel.costs = ["a": 1]
            kennel.pack = [Hound(1)]
        }
        let heard = Heard()
        let token = kennel.observe {
            if case .change(_, let properties) = $0 { heard.note("\(properties.map(\.name))") }
        }
        let update = Kennel(1)
        update.tags = ["a"]
        update.costs = ["b": 2]
        try store.write {
            update.pack = [try #require(store.hound(1))]
            try store.add(update, update: .modified)
        }
        #expect(heard.take() == [#"["costs"]"#] && kennel.costs == ["b": 2] && kennel.pack.count == 1)
        token.invalidate()
    }

    // P10: objects in a circle through collections.
    @Test func circlesThroughCollectionsAreAddedOnce() throws {
        let store = try Store(configuration: folder.kennels)
        let kennel = Kennel(1)
        let (one, two) = (Hound(1), Hound(2))
        (one.friend, two.friend) = (two, one)
        kennel.hounds = [one]
        kennel.pack = [two]
        try store.write { try store.add(kennel) }
        #expect(store.objects(Hound.self).count == 2 && kennel.pack.first?.friend == kennel.hounds[0])
    }

    // O6: nothing of an object that cannot be added is left behind.
    @Test func whatIsRefusedLeavesNothingBehind() throws {
        let (store, _) = try folder.kennel()
        let elsewhere = try Store(configuration: folder.configuration(CollectionModels.types, "other.tarn"))
        let foreign = Hound(1)
        try elsewhere.write { try elsewhere.add(foreign) }
        let bad = Kennel(2)
        bad.hounds = [Hound(5), foreign]
        try store.write {
            #expect(code { try store.add(bad) } == .objectOfAnotherStore)
            bad.hounds = []
            bad.costs["x"] = .nan
            #expect(code { try store.add(bad) } == .invalidValue)
        }
        #expect(store.kennel(2) == nil && store.objects(Hound.self).isEmpty)
    }

    // L1: what is deleted is nil in a map and leaves a list.
    @Test func linksInCollectionsAreDeclaredAsWhatCanBecomeOfThem() {
        let open = { (type: Object.Type) in
            message { try Store(configuration: folder.configuration([type])) }
        }
        #expect(open(MapOfHounds.self).contains("MapOfHounds.hounds: the objects of a map are optional"))
        #expect(
            open(ListOfMaybeHounds.self).contains("ListOfMaybeHounds.hounds: objects of a list or set are never nil"))
    }
}

final class MapOfHounds: Object {
    @Persisted var hounds: Map<String, Hound>
}

final class ListOfMaybeHounds: Object {
    @Persisted var hounds: List<Hound?>
}

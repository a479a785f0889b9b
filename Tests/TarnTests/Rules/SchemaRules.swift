import Foundation
import Tarn
import Testing

@Suite struct SchemaRules {
    let folder = TemporaryFolder()

    private func open(_ types: Object.Type..., version: UInt64 = 0) throws -> Store {
        var configuration = folder.configuration(types)
        configuration.schemaVersion = version
        return try Store(configuration: configuration)
    }

    private func refusal(_ types: Object.Type...) -> String {
        let configuration = folder.configuration(types)
        #expect(code { _ = try Store(configuration: configuration) } == .schemaMismatch)
        return message { _ = try Store(configuration: configuration) }
    }

    /// A file with 100 plants of the first version.
    private func plants() throws {
        let store = try open(First.Plant.self)
        try store.write {
            for id in 0..<100 { try store.create(First.Plant.self, value: ["id": id, "name": "plant-\(id)"]) }
        }
        store.close()
    }

    // M1
    @Test func theFirstOpeningMakesTheSchema() throws {
        try open(First.Plant.self).close()
        let store = try open(First.Plant.self)
        let types = try store.information().types
        #expect(types.map(\.name) == ["Plant"] && types[0].properties.map(\.name) == ["id", "name"])
    }

    // M2, M7: adding needs no migration here, and old objects get the declared default.
    @Test func addedPropertiesHaveTheirDefaultsInOldObjects() throws {
        try plants()
        let store = try open(Second.Plant.self)
        let all = store.objects(Second.Plant.self)
        #expect(all.count == 100 && all.allSatisfy { $0.height == 1.5 && $0.latin == "unknown" && $0.origin == nil })
        #expect(all.where { $0.height == 1.5 }.count == 100 && all.sum(of: \.height) == 150)
        #expect(all.values(of: \.latin).allSatisfy { $0 == "unknown" } && all.where { $0.parent == nil }.count == 100)
        #expect(all.allSatisfy { $0.size == .small && $0.name == "plant-\($0.id)" })
        try store.write {
            all[5].height = 2
            all[6].parent = all[5]
            try store.create(Second.Plant.self, value: ["id": 200])
        }
        #expect(all[5].height == 2 && all[5].latin == "unknown" && all[4].height == 1.5 && all.last?.height == 1.5)
        #expect(all.where { $0.height > 1.9 }.map(\.id) == [5] && all[6].parent == all[5])
        #expect(try Store.verify(at: #require(store.configuration.fileURL)).faults.isEmpty)
    }

    // M3
    @Test func anIndexIsBuiltAndDroppedAtOpening() throws {
        try plants()
        var store = try open(Indexed.Plant.self)
        let all = store.objects(Indexed.Plant.self)
        #expect(all.where { $0.name == "plant-7" }.explain().contains("index"))
        #expect(all.where { $0.name == "plant-7" }.map(\.id) == [7])
        try store.write {
            all[7].name = "renamed"
            try store.delete(all[8])
        }
        #expect(all.where { $0.name == "renamed" }.map(\.id) == [7] && all.where { $0.name == "plant-8" }.isEmpty)
        store.close()
        store = try open(First.Plant.self)
        let plain = store.objects(First.Plant.self).where { $0.name == "renamed" }
        #expect(!plain.explain().contains("index on") && plain.map(\.id) == [7])
        try store.write { plain[0].name = "again" }
        store.close()
        store = try open(Indexed.Plant.self)
        #expect(store.objects(Indexed.Plant.self).where { $0.name == "again" }.map(\.id) == [7])
        #expect(try Store.verify(at: #require(store.configuration.fileURL)).faults.isEmpty)
    }

    // M3
    @Test func classesComeAndGoWithoutLosingAnything() throws {
        try plants()
        var store = try open(Note.self)
        try store.write { try store.add(Note("a")) }
        #expect(try store.information().types.map(\.name) == ["Plant", "Note"])
        store.close()
        store = try open(First.Plant.self, Note.self)
        #expect(store.objects(First.Plant.self).count == 100 && store.objects(Note.self).first?.text == "a")
    }

    // M3
    @Test func theOrderOfPropertiesIsNoChange() throws {
        try plants()
        let store = try open(Turned.Plant.self)
        #expect(store.objects(Turned.Plant.self)[3].name == "plant-3" && store.objects(Turned.Plant.self)[3].id == 3)
    }

    // M2
    @Test func whatNeedsAMigrationIsListed() throws {
        try open(Second.Plant.self).close()
        let removed = refusal(First.Plant.self)
        for name in ["height", "latin", "origin", "parent", "size"] {
            #expect(removed.contains("- Plant.\(name): was removed"))
        }
        let changed = refusal(Changed.Plant.self)
        for part in [
            "Plant.height: was stored as double, is now int64", "Plant.latin: was required, is now optional",
            "Plant.origin: was optional, is now required", "Plant.parent: now links to another type",
            "Plant.id: is no longer the primary key", "Plant.name: has become the primary key",
        ] { #expect(changed.contains("- " + part), "\(changed)") }
        // The file is as it was.
        #expect(try open(Second.Plant.self).isEmpty)
    }

    // M2
    @Test func aRemovedOrAddedKeyIsListed() throws {
        try plants()
        #expect(refusal(Keyless.Plant.self).contains("Plant.id: the primary key was removed"))
        try open(Note.self).close()
        #expect(refusal(KeyedNotes.Note.self).contains("Note.id: a primary key was added"))
    }

    // M4
    @Test func aLowerSchemaVersionIsRefusedAndAHigherOneIsKept() throws {
        try open(First.Plant.self, version: 3).close()
        #expect(throws: StoreError.self) { _ = try open(First.Plant.self, version: 2) }
        let text = message { _ = try open(First.Plant.self, version: 2) }
        #expect(text.contains("3") && text.contains("2"))
        try open(First.Plant.self, version: 5).close()
        #expect(code { _ = try open(First.Plant.self, version: 4) } == .schemaMismatch)
        #expect(try Store.information(at: #require(folder.configuration([]).fileURL)).schemaVersion == 5)
    }

    // M6
    @Test func nullabilityIsNotChangedByItself() throws {
        try open(Second.Plant.self).close()
        #expect(refusal(Changed.Plant.self).contains("was optional, is now required"))
    }

    // M8
    @Test func aPropertyIsRenamedByMappingIt() throws {
        try plants()
        let store = try open(Renamed.Plant.self)
        #expect(store.objects(Renamed.Plant.self).where { $0.label == "plant-9" }.map(\.id) == [9])
        try store.write { store.objects(Renamed.Plant.self)[9].label = "nine" }
        store.close()
        #expect(try open(First.Plant.self).objects(First.Plant.self)[9].name == "nine")
        final class Clash: Object {
            @Persisted var a: Int
            @Persisted var b: Int
            override class func propertiesMapping() -> [String: String] { ["a": "b"] }
        }
        #expect(refusal(Clash.self).contains("the column name \"b\" is used twice"))
    }

    // M14
    @Test func aStoreGoesOnWhileAnotherAddsToItsSchema() throws {
        let old = try open(First.Plant.self)
        try old.write { try old.create(First.Plant.self, value: [1, "one"]) }
        let plants = old.objects(First.Plant.self)
        let one = plants[0]
        let new = try open(Second.Plant.self, Note.self, version: 2)
        #expect(plants.count == 1 && one.name == "one")
        try new.write {
            try new.create(Second.Plant.self, value: ["id": 2, "name": "two", "height": 9, "latin": "duo"])
            new.objects(Second.Plant.self)[0].latin = "unus"
        }
        #expect(plants.count == 1)
        try old.refresh()
        #expect(plants.map(\.name) == ["one", "two"] && one.name == "one" && !one.isInvalidated)
        try old.write {
            one.name = "changed"
            try old.create(First.Plant.self, value: [3, "three"])
            try old.create(First.Plant.self, value: [2, "zwei"], update: .modified)
        }
        try new.refresh()
        let all = new.objects(Second.Plant.self)
        #expect(all.map(\.name) == ["changed", "zwei", "three"] && all.map(\.latin) == ["unus", "duo", "unknown"])
        #expect(all.map(\.height) == [1.5, 9, 1.5])
        try old.write { try old.delete(plants.where { $0.id == 2 }) }
        try new.refresh()
        #expect(all.map(\.id) == [1, 3])
        #expect(try Store.verify(at: #require(old.configuration.fileURL)).faults.isEmpty)
    }

    // M14
    @Test func observersGoOnWhileAnotherStoreAddsToTheSchema() throws {
        let old = try open(First.Plant.self)
        try old.write { try old.create(First.Plant.self, value: [1, "one"]) }
        let heard = Heard()
        let tokens = [
            old.objects(First.Plant.self).where { $0.name != "none" }.sorted(by: \.name).observe { change in
                guard case .update(let plants, let update) = change else { return heard.note("initial") }
                heard.note("\(plants.map(\.name)) +\(update.insertions) ~\(update.modifications)")
            },
            old.objects(First.Plant.self)[0].observe { change in
                guard case .change(_, let properties) = change else { return }
                heard.note("\(properties.map { "\($0.name) \($0.oldValue ?? "nil") \($0.newValue ?? "nil")" })")
            },
        ]
        try old.refresh()
        let new = try open(Second.Plant.self, Note.self, version: 2)
        try new.write {
            try new.create(Second.Plant.self, value: ["id": 2, "name": "two", "height": 9, "latin": "duo"])
            new.objects(Second.Plant.self)[0].latin = "unus"
            new.objects(Second.Plant.self)[0].name = "changed"
        }
        try old.refresh()
        try new.write { new.objects(Second.Plant.self)[0].name = "again" }
        try old.refresh()
        #expect(
            heard.take() == [
                "initial", #"["changed", "two"] +[1] ~[0]"#, #"["name one changed"]"#,
                #"["again", "two"] +[] ~[0]"#, #"["name changed again"]"#,
            ])
        #expect(old.readFailure == nil)
        tokens.forEach { $0.invalidate() }
    }

    // M14
    @Test func anIndexAddedByAnotherStoreIsKept() throws {
        let old = try open(First.Plant.self)
        try old.write { for id in 0..<70 { try old.create(First.Plant.self, value: [id, "p-\(id)"]) } }
        let one = try #require(old.object(ofType: First.Plant.self, forPrimaryKey: 1))
        let new = try open(Indexed.Plant.self)
        try old.write {
            one.name = "changed"
            try old.delete(try #require(old.object(ofType: First.Plant.self, forPrimaryKey: 2)))
            try old.create(First.Plant.self, value: [100, "changed"])
        }
        let found = new.objects(Indexed.Plant.self).where { $0.name == "changed" }
        #expect(found.map(\.id) == [1, 100] && found.explain().contains("index"))
        #expect(new.objects(Indexed.Plant.self).where { $0.name == "p-2" }.isEmpty)
        #expect(try Store.verify(at: #require(old.configuration.fileURL)).faults.isEmpty)
    }

    // M15: classes behind links are added by themselves.
    @Test func linkedClassesComeWithTheOnesNamed() throws {
        let store = try open(Person.self)
        #expect(Set(store.objectTypes.map { "\($0)" }) == ["Person", "Dog"])
        try store.write { try store.add(Dog()) }
        #expect(store.objects(Dog.self).count == 1)
        store.close()
        final class Empty: Object { var note = "" }
        #expect(refusal(Empty.self).contains("Empty: has no persisted property"))
        #expect(refusal(First.Plant.self, Second.Plant.self).contains("Plant: two types have this name"))
    }

    // M5, X6
    @Test func aReadOnlyOpeningAddsNothing() throws {
        try plants()
        var configuration = folder.configuration([Second.Plant.self])
        configuration.isReadOnly = true
        #expect(code { _ = try Store(configuration: configuration) } == .schemaMismatch)
        #expect(try open(First.Plant.self).objects(First.Plant.self).count == 100)
    }
}

private enum First {
    final class Plant: Object {
        @Persisted(primaryKey: true) var id: Int
        @Persisted var name: String
    }
}

private enum Second {
    final class Plant: Object {
        @Persisted(primaryKey: true) var id: Int
        @Persisted var name: String
        @Persisted var height = 1.5
        @Persisted var latin = "unknown"
        @Persisted var origin: String?
        @Persisted var parent: Plant?
        @Persisted var size = Size.small
    }
}

private enum Indexed {
    final class Plant: Object {
        @Persisted(primaryKey: true) var id: Int
        @Persisted(indexed: true) var name: String
    }
}

private enum Turned {
    final class Plant: Object {
        @Persisted var name: String
        @Persisted(primaryKey: true) var id: Int
    }
}

private enum Renamed {
    final class Plant: Object {
        @Persisted(primaryKey: true) var id: Int
        @Persisted var label: String
        override class func propertiesMapping() -> [String: String] { ["label": "name"] }
    }
}

private enum Keyless {
    final class Plant: Object { @Persisted var name: String }
}

private enum Changed {
    final class Plant: Object {
        @Persisted var id: Int
        @Persisted(primaryKey: true) var name: String
        @Persisted var height: Int
        @Persisted var latin: String?
        @Persisted var origin: String
        @Persisted var parent: Tarn_Note?
        @Persisted var size = Size.small
    }
    final class Tarn_Note: Object { @Persisted var text: String }
}

private enum KeyedNotes {
    final class Note: Object {
        @Persisted(primaryKey: true) var id: Int
        @Persisted var text: String
        @Persisted var number: Int
        @Persisted var size = Size.small
    }
}

import Foundation
import Tarn
import Testing

/// H4: the primary keys of deleted objects, of every kind, and the names of properties while the schema grows.
@Suite struct HistoryKeyRules {
    let folder = TemporaryFolder()

    /// Makes objects with some keys, deletes them all in another commit, and answers the keys that the history tells.
    private func deletedKeys<T: Object>(_ type: T.Type, _ values: [[String: Any]]) throws -> [any Persistable] {
        let store = try Store(configuration: folder.configuration([type]))
        defer { store.close() }
        try store.write { for value in values { try store.create(type, value: value) } }
        let token = try store.historyToken
        try store.write { try store.deleteAll(type) }
        let commit = try #require(try store.history(since: token).first)
        #expect(commit.changes(of: type).deleted.count == values.count)
        return commit.changes(of: type).deleted.compactMap(\.primaryKey)
    }

    @Test func textKeysAreTold() throws {
        let keys = ["", "a", "\u{e9}\0", String(repeating: "k", count: 506)]
        let told = try deletedKeys(KeyModels.Text.self, keys.map { ["id": $0] })
        #expect(Set(told.compactMap { $0 as? String }) == Set(keys))
    }

    @Test func keysThatCanBeNilAreTold() throws {
        let texts = try deletedKeys(KeyModels.MaybeText.self, [["id": "a"], ["id": Any?.none as Any], ["id": ""]])
        #expect(texts.map { $0 as? String? } == ["a", .some(nil), ""])
        let numbers = try deletedKeys(KeyModels.MaybeNumber.self, [["id": 7], ["id": Any?.none as Any], ["id": -1]])
        #expect(numbers.map { $0 as? Int? } == [7, .some(nil), -1])
    }

    @Test func numbersAreToldInTheirOwnType() throws {
        let small = try deletedKeys(KeyModels.Small.self, [["id": Int8.min], ["id": Int8.max], ["id": Int8(0)]])
        #expect(small.map { $0 as? Int8 } == [.min, 0, .max])
        let large = try deletedKeys(KeyModels.Large.self, [["id": Int.min], ["id": Int.max]])
        #expect(large.map { $0 as? Int } == [.min, .max])
    }

    @Test func identifiersAreTold() throws {
        let identifiers = [UUID(), UUID()]
        let told = try deletedKeys(KeyModels.Identified.self, identifiers.map { ["id": $0] })
        #expect(told.map { $0 as? UUID } == identifiers)
        let objectIds = [ObjectId(), ObjectId()]
        let toldIds = try deletedKeys(KeyModels.Numbered.self, objectIds.map { ["id": $0] })
        #expect(toldIds.map { $0 as? ObjectId } == objectIds)
    }

    @Test func enumsAreTold() throws {
        let told = try deletedKeys(KeyModels.Sized.self, [["id": Size.large], ["id": Size.small]])
        #expect(told.map { $0 as? Size } == [.large, .small])
        let levels = try deletedKeys(KeyModels.Levelled.self, [["id": Level.high]])
        #expect(levels.map { $0 as? Level } == [.high])
    }

    @Test func objectsWithoutAKeyHaveNone() throws {
        #expect(try deletedKeys(Note.self, [["text": "a"], ["text": "b"]]).isEmpty)
    }

    // M14, H4
    @Test func theSchemaMayGrowInBetween() throws {
        let old = try Store(configuration: folder.configuration([Early.Plant.self]))
        let token = try old.historyToken
        try old.write { try old.create(Early.Plant.self, value: ["id": 1, "name": "fern"]) }
        let new = try Store(configuration: folder.configuration([Grown.Plant.self, Note.self]))
        try new.write {
            new.object(ofType: Grown.Plant.self, forPrimaryKey: 1)?.height = 3
            try new.add(Note("new"))
        }
        let seen = try new.history(since: token)
        #expect(seen.map(\.typeNames) == [["Plant"], [], ["Plant", "Note"]])
        #expect(seen[0].changes(of: Grown.Plant.self).inserted.count == 1)
        #expect(seen[2].changes(of: Grown.Plant.self).modified.map(\.properties) == [["height"]])
        // A store that was opened before has no property for the new column and no class for the new type.
        try old.refresh()
        let foreign = try old.history(since: token)
        #expect(foreign[2].changes(of: Early.Plant.self).modified.map(\.properties) == [["tall"]])
        #expect(foreign[2].objectTypes.map { "\($0)" } == ["Plant"])
        #expect(foreign[2].typeNames == ["Plant", "Note"])
    }
}

/// A class for every kind of primary key.
private enum KeyModels {
    final class Text: Object { @Persisted(primaryKey: true) var id: String }
    final class MaybeText: Object { @Persisted(primaryKey: true) var id: String? }
    final class MaybeNumber: Object { @Persisted(primaryKey: true) var id: Int? }
    final class Small: Object { @Persisted(primaryKey: true) var id: Int8 }
    final class Large: Object { @Persisted(primaryKey: true) var id: Int }
    final class Identified: Object { @Persisted(primaryKey: true) var id: UUID }
    final class Numbered: Object { @Persisted(primaryKey: true) var id: ObjectId }
    final class Sized: Object { @Persisted(primaryKey: true) var id: Size }
    final class Levelled: Object { @Persisted(primaryKey: true) var id: Level }
}

private enum Early {
    final class Plant: Object {
        @Persisted(primaryKey: true) var id: Int
        @Persisted var name: String
    }
}

/// A later version of the plants.
private enum Grown {
    final class Plant: Object {
        @Persisted(primaryKey: true) var id: Int
        @Persisted var name: String
        @Persisted var height: Int

        override class func propertiesMapping() -> [String: String] { ["height": "tall"] }
    }
}

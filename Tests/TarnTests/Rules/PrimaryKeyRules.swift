import Foundation
import Tarn
import Testing

@Suite struct PrimaryKeyRules {
    let folder = TemporaryFolder()

    @Test(arguments: Misuse.primaryKeys) func breakingARuleOfKeysTraps(misuse: Misuse) async throws {
        try await misuse.expectTrap(in: folder)
    }

    // P1
    @Test func aClassHasOnePrimaryKey() {
        final class Twice: Object {
            @Persisted(primaryKey: true) var a: Int
            @Persisted(primaryKey: true) var b: Int
        }
        final class ByNumber: Object { @Persisted(primaryKey: true) var a: Double }
        let text = message { _ = try Store(configuration: folder.configuration([Twice.self])) }
        #expect(text.contains("a and b are all marked as the primary key"))
        let kind = message { _ = try Store(configuration: folder.configuration([ByNumber.self])) }
        #expect(kind.contains("ByNumber.a") && kind.contains("cannot be a primary key"))
    }

    // P2
    @Test func theSameKeyMaySetAgain() throws {
        let store = try Store(configuration: folder.rules)
        try store.addItems(4..<5)
        try store.write { store.item(4)?.id = 4 }
        #expect(store.item(4)?.id == 4)
    }

    // P3
    @Test func aSecondObjectWithAKeyIsRefusedAndNothingIsLeft() throws {
        let store = try Store(configuration: folder.rules)
        try store.addItems(0..<1)
        let second = Item(0, "second")
        second.note = Note("of the second")
        try store.write {
            let text = message { try store.add(second) }
            #expect(text.contains("P3: ") && text.contains("Item") && text.contains("0"))
            #expect(code { try store.create(Item.self, value: ["id": 0]) } == .duplicatePrimaryKey)
            #expect(second.store == nil && store.objects(Note.self).isEmpty)
            second.id = 1
            try store.add(second)
        }
        #expect(store.objects(Item.self).map(\.name) == ["item-0", "second"])
    }

    // P5, P6
    @Test(arguments: [UpdatePolicy.modified, .all]) func anUpdateWritesEveryKindOfValue(policy: UpdatePolicy) throws {
        let store = try Store(configuration: folder.rules)
        try store.write { try store.add(EverythingSample.object(1)) }
        let object = try #require(store.object(ofType: Everything.self, forPrimaryKey: "k"))
        for set in [2, 0, 3, 1] {
            let newer = EverythingSample.object(set)
            let text = EverythingSample.text(newer)
            try store.write { try store.add(newer, update: policy) }
            #expect(newer == object && EverythingSample.text(object) == text)
            #expect(store.objects(Everything.self).count == 1)
        }
        // The same values again: only `.all` writes them.
        let version = try store.version()
        try store.write { try store.add(EverythingSample.object(1), update: policy) }
        #expect(try store.version() == version + (policy == .all ? 1 : 0))
        try store.write { try store.create(Everything.self, value: EverythingSample.values(1), update: policy) }
        #expect(try store.version() == version + (policy == .all ? 2 : 0))
        #expect(try Store.verify(at: #require(store.configuration.fileURL)).faults.isEmpty)
    }

    // P6
    @Test func anUpdateWritesTextThatOnlyItsBytesTellApart() throws {
        let store = try Store(configuration: folder.rules)
        let (composed, decomposed) = ("caf\u{e9}", "cafe\u{301}")
        try store.write { try store.add(Item(1, composed)) }
        try store.write { try store.add(Item(1, decomposed), update: .modified) }
        let name = try #require(store.item(1)?.name)
        #expect(name.utf8.elementsEqual(decomposed.utf8))
    }

    // P6
    @Test func anUpdateMovesLinksAndTheirTargets() throws {
        let store = try Store(configuration: folder.rules)
        let item = Item(1)
        item.next = Item(2, "old")
        try store.write { try store.add(item) }
        for policy in [UpdatePolicy.modified, .all] {
            let newer = Item(1, "\(policy)")
            newer.next = Item(2, "\(policy)")
            newer.next?.next = store.item(1)
            try store.write { try store.add(newer, update: policy) }
            #expect(item.next?.name == "\(policy)" && item.next?.next == item && item.name == "\(policy)")
            try store.write { try store.add(Item(1), update: policy) }
            #expect(item.next == nil && store.objects(Item.self).count == 2)
        }
    }

    // P7
    @Test func nilZeroAndEmptyAreThreeKeys() throws {
        let store = try Store(configuration: folder.configuration([MaybeNumber.self, MaybeText.self]))
        try store.write {
            for key in [nil, 0, -1] {
                try store.create(MaybeNumber.self, value: ["key": key as Any, "value": key ?? 99])
            }
            for key in [nil, "", "\0"] {
                try store.create(MaybeText.self, value: ["key": key as Any, "value": key ?? "nil"])
            }
            #expect(code { try store.add(MaybeNumber()) } == .duplicatePrimaryKey)
        }
        #expect(store.object(ofType: MaybeNumber.self, forPrimaryKey: Int?.none)?.value == 99)
        #expect(store.object(ofType: MaybeNumber.self, forPrimaryKey: 0)?.value == 0)
        #expect(store.object(ofType: MaybeText.self, forPrimaryKey: String?.none)?.value == "nil")
        #expect(store.object(ofType: MaybeText.self, forPrimaryKey: "")?.value == "")
        #expect(store.object(ofType: MaybeText.self, forPrimaryKey: "\0")?.value == "\0")
    }

    // P8
    @Test func aKeyIsFreeAfterItsObjectIsDeleted() throws {
        let store = try Store(configuration: folder.rules)
        try store.write {
            try store.add(EverythingSample.object(1))
            try store.add(Item(1, "old"))
        }
        let old = try #require(store.item(1))
        let oldText = try #require(store.objects(Everything.self).first)
        try store.write {
            try store.delete(old)
            try store.delete(oldText)
            try store.add(Item(1, "new"))
            try store.add(EverythingSample.object(2))
        }
        #expect(old.isInvalidated && oldText.isInvalidated && store.item(1)?.name == "new")
        #expect(store.objects(Everything.self).count == 1)
    }

    // P9
    @Test func everyKindOfKeyIsFound() throws {
        try find(KeyedByText.self, ["", "a", "\u{E9}", String(repeating: "x", count: 400)])
        try find(KeyedByUUID.self, [UUID(), UUID()])
        try find(KeyedByObjectId.self, [ObjectId(), ObjectId()])
        try find(KeyedByInt8.self, [Int8.min, -1, 0, .max])
        try find(KeyedByInt16.self, [Int16.min, -1, 0, .max])
        try find(KeyedByInt32.self, [Int32.min, -1, 0, .max])
        try find(KeyedByInt64.self, [Int64.min, -1, 0, 1 << 40, .max])
        try find(MaybeNumber.self, [nil, Int.min, 0, .max])
        try find(MaybeText.self, [nil, "", "b"])
        try find(KeyedBySize.self, [Size.small, .large])
        try find(KeyedByLevel.self, [Level.low, .high])
    }

    private func find<T: KeyedObject>(_ type: T.Type, _ keys: [T.Key]) throws {
        let store = try Store(configuration: folder.configuration([type], "\(type).tarn"))
        try store.write {
            for key in keys {
                let object = type.init()
                object.key = key
                try store.add(object)
                #expect(store.object(ofType: type, forPrimaryKey: key) == object)
            }
        }
        for (number, key) in keys.enumerated() {
            let found = try #require(store.object(ofType: type, forPrimaryKey: key))
            #expect(found.key == key)
            try store.write { try store.create(type, value: ["key": key], update: .modified) }
            if number == 0 { try store.write { try store.delete(found) } }
        }
        #expect(store.object(ofType: type, forPrimaryKey: keys[0]) == nil)
        #expect(store.objects(type).count == keys.count - 1)
        store.close()
        let again = try Store(configuration: store.configuration)
        #expect(again.object(ofType: type, forPrimaryKey: keys[1])?.key == keys[1])
    }

    // P9
    @Test func aKeyThatIsTooLongIsRefused() throws {
        let store = try Store(configuration: folder.configuration([KeyedByText.self]))
        let long = KeyedByText()
        long.key = String(repeating: "x", count: 600)
        #expect(code { try store.write { try store.add(long) } } == .keyTooLong)
        #expect(long.store == nil && store.isEmpty)
        #expect(store.object(ofType: KeyedByText.self, forPrimaryKey: long.key) == nil)
    }
}

extension Misuse {
    static let primaryKeys: [Misuse] = [
        Misuse("P2", "changing a primary key") { store in
            try store.addItems(1..<2)
            try store.write { store.item(1)?.id = 2 }
        },
        Misuse("P2", "changing the primary keys of results") { store in
            try store.addItems(1..<2)
            try store.write { try store.objects(Item.self).setValue(2, for: \.id) }
        },
        Misuse("P4", "updating an object without a key") { store in
            try store.write { try store.add(Note("a"), update: .modified) }
        },
        Misuse("P4", "creating with an update what has no key") { store in
            _ = try store.write { try store.create(Note.self, value: ["text": "a"], update: .all) }
        },
        Misuse("P9", "looking up by a key of another kind") { store in
            print(store.object(ofType: Item.self, forPrimaryKey: "1") as Any)
        },
        Misuse("P9", "looking up what has no key") { store in
            print(store.object(ofType: Note.self, forPrimaryKey: 1) as Any)
        },
    ]
}

private protocol KeyedObject: Object {
    associatedtype Key: Persistable & Equatable & Sendable
    var key: Key { get set }
}

private final class KeyedByText: Object, KeyedObject { @Persisted(primaryKey: true) var key: String }
private final class KeyedByUUID: Object, KeyedObject { @Persisted(primaryKey: true) var key: UUID }
private final class KeyedByObjectId: Object, KeyedObject { @Persisted(primaryKey: true) var key: ObjectId }
private final class KeyedByInt8: Object, KeyedObject { @Persisted(primaryKey: true) var key: Int8 }
private final class KeyedByInt16: Object, KeyedObject { @Persisted(primaryKey: true) var key: Int16 }
private final class KeyedByInt32: Object, KeyedObject { @Persisted(primaryKey: true) var key: Int32 }
private final class KeyedByInt64: Object, KeyedObject { @Persisted(primaryKey: true) var key: Int64 }
private final class KeyedBySize: Object, KeyedObject { @Persisted(primaryKey: true) var key: Size }
private final class KeyedByLevel: Object, KeyedObject { @Persisted(primaryKey: true) var key: Level }
private final class MaybeNumber: Object, KeyedObject {
    @Persisted(primaryKey: true) var key: Int?
    @Persisted var value: Int
}
private final class MaybeText: Object, KeyedObject {
    @Persisted(primaryKey: true) var key: String?
    @Persisted var value: String
}

import Foundation
import Tarn
import Testing

/// Frozen values: what they hold, and what they do not change.
@Suite struct CrossingRules {
    let folder = TemporaryFolder()

    @Test(arguments: Misuse.crossing) func breakingACrossingTraps(misuse: Misuse) async throws {
        try await misuse.expectTrap(in: folder)
    }

    // F2, C6
    @Test func aFrozenObjectKeepsItsValuesAndIsReadOnOtherThreads() throws {
        let store = try Store(configuration: folder.rules)
        try store.addItems(0..<3)
        let item = try #require(store.item(1))
        let frozen = item.frozen()
        let version = try store.version()
        try store.write {
            item.name = "changed"
            item.comment = "now"
        }
        try onAnotherThread {
            #expect(frozen.id == 1 && frozen.name == "item-1" && frozen.count == 1 && frozen.comment == nil)
            #expect(frozen.next == nil && frozen.description.hasPrefix("Item(id: 1, name: item-1"))
        }
        try store.write { try store.delete(item) }
        #expect(frozen.name == "item-1" && item.isInvalidated)
        store.close()
        #expect(frozen.name == "item-1" && frozen.frozenVersion == version)
    }

    // F2
    @Test(arguments: 0..<2) func everyKindOfValueIsFrozen(set: Int) throws {
        let store = try Store(configuration: folder.rules)
        let object = try store.write { try store.create(Everything.self, value: EverythingSample.values(set)) }
        let frozen = object.frozen()
        let (text, copy) = (object.description, frozen.detached())
        try store.write { try store.deleteAll() }
        #expect(frozen.description == text && copy.description == text && copy.store == nil)
        #expect(frozen.text == copy.text && frozen.data == copy.data && frozen.uuid == copy.uuid)
        #expect(frozen.maybeLevel == copy.maybeLevel && frozen.maybeDecimal == copy.maybeDecimal)
    }

    // C6
    @Test func objectsReachedThroughAFrozenOneAreFrozenInItsVersion() throws {
        let store = try Store(configuration: folder.rules)
        try store.write {
            let first = Item(1, "first")
            first.next = Item(2, "second")
            first.next?.next = first
            first.note = Note("text", number: 7)
            try store.add(first)
        }
        let first = try #require(store.item(1))
        let frozen = first.freeze()
        try store.write {
            store.item(2)?.name = "changed"
            try store.delete(try #require(first.note))
            first.next = nil
        }
        try onAnotherThread {
            #expect(frozen.next?.name == "second" && frozen.next?.next?.next?.id == 2)
            #expect(frozen.note?.text == "text" && frozen.note?.size == .small)
            #expect(frozen.next?.next == frozen && frozen.next?.next?.hashValue == frozen.hashValue)
            #expect(frozen.nextName == "second!" && frozen.nextOrSelf.id == 2)
        }
        #expect(first.frozen().next == nil && first.frozen() != frozen)
    }

    // F1
    @Test func freezingWhatIsFrozenGivesItself() throws {
        let store = try Store(configuration: folder.rules)
        try store.addItems(0..<2)
        let item = try #require(store.item(0)).frozen()
        #expect(item.frozen() == item && item.freeze() == item)
        let results = store.objects(Item.self).frozen()
        #expect(results.frozen().version == results.version && results.freeze().count == 2)
        #expect(try store.frozen().frozen().version == store.freeze().freeze().version)
        #expect(item.freezes && store.item(0)?.freezes == false)
    }

    // F1
    @Test func thawingGivesTheLiveObjectOrNil() throws {
        let store = try Store(configuration: folder.rules)
        try store.addItems(0..<2)
        let item = try #require(store.item(0))
        let frozen = item.frozen()
        let results = store.objects(Item.self).where { $0.count > 0 }.frozen()
        #expect(frozen.thaw(in: store) == item)
        try store.write {
            item.name = "changed"
            try store.add(Item(9, "nine", count: 9))
        }
        #expect(frozen.thaw(in: store)?.name == "changed" && frozen.name == "item-0")
        #expect(results.thaw(in: store)?.map(\.id) == [1, 9] && results.map(\.id) == [1])
        let other = try Store(configuration: folder.rules)
        #expect(frozen.thaw(in: other)?.store === other)
        try store.write { try store.delete(item) }
        #expect(frozen.thaw(in: store) == nil && frozen.thaw(in: other) != nil)
    }

    // F1: a store that sees an older version moves first.
    @Test func thawingMovesAStoreThatIsBehind() throws {
        let (one, other) = (try Store(configuration: folder.rules), try Store(configuration: folder.rules))
        #expect(other.objects(Item.self).isEmpty)
        try one.addItems(0..<1)
        #expect(other.item(0) == nil)
        #expect(try #require(one.item(0)).frozen().thaw(in: other)?.name == "item-0")
    }

    // F5
    @Test func anObjectFrozenInAWriteHasWhatWasWrittenSoFar() throws {
        let store = try Store(configuration: folder.rules)
        try store.addItems(0..<1)
        let item = try #require(store.item(0))
        let (frozen, kept) = try store.write {
            item.name = "written"
            let made = Item(5, "made")
            try store.add(made)
            let kept = made.frozen()
            #expect(kept.thaw(in: store) == made)
            return (item.frozen(), kept)
        }
        #expect(frozen.name == "written" && kept.thaw(in: store)?.name == "made")
        store.beginWriteOrFail()
        let lost = Item(6, "lost")
        try store.add(lost)
        let gone = lost.frozen()
        store.cancelWrite()
        #expect(gone.name == "lost" && gone.thaw(in: store) == nil)
        try store.write { try store.add(Item(6, "another")) }
        #expect(gone.thaw(in: store) == nil && store.item(6) != nil)
    }

    // F2
    @Test func frozenObjectsAreEqualWhenVersionAndValuesAre() throws {
        let store = try Store(configuration: folder.rules)
        try store.addItems(0..<2)
        let item = try #require(store.item(0))
        let (one, other) = (item.frozen(), try #require(store.objects(Item.self).frozen().first))
        #expect(one == other && one.hashValue == other.hashValue && Set([one, other]).count == 1)
        #expect(one != store.objects(Item.self).frozen()[1])
        try store.write { item.count = 5 }
        #expect(item.frozen() != one)
        let (first, second) = try store.write {
            let first = item.frozen()
            item.count = 6
            return (first, item.frozen())
        }
        #expect(first != second && first == first)
    }

    @Test func frozenObjectsAreIdentifiedAsTheirClassSays() throws {
        let store = try Store(configuration: folder.configuration([Numbered.self, Item.self]))
        try store.write {
            try store.add(Numbered(4))
            try store.add(Item(3))
        }
        let frozen = store.objects(Numbered.self).frozen()
        #expect(frozen.map(\.id) == [4] && identity(of: frozen[0]) == 4)
        #expect(store.item(3)?.frozen().id == 3)
    }

    @Test func aDetachedCopyIsAnUnmanagedObject() throws {
        let store = try Store(configuration: folder.rules)
        try store.write {
            let first = Item(1, "first")
            first.next = Item(2, "second")
            first.next?.next = Item(3, "third")
            first.next?.next?.next = first
            try store.add(first)
        }
        let frozen = try #require(store.item(1)).frozen()
        let alone = frozen.detached()
        alone.name = "changed"
        #expect(alone.store == nil && alone.id == 1 && alone.next == nil && frozen.name == "first")
        let pair = frozen.detached(linkDepth: 1)
        #expect(pair.next?.name == "second" && pair.next?.next == nil)
        let all = frozen.detached(linkDepth: 10)
        #expect(all.next?.next?.name == "third" && all.next?.next?.next === all)
        all.next?.next?.next = nil
        let other = try Store(configuration: folder.configuration(RuleModels.types, "other.tarn"))
        try other.write { try other.add(all) }
        #expect(other.objects(Item.self).count == 3)
    }

    // C6
    @Test func frozenResultsKeepMembershipOrderAndValues() throws {
        let store = try Store(configuration: folder.rules)
        try store.addItems(0..<200)
        let some = store.objects(Item.self).where { $0.count > 99 }.sorted(by: \.count, ascending: false)
        let (frozen, all) = (some.frozen(), store.objects(Item.self).freeze())
        #expect(some.count == 100)
        let used = some.frozen()
        try store.write {
            try store.delete(some.limit(50))
            try store.objects(Item.self).setValue("gone", for: \.name)
        }
        try onAnotherThread {
            #expect(frozen.map(\.count) == Array((100..<200).reversed()) && used.map(\.id) == frozen.map(\.id))
            #expect(frozen.count == 100 && frozen[99].name == "item-100" && frozen.last?.id == 100)
            #expect(all.count == 200 && Array(all[150...]).map(\.id) == Array(150..<200))
            #expect(all.where { $0.name == "gone" }.isEmpty && all.version == frozen.version)
            let few = try all.filter(#Predicate { $0.count < 10 }).sorted(by: \.name, ascending: false).limit(3)
            #expect(few.map(\.name) == ["item-9", "item-8", "item-7"])
            #expect(all.distinct(by: \.comment).count == 1 && few.description == "3 frozen objects of Item")
        }
        #expect(some.count == 50 && some.frozen().first?.name == "gone")
    }

    // C6
    @Test func aFrozenStoreIsOneVersion() throws {
        let store = try Store(configuration: folder.rules)
        try store.addItems(0..<3)
        let frozen = try store.frozen()
        let results = store.objects(Item.self).frozen()
        try store.write { try store.deleteAll() }
        try onAnotherThread {
            #expect(frozen.objects(Item.self).count == 3 && results.count == 3 && frozen.version == results.version)
            #expect(frozen.object(ofType: Item.self, forPrimaryKey: 2)?.name == "item-2")
            #expect(frozen.object(ofType: Item.self, forPrimaryKey: 5) == nil)
            #expect(frozen.objects(Note.self).isEmpty && frozen.readFailure == nil)
        }
        #expect(try store.isEmpty && frozen.version == store.version() - 1)
    }

    // C10
    @Test func frozenValuesOutliveTheirStore() throws {
        var store: Store? = try Store(configuration: folder.rules)
        try store?.addItems(0..<3)
        let frozen = try #require(try store?.frozen())
        let item = try #require(store?.item(1)?.frozen())
        let results = try #require(store?.objects(Item.self).frozen())
        store?.close()
        store = nil
        #expect(frozen.objects(Item.self).map(\.id) == [0, 1, 2] && results.count == 3 && item.name == "item-1")
    }

    // Q1: the store goes on in the same version through what it has handed over.
    @Test func theStoreReadsOnAfterFreezing() throws {
        let (store, other) = (try Store(configuration: folder.rules), try Store(configuration: folder.rules))
        try store.addItems(0..<300)
        let all = store.objects(Item.self)
        #expect(all.count == 300)
        try other.write { try other.deleteAll() }
        let frozen = all.frozen()
        #expect(all.count == 300 && store.item(7)?.name == "item-7" && frozen.count == 300)
        #expect(try store.refresh())
        #expect(all.isEmpty && frozen.count == 300 && frozen[299].id == 299)
        #expect(try store.frozen().objects(Item.self).isEmpty)
        try store.addItems(0..<1)
        store.invalidate()
        #expect(all.count == 1 && frozen.map(\.id).last == 299)
    }

    private func identity<T: Identifiable>(of value: T) -> T.ID { value.id }
}

private final class Numbered: Object, Identifiable {
    @Persisted(primaryKey: true) var id: Int

    convenience init(_ id: Int) {
        self.init()
        self.id = id
    }
}

extension Item {
    fileprivate var nextName: String { (next?.name ?? "none") + "!" }
    fileprivate var nextOrSelf: Item { next ?? self }
    fileprivate var freezes: Bool { isFrozen }
}

extension Store {
    fileprivate func beginWriteOrFail() { #expect(throws: Never.self) { try beginWrite() } }
}

extension Misuse {
    static let crossing: [Misuse] =
        [
            Misuse("F1", "freezing an unmanaged object") { _ in print(Item(1).frozen()) },
            Misuse("O1", "freezing a deleted object") { store in
                try store.addItems(0..<1)
                let item = try #require(store.item(0))
                try store.write { try store.delete(item) }
                print(item.frozen())
            },
            Misuse("F5", "freezing results in a write") { store in
                try store.write { print(store.objects(Item.self).frozen()) }
            },
            Misuse("F5", "freezing a store in a write") { store in try store.write { print(try store.frozen().version) }
            },
            Misuse("F5", "following a link of what was frozen in a write") { store in
                let frozen = try store.write {
                    let item = Item(1)
                    item.next = Item(2)
                    try store.add(item)
                    return item.frozen()
                }
                print(frozen.name, frozen.next as Any)
            },
            Misuse("F2", "changing a frozen object in a computed property") { store in
                try store.addItems(0..<1)
                print(try #require(store.item(0)).frozen().renamed)
            },
            Misuse("F6", "thawing in a store of another file") { store in
                try store.addItems(0..<1)
                var configuration = store.configuration
                configuration.inMemoryIdentifier = "crossing-other"
                let other = try Store(configuration: configuration)
                print(try #require(store.item(0)).frozen().thaw(in: other) as Any)
            },
            Misuse("C1", "freezing on another thread") { store in
                try store.addItems(0..<1)
                let item = Sent(try #require(store.item(0)))
                try onAnotherThread { print(item.value.frozen()) }
            },
            Misuse("C1", "thawing on another thread") { store in
                try store.addItems(0..<1)
                let (frozen, sent) = (try #require(store.item(0)).frozen(), Sent(store))
                try onAnotherThread { print(frozen.thaw(in: sent.value) as Any) }
            },
            Misuse("L8", "an index outside of frozen results") { store in
                try store.addItems(0..<2)
                print(store.objects(Item.self).frozen()[2])
            },
            Misuse("P9", "a frozen store asked for a key of another type") { store in
                print(try store.frozen().object(ofType: Item.self, forPrimaryKey: "1") as Any)
            },
        ] + references
}

extension Item {
    fileprivate var renamed: String {
        name = "renamed"
        return name
    }
}

/// Sends what must not be sent, to see that it is found out.
struct Sent<Value>: @unchecked Sendable {
    let value: Value
    init(_ value: Value) { self.value = value }
}

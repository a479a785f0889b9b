import Foundation
import Tarn
import Testing

@Suite struct ObjectRules {
    let folder = TemporaryFolder()

    @Test(arguments: Misuse.objects) func breakingARuleOfObjectsTraps(misuse: Misuse) async throws {
        try await misuse.expectTrap(in: folder)
    }

    // O1
    @Test func everyInstanceOfADeletedObjectIsInvalid() throws {
        let store = try Store(configuration: folder.rules)
        try store.addItems(0..<100)
        let all = store.objects(Item.self)
        let instances = [
            try #require(store.item(50)), try #require(store.item(50)), all[50],
            try #require(all.first { $0.id == 50 }),
        ]
        #expect(Set(instances).count == 1)
        try store.write {
            // The cluster is open for changes already: what is known of its rows must be given up nevertheless.
            store.item(51)?.count += 1
            for instance in instances { #expect(instance.name == "item-50") }
            try store.delete(instances[0])
            for instance in instances {
                #expect(
                    instance.isInvalidated && instance == instances[0] && instance.description == "Item(invalidated)")
            }
            #expect(store.item(50) == nil && all.count == 99)
        }
        for instance in instances { #expect(instance.isInvalidated && instance.store === store) }
        #expect(code { try store.write { try store.delete(instances[1]) } } == .invalidatedObject)
    }

    // O1
    @Test func deletingByQueryOrClassInvalidatesToo() throws {
        let store = try Store(configuration: folder.rules)
        try store.addItems(0..<10)
        let (first, last) = (try #require(store.item(0)), try #require(store.item(9)))
        try store.write { try store.delete(store.objects(Item.self).where { $0.id < 5 }) }
        #expect(first.isInvalidated && !last.isInvalidated)
        try store.write { try store.deleteAll(Item.self) }
        #expect(last.isInvalidated && store.objects(Item.self).isEmpty)
        let note = Note("a")
        try store.write { try store.add(note) }
        try store.write { try store.deleteAll() }
        #expect(note.isInvalidated && store.isEmpty)
        // A new object never takes the place of an old one without a key.
        try store.write { try store.add(Note("b")) }
        #expect(note.isInvalidated && store.objects(Note.self).first?.text == "b")
    }

    // O2
    @Test func anObjectOfAnotherStoreIsNotDeleted() throws {
        let (store, other) = try twoStores()
        let foreign = try #require(other.item(0))
        #expect(code { try store.write { try store.delete(foreign) } } == .objectOfAnotherStore)
        #expect(code { try store.write { try store.delete(Item(5)) } } == .objectOfAnotherStore)
        #expect(code { try store.write { try store.delete(other.objects(Item.self)) } } == .objectOfAnotherStore)
        #expect(code { try store.write { try store.delete([foreign]) } } == .objectOfAnotherStore)
        #expect(!foreign.isInvalidated)
    }

    // O3
    @Test func linksToADeletedObjectBecomeNil() throws {
        let store = try Store(configuration: folder.rules)
        try store.write {
            let target = Note("target")
            for key in 0..<500 {
                let item = Item(key)
                item.note = target
                try store.add(item)
            }
        }
        let target = try #require(store.objects(Note.self).first)
        let all = store.objects(Item.self)
        #expect(all.allSatisfy { $0.note == target })
        try store.write {
            try store.delete(target)
            #expect(all.allSatisfy { $0.note == nil })
        }
        #expect(all.allSatisfy { $0.note == nil } && all.where { $0.note == nil }.count == 500)
        #expect(try Store.verify(at: #require(store.configuration.fileURL)).faults.isEmpty)
    }

    // O3
    @Test func cyclesAndLinksToItselfComeAndGo() throws {
        let store = try Store(configuration: folder.rules)
        let (one, two, own) = (Item(1, "one"), Item(2, "two"), Item(3, "own"))
        one.next = two
        two.next = one
        own.next = own
        try store.write {
            try store.add(one)
            try store.add(own)
        }
        #expect(one.next == two && two.next == one && own.next == own && store.objects(Item.self).count == 3)
        #expect(one.next?.next?.next?.name == "two")
        try store.write {
            try store.delete(one)
            #expect(two.next == nil)
            try store.delete(own)
        }
        #expect(two.next == nil && own.isInvalidated && store.objects(Item.self).map(\.id) == [2])
        try store.write {
            two.next = two
            two.next?.name = "itself"
        }
        #expect(two.name == "itself")
        try store.write { try store.deleteAll(Item.self) }
        #expect(try Store.verify(at: #require(store.configuration.fileURL)).faults.isEmpty)
    }

    // O4
    @Test func instancesOfOneRowAreEqual() throws {
        let store = try Store(configuration: folder.rules)
        try store.addItems(0..<3)
        try store.write { try store.add([Note("a"), Note("a")]) }
        let (a, b) = (try #require(store.item(1)), try #require(store.item(1)))
        #expect(a == b && a !== b && a.isSameObject(as: b) && a.hashValue == b.hashValue && a != store.item(2))
        #expect(!a.isSameObject(as: nil) && a != Item(1))
        let notes = store.objects(Note.self)
        #expect(notes[0] != notes[1] && notes[0] == notes.first)
        // Rows with the same number in different classes are different objects.
        #expect(!notes[1].isSameObject(as: a) && Set<Object>([a, b, notes[0], notes[1]]).count == 3)
    }

    // O5
    @Test func addingAgainDoesNothingAndForeignOrDeletedObjectsAreRefused() throws {
        let (store, other) = try twoStores()
        let item = try #require(store.item(0))
        let foreign = try #require(other.item(0))
        try store.write {
            try store.add(item)
            try store.add(item, update: .all)
            #expect(code { try store.add(foreign) } == .objectOfAnotherStore)
            let linking = Item(70)
            linking.next = foreign
            #expect(code { try store.add(linking) } == .objectOfAnotherStore)
            #expect(linking.store == nil)
            let copy = try store.create(Item.self, value: foreign, update: .modified)
            #expect(copy == item && copy.store === store)
            try store.delete(item)
            #expect(code { try store.add(item) } == .invalidatedObject)
        }
        #expect(store.objects(Item.self).isEmpty && store.item(70) == nil)
    }

    // O6
    @Test func whatWasAddedInACircleIsLetGo() throws {
        let store = try Store(configuration: folder.rules)
        weak var kept: Item?
        try store.write {
            let (one, other) = (Item(1), Item(2))
            (one.next, other.next) = (other, one)
            try store.add(one)
            #expect(one.next == other && other.next == one)
            kept = other
        }
        #expect(kept == nil && store.item(1)?.next?.id == 2 && store.item(2)?.next?.id == 1)
    }

    // O6
    @Test func addingAddsEverythingThatIsReachable() throws {
        let store = try Store(configuration: folder.rules)
        let chain = (0..<300).map { Item($0) }
        for (item, next) in zip(chain, chain.dropFirst()) { item.next = next }
        chain[299].next = chain[0]
        chain[150].note = Note("deep")
        try store.write { try store.add(chain[0]) }
        #expect(store.objects(Item.self).count == 300 && store.objects(Note.self).count == 1)
        #expect(
            chain.allSatisfy { $0.store === store } && chain[150].note?.text == "deep" && chain[299].next == chain[0])
        // The policy holds for all of them.
        let root = Item(0, "updated")
        root.next = Item(1, "updated")
        #expect(code { try store.write { try store.add(root) } } == .duplicatePrimaryKey)
        #expect(root.store == nil && root.next?.store == nil)
        try store.write { try store.add(root, update: .modified) }
        #expect(chain[0].name == "updated" && chain[1].name == "updated" && chain[1].next == nil)
    }

    // O6
    @Test func settingALinkAddsItsTarget() throws {
        let store = try Store(configuration: folder.rules)
        try store.addItems(0..<1)
        let item = try #require(store.item(0))
        let note = Note("by link")
        note.number = 4
        try store.write { item.note = note }
        #expect(note.store === store && item.note == note && store.objects(Note.self).count == 1)
        try store.write { item.note = nil }
        #expect(item.note == nil && !note.isInvalidated)
    }

    // L1
    @Test func aLinkIsOptional() {
        final class Required: Object { @Persisted var note: Note }
        let text = message { _ = try Store(configuration: folder.configuration([Required.self])) }
        #expect(text.contains("Required.note") && text.contains("optional"))
    }

    private func twoStores() throws -> (Store, Store) {
        let store = try Store(configuration: folder.rules)
        let other = try Store(configuration: folder.configuration(RuleModels.types, "other.tarn"))
        try store.addItems(0..<1)
        try other.addItems(0..<1)
        return (store, other)
    }
}

extension Misuse {
    private static func onDeleted(_ name: String, _ body: @escaping @Sendable (Store, Item) throws -> Void) -> Misuse {
        Misuse("O1", name) { store in
            try store.addItems(0..<3)
            let other = try #require(store.item(1))
            print(other.name)
            try store.write { try store.delete(try #require(store.item(1))) }
            try body(store, other)
        }
    }

    static let objects: [Misuse] = [
        onDeleted("reading a deleted object") { _, item in print(item.name) },
        onDeleted("reading the key of a deleted object") { _, item in print(item.id) },
        onDeleted("following a link of a deleted object") { _, item in print(item.next as Any) },
        onDeleted("setting a property of a deleted object") { store, item in try store.write { item.name = "x" } },
        Misuse("O1", "reading an object deleted in the same write") { store in
            try store.addItems(0..<3)
            try store.write {
                let (item, other) = (try #require(store.item(1)), try #require(store.item(1)))
                item.count = 5
                print(other.count)
                try store.delete(item)
                print(other.id)
            }
        },
        Misuse("O1", "reading an object after close") { store in
            try store.addItems(0..<1)
            let item = try #require(store.item(0))
            store.close()
            print(item.name)
        },
    ]
}

import Foundation
import Tarn
import Testing

@Suite struct WriteRules {
    let folder = TemporaryFolder()

    private struct Refusal: Error, Equatable { let reason: String }

    @Test(arguments: Misuse.writes) func breakingARuleOfWritesTraps(misuse: Misuse) async throws {
        try await misuse.expectTrap(in: folder)
    }

    // W1
    @Test func aSecondWriterWaitsForTheFirst() throws {
        let configuration = folder.rules
        let store = try Store(configuration: configuration)
        let begins = DispatchSemaphore(value: 0)
        let outcome = ThreadOutcome()
        try store.beginWrite()
        Thread {
            outcome.run {
                let other = try Store(configuration: configuration)
                begins.signal()
                try other.write {
                    // The first writer's objects are here, so it has committed.
                    #expect(other.item(1)?.name == "first")
                    try other.add(Item(2, "second"))
                }
            }
        }.start()
        begins.wait()
        try store.add(Item(1, "first"))
        #expect(store.item(2) == nil)
        try store.commitWrite()
        try outcome.wait()
        try store.refresh()
        #expect(store.item(2)?.name == "second")
    }

    // W3
    @Test func anErrorRollsBackAndIsThrownOn() throws {
        let store = try Store(configuration: folder.rules)
        try store.addItems(0..<2)
        let version = try store.version()
        let thrown = #expect(throws: Refusal.self) {
            try store.write {
                try store.add(Item(5))
                store.item(0)?.name = "lost"
                try store.delete(try #require(store.item(1)))
                throw Refusal(reason: "enough")
            }
        }
        #expect(thrown == Refusal(reason: "enough") && !store.isInWriteTransaction)
        #expect(store.objects(Item.self).map(\.name) == ["item-0", "item-1"])
        #expect(try store.version() == version)
        try store.refresh()
        #expect(store.objects(Item.self).count == 2)
    }

    // W3
    @Test func aWriteReturnsWhatItsBlockReturns() throws {
        let store = try Store(configuration: folder.rules)
        let item = try store.write { try store.create(Item.self, value: ["id": 3]) }
        #expect(item.id == 3 && item.store === store)
    }

    // W4
    @Test func aBlockMayCommitOrCancelByItself() throws {
        let store = try Store(configuration: folder.rules)
        try store.write {
            try store.add(Item(1))
            store.cancelWrite()
            #expect(!store.isInWriteTransaction)
        }
        #expect(store.item(1) == nil)
        try store.write {
            try store.add(Item(2))
            try store.commitWrite()
            try store.beginWrite()
            try store.add(Item(3))
        }
        #expect(store.item(2) != nil && store.item(3) != nil)
        #expect(throws: Refusal.self) {
            try store.write {
                try store.add(Item(4))
                try store.commitWrite()
                throw Refusal(reason: "after the commit")
            }
        }
        #expect(store.item(4) != nil)
        try store.write {
            try store.add(Item(5))
            store.close()
        }
        #expect(try Store(configuration: folder.rules).item(5) == nil)
    }

    // W6
    @Test func objectsOfACancelledWriteStayInvalidEvenWhenTheirKeyIsUsedAgain() throws {
        let store = try Store(configuration: folder.rules)
        let (item, note) = (Item(1, "lost"), Note("lost"))
        item.next = Item(2, "lost too")
        let linked = try #require(item.next)
        try store.beginWrite()
        try store.add(item)
        try store.add(note)
        // Other instances of the same objects, found by key, by query, through a link and in a loop.
        let found = try #require(store.item(1))
        let queried = try #require(store.objects(Note.self).last)
        let next = try #require(item.next)
        let looped = Array(store.objects(Item.self)) + Array(store.objects(Item.self).sorted(by: \.name))
        store.cancelWrite()
        let lost = [item, linked, found, next] + looped
        for object in lost { #expect(object.isInvalidated && object.description == "Item(invalidated)") }
        #expect(note.isInvalidated && queried.isInvalidated)

        try store.write {
            try store.add(Item(1, "kept"))
            try store.add(Item(2, "kept"))
            try store.add(Note("kept"))
        }
        for object in lost { #expect(object.isInvalidated) }
        #expect(note.isInvalidated && queried.isInvalidated)
        #expect(code { try store.write { try store.add(item) } } == .invalidatedObject)
        #expect(store.item(1)?.name == "kept" && store.objects(Note.self).first?.text == "kept")
    }

    // W6
    @Test func objectsFoundInACancelledWriteStayValid() throws {
        let store = try Store(configuration: folder.rules)
        try store.addItems(0..<100)
        try store.beginWrite()
        let found = Array(store.objects(Item.self)) + [try #require(store.item(50))]
        for item in found { item.count += 1 }
        try store.add(Item(7, "updated"), update: .modified)
        let updated = Item(8, "updated")
        try store.add(updated, update: .all)
        store.cancelWrite()
        for item in found { #expect(!item.isInvalidated && item.count == item.id) }
        #expect(store.item(7)?.name == "item-7" && updated.name == "item-8")
    }

    // W6
    @Test func objectsDeletedInACancelledWriteAreFoundAnew() throws {
        let store = try Store(configuration: folder.rules)
        try store.addItems(0..<3)
        let (deleted, other) = (try #require(store.item(1)), try #require(store.item(1)))
        try store.beginWrite()
        try store.delete(deleted)
        #expect(deleted.isInvalidated && other.isInvalidated && store.item(1) == nil)
        store.cancelWrite()
        #expect(deleted.isInvalidated)
        #expect(store.item(1)?.name == "item-1" && store.objects(Item.self).count == 3)
        // An instance that was not given to delete() stands for its key again.
        #expect(!other.isInvalidated && other.name == "item-1")
    }

    // W6
    @Test func anObjectMadeAndDeletedInAWriteIsNeverAnother() throws {
        let store = try Store(configuration: folder.rules)
        let note = Note("gone")
        var other: Note?
        try store.write {
            try store.add(note)
            other = store.objects(Note.self).last
            try store.delete(note)
        }
        try store.write { try store.add(Note("new")) }
        #expect(note.isInvalidated && other?.isInvalidated == true)
    }

    // W9
    @Test func readsInAWriteSeeWhatItHasWritten() throws {
        let store = try Store(configuration: folder.rules)
        try store.addItems(0..<10)
        let all = store.objects(Item.self)
        let named = all.where { $0.name == "x" }
        let counted = all.where { $0.count > 100 }
        let sorted = all.sorted(by: \.count, ascending: false)
        #expect(all.count == 10 && named.isEmpty && counted.isEmpty && sorted.first?.id == 9)
        try store.write {
            let item = try #require(store.item(3))
            item.name = "x"
            item.count = 101
            #expect(item.name == "x" && store.item(3)?.count == 101)
            #expect(named.map(\.id) == [3] && counted.count == 1 && sorted.first == item)
            try store.add(Item(20, "x", count: 200))
            #expect(named.count == 2 && counted.count == 2 && sorted.first?.id == 20 && all.count == 11)
            #expect(all.sum(of: \.count) == 45 - 3 + 101 + 200 && all.max(of: \.count) == 200)
            #expect(all.values(of: \.name).filter { $0 == "x" }.count == 2)
            try store.delete(item)
            #expect(item.isInvalidated && named.map(\.id) == [20] && counted.count == 1 && all.count == 10)
            try named.setValue("y", for: \.name)
            #expect(named.isEmpty)
        }
        #expect(named.isEmpty && counted.map(\.id) == [20])
    }

    // W8
    @Test func whatASetterCannotDoIsThrownByTheCommit() throws {
        let store = try Store(configuration: folder.rules)
        let other = try Store(configuration: folder.configuration(RuleModels.types, "other.tarn"))
        try store.addItems(0..<2)
        try other.addItems(7..<8)
        let foreign = try #require(other.item(7))
        #expect(code { try store.write { store.item(0)?.next = foreign } } == .objectOfAnotherStore)
        #expect(code { try store.write { store.item(0)?.next = Item(1, "twice") } } == .duplicatePrimaryKey)
        #expect(store.item(0)?.next == nil && store.item(1)?.name == "item-1" && !store.isInWriteTransaction)
    }

    // W14
    @Test func aReadOnlyStoreReads() throws {
        try Store(configuration: folder.rules).addItems(0..<2)
        var configuration = folder.rules
        configuration.isReadOnly = true
        let store = try Store(configuration: configuration)
        #expect(store.item(1)?.name == "item-1")
    }

    // W15
    @Test func settingTheSameValueIsAChange() throws {
        let store = try Store(configuration: folder.rules)
        try store.addItems(0..<1)
        let version = try store.version()
        try store.write { store.item(0)?.name = "item-0" }
        #expect(try store.version() == version + 1)
    }

    // W16
    @Test func anEmptyWriteMakesNoVersion() throws {
        let store = try Store(configuration: folder.rules)
        try store.addItems(0..<1)
        let version = try store.version()
        try store.write {}
        try store.write { #expect(store.item(0) != nil) }
        #expect(try store.version() == version)
    }
}

extension Misuse {
    static let writes: [Misuse] = [
        Misuse("W2", "a write within a write") { store in try store.write { try store.write {} } },
        Misuse("W2", "beginning a write twice") { store in
            try store.beginWrite()
            try store.beginWrite()
        },
        Misuse("W5", "committing without a write") { store in try store.commitWrite() },
        Misuse("W5", "cancelling without a write") { store in store.cancelWrite() },
        Misuse("W5", "committing twice") { store in
            try store.beginWrite()
            try store.commitWrite()
            try store.commitWrite()
        },
        Misuse("O1", "reading an object of a cancelled write") { store in
            let item = Item(1)
            try store.beginWrite()
            try store.add(item)
            store.cancelWrite()
            print(item.name)
        },
        Misuse("O1", "reading the key of an object of a cancelled write") { store in
            let item = Item(1)
            try store.beginWrite()
            try store.add(item)
            store.cancelWrite()
            print(item.id)
        },
        Misuse("W8", "setting a property outside a write") { store in
            try store.addItems(0..<1)
            store.item(0)?.name = "x"
        },
        Misuse("W8", "adding outside a write") { store in try store.add(Item(1)) },
        Misuse("W8", "creating outside a write") { store in try store.create(Item.self, value: ["id": 1]) },
        Misuse("W8", "deleting outside a write") { store in
            try store.addItems(0..<1)
            try store.delete(try #require(store.item(0)))
        },
        Misuse("W8", "deleting results outside a write") { store in try store.delete(store.objects(Item.self)) },
        Misuse("W8", "deleting everything outside a write") { store in try store.deleteAll() },
        Misuse("W8", "setting many outside a write") { store in
            try store.objects(Item.self).setValue(1, for: \.count)
        },
        Misuse(
            "W14", "writing a read-only store",
            opening: { configuration in
                try Store(configuration: configuration).addItems(0..<1)
                var configuration = configuration
                configuration.isReadOnly = true
                try Store(configuration: configuration).write {}
            }),
        Misuse(
            "W17", "ending the write of a queue on another thread",
            opening: { configuration in
                // A queue may run on any thread: what is begun in one block must end in it.
                let (queue, two) = (DispatchQueue(label: "own"), DispatchSemaphore(value: 0))
                nonisolated(unsafe) var store: Store?
                try queue.sync {
                    store = try Store(configuration: configuration, queue: queue)
                    try store?.beginWrite()
                }
                // Waited for by a thread that `sync` has borrowed before, so this block runs on another one.
                queue.async {
                    try? store?.commitWrite()
                    two.signal()
                }
                two.wait()
            }),
    ]
}

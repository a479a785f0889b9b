import Foundation
import Tarn
import Testing

@Suite struct SnapshotRules {
    let folder = TemporaryFolder()

    @Test(arguments: Misuse.snapshots) func breakingASnapshotTraps(misuse: Misuse) async throws {
        try await misuse.expectTrap(in: folder)
    }

    // R1
    @Test func everyReadSeesTheVersionOfTheFirst() throws {
        let (reader, writer) = try pair()
        try writer.addItems(0..<3)
        let items = reader.objects(Item.self)
        // Making results is no read; counting them is.
        try writer.addItems(3..<4)
        #expect(items.count == 4)
        let version = try reader.version()
        try writer.write {
            writer.item(0)?.name = "changed"
            try writer.delete(try #require(writer.item(1)))
            try writer.add(Item(9))
        }
        #expect(items.count == 4 && reader.item(0)?.name == "item-0" && reader.item(1) != nil && reader.item(9) == nil)
        #expect(items.where { $0.name == "changed" }.isEmpty && items.map(\.id) == [0, 1, 2, 3])
        #expect(try reader.version() == version)
    }

    // R2
    @Test func aCommitElsewhereIsSeenAfterRefresh() throws {
        let (reader, writer) = try pair()
        try writer.addItems(0..<2)
        let item = try #require(reader.item(0))
        let all = reader.objects(Item.self)
        let sorted = all.sorted(by: \.count, ascending: false)
        #expect(all.count == 2 && sorted.first?.id == 1)
        try writer.write {
            writer.item(0)?.name = "changed"
            writer.item(0)?.count = 7
        }
        #expect(item.name == "item-0" && item.count == 0)
        #expect(try reader.refresh())
        #expect(item.name == "changed" && item.count == 7 && sorted.first == item)
    }

    // R3
    @Test func refreshSaysWhetherItMoved() throws {
        let (reader, writer) = try pair()
        // Before the first read there is no snapshot that could move.
        #expect(try !reader.refresh())
        #expect(reader.objects(Item.self).isEmpty)
        #expect(try !reader.refresh())
        try writer.addItems(0..<1)
        #expect(try reader.refresh())
        #expect(try !reader.refresh())
        #expect(reader.objects(Item.self).count == 1)
    }

    // R3
    @Test func refreshBetweenReadsMovesObjectsResultsAndLinksTogether() throws {
        let (reader, writer) = try pair()
        try writer.write {
            let first = Item(0, "first")
            first.next = Item(1, "second")
            try writer.add(first)
        }
        let first = try #require(reader.item(0))
        let second = try #require(first.next)
        for round in 1...20 {
            try writer.write {
                writer.item(0)?.count = round
                writer.item(1)?.count = -round
            }
            #expect(first.count == round - 1 && second.count == 1 - round)
            try reader.refresh()
            #expect(first.count == round && second.count == -round && first.next?.count == -round)
        }
        try writer.write { try writer.delete(try #require(writer.item(1))) }
        #expect(first.next == second && !second.isInvalidated)
        try reader.refresh()
        #expect(first.next == nil && second.isInvalidated)
    }

    // R4
    @Test func refreshInAWriteDoesNothing() throws {
        let store = try Store(configuration: folder.rules)
        try store.write {
            try store.add(Item(1))
            #expect(try !store.refresh())
            #expect(store.item(1) != nil)
        }
    }

    // R4: a read-only store may be refreshed; other processes may write the file.
    @Test func aReadOnlyStoreIsRefreshed() throws {
        try Store(configuration: folder.rules).addItems(0..<1)
        var configuration = folder.rules
        configuration.isReadOnly = true
        let reader = try Store(configuration: configuration)
        #expect(reader.objects(Item.self).count == 1)
        #expect(try !reader.refresh())
    }

    // R5
    @Test func aWriteBeginsAtTheNewestVersion() throws {
        let (one, other) = try pair()
        try one.addItems(0..<1)
        let item = try #require(other.item(0))
        try one.write { one.item(0)?.count = 41 }
        #expect(item.count == 0)
        try other.write { item.count += 1 }
        #expect(item.count == 42)
        // Also an empty write, and one that is cancelled, move on.
        try one.write { #expect(one.item(0)?.count == 42) }
        try other.write { item.count = 1 }
        try one.beginWrite()
        one.cancelWrite()
        #expect(one.item(0)?.count == 1)
    }

    // R7
    @Test func invalidateEndsObjectsAndTheOpenWriteButNotResults() throws {
        let store = try Store(configuration: folder.rules)
        try store.addItems(0..<3)
        let item = try #require(store.item(0))
        let all = store.objects(Item.self)
        let some = all.where { $0.count > 0 }.sorted(by: \.count, ascending: false)
        #expect(some.map(\.id) == [2, 1])
        try store.beginWrite()
        item.name = "lost"
        store.invalidate()
        #expect(!store.isInWriteTransaction && item.isInvalidated && !some.isInvalidated)
        #expect(some.map(\.id) == [2, 1] && all[0].name == "item-0" && all.index(of: some[0]) == 2)
        try store.write {
            try some.limit(1).setValue(9, for: \.count)
            try store.delete(all.where { $0.count == 1 })
        }
        #expect(store.item(2)?.count == 9 && all.count == 2 && item.isInvalidated)
        #expect(store.item(0)?.name == "item-0")
    }

    // R7
    @Test func invalidateInAWriteBlockCancelsIt() throws {
        let store = try Store(configuration: folder.rules)
        try store.write {
            try store.add(Item(1))
            store.invalidate()
        }
        #expect(store.item(1) == nil && !store.isInWriteTransaction)
    }

    // R9
    @Test func invalidateLetsTheVersionGoAndTheNextReadTakesTheNewest() throws {
        let (reader, writer) = try pair()
        try writer.addItems(0..<1)
        #expect(reader.item(0) != nil)
        try writer.write { try writer.deleteAll(Item.self) }
        reader.invalidate()
        #expect(reader.item(0) == nil)
    }

    // C2
    @Test func twoStoresOnOneThreadSeeTheirOwnVersions() throws {
        let (one, other) = try pair()
        try one.addItems(0..<1)
        let (first, second) = (try #require(one.item(0)), try #require(other.item(0)))
        #expect(first != second && !first.isSameObject(as: second))
        try one.write { first.name = "newer" }
        #expect(first.name == "newer" && second.name == "item-0")
        one.close()
        #expect(first.isInvalidated && second.name == "item-0")
        try other.refresh()
        #expect(second.name == "newer")
    }

    @Test func objectsKeepTheirStoreWhenItsHandleIsGone() throws {
        var store: Store? = try Store(configuration: folder.rules)
        try store?.addItems(0..<2)
        let item = try #require(store?.item(0))
        let results = try #require(store?.objects(Item.self))
        store = nil
        #expect(item.name == "item-0" && results.count == 2)
        let again = try #require(item.store)
        #expect(again === item.store && again == results.store && again.item(0) == item)
        try again.write { item.name = "written" }
        #expect(item.name == "written" && results.first == item)
        again.invalidate()
        #expect(item.isInvalidated && results.first?.name == "written")
        again.close()
        #expect(item.isInvalidated)
    }

    @Test func objectsAndResultsOfAReleasedHandleEndWithTheNextOne() throws {
        var store: Store? = try Store(configuration: folder.rules)
        try store?.addItems(0..<2)
        let item = try #require(store?.item(0))
        store = nil
        let link = item.next
        #expect(link == nil)
        item.store?.close()
        #expect(item.isInvalidated && item.description == "Item(invalidated)")
    }

    private func pair() throws -> (Store, Store) {
        (try Store(configuration: folder.rules), try Store(configuration: folder.rules))
    }
}

extension Misuse {
    static let snapshots: [Misuse] = [
        Misuse(
            "R11", "waiting for a change on a queue",
            opening: { configuration in
                let queue = DispatchQueue(label: "waiting")
                _ = try queue.sync {
                    try Store(configuration: configuration, queue: queue).waitForChange(timeout: .zero)
                }
            }),
        Misuse("R11", "waiting for a change in a write") { store in
            try store.write { _ = try store.waitForChange(timeout: .zero) }
        },
        Misuse("O1", "reading an object after invalidate") { store in
            try store.addItems(0..<1)
            let item = try #require(store.item(0))
            store.invalidate()
            print(item.name)
        },
        Misuse("O1", "reading the key of an object after invalidate") { store in
            try store.addItems(0..<1)
            let item = try #require(store.item(0))
            store.invalidate()
            print(item.id)
        },
        Misuse("O1", "reading an object that another store has deleted, after refresh") { store in
            try store.addItems(0..<1)
            let item = try #require(store.item(0))
            let other = try Store(configuration: store.configuration)
            try other.write { try other.deleteAll() }
            print(item.name)
            try store.refresh()
            print(item.name)
        },
        Misuse("Q15", "refreshing during a scan") { store in
            try store.addItems(0..<3)
            let other = try Store(configuration: store.configuration)
            #expect(other.objects(Item.self).count == 3)
            try other.addItems(3..<4)
            try store.objects(Item.self).scan(\.count) { counts in
                try other.write { other.item(0)?.count = 9 }
                try store.refresh()
                print(counts[0])
            }
        },
    ]
}

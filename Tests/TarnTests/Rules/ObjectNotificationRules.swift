import Foundation
import Tarn
import Testing

@Suite struct ObjectNotificationRules {
    let folder = TemporaryFolder()
    let heard = Heard()

    // ON1
    @Test func propertiesAreNamedWithOldAndNewValuesAfterACommit() throws {
        let store = try Store(configuration: folder.rules)
        try store.addItems(0..<2)
        let token = try #require(store.item(1)).observe(heard.note)
        try store.refresh()
        #expect(heard.isEmpty)
        try store.write {
            store.item(1)?.name = "first"
            store.item(1)?.name = "second"
            store.item(1)?.comment = "set"
            store.item(0)?.name = "of no concern"
        }
        #expect(heard.take() == ["1 name item-1>second comment nil>set"])
        try store.change(1) { $0.comment = nil }
        #expect(heard.take() == ["1 comment set>nil"])
        try store.write { try store.delete(try #require(store.item(1))) }
        #expect(heard.take() == ["deleted"])
        // Once, then nothing, also for another object with the key.
        try store.addItems(1..<2)
        try store.change(1) { $0.name = "another" }
        #expect(heard.isEmpty)
        token.invalidate()
    }

    // ON1: better than the rule, a first call on request.
    @Test func theFirstCallComesOnRequest() throws {
        let store = try Store(configuration: folder.rules)
        try store.addItems(0..<1)
        let token = try #require(store.item(0)).observe(initial: true, heard.note)
        #expect(heard.isEmpty)
        try store.refresh()
        #expect(heard.take() == ["initial 0"])
        try store.change(0) { $0.count = 5 }
        #expect(heard.take() == ["0 count 0>5"])
        token.invalidate()
    }

    // ON2
    @Test func severalCommitsAreOneChangeFromTheFirstOldToTheLastNewValue() throws {
        let (store, other) = try folder.pair()
        try other.addItems(0..<1)
        let token = try #require(store.item(0)).observe(heard.note)
        try other.change(0) { $0.count = 1 }
        try other.change(0) { $0.name = "between" }
        try other.change(0) { $0.count = 2 }
        try store.refresh()
        #expect(heard.take() == ["0 name item-0>between count 0>2"])
        token.invalidate()
    }

    // ON3: better than the rule, old values for every writer; a link leads to the old target as it is now.
    @Test func oldLinksLeadToTheirTargetAsItIsNow() throws {
        let (store, other) = try folder.pair()
        try other.addItems(0..<3)
        try other.change(0) { $0.next = other.item(1) }
        let token = try #require(store.item(0)).observe(heard.note)
        try other.write {
            other.item(0)?.next = other.item(2)
            other.item(1)?.name = "not heard of"
        }
        try store.refresh()
        #expect(heard.take() == ["0 next item 1>item 2"])
        try store.write { try store.delete(try #require(store.item(2))) }
        #expect(heard.take() == ["0 next gone>nil"])
        token.invalidate()
    }

    // ON4
    @Test func aKeyPathOverLinksNamesThePropertyOfTheObject() throws {
        let store = try Store(configuration: folder.rules)
        try store.write {
            let item = Item(0)
            item.note = Note("text")
            item.next = Item(1)
            try store.add(item)
        }
        let item = try #require(store.item(0))
        let token = item.observe(keyPaths: [\.note?.text, \.next?.note?.number, \.count]) { [heard] change in
            guard case .change(_, let properties) = change else { return }
            heard.note(properties.map(\.name).joined(separator: " "))
        }
        try store.change(0) { $0.note?.number = 3 }
        try store.change(0) { $0.name = "not asked for" }
        #expect(heard.isEmpty)
        try store.change(0) { $0.note?.text = "other" }
        #expect(heard.take() == ["note"])
        try store.change(1) { $0.note = Note("deep") }
        try store.change(1) { $0.note?.number = 9 }
        #expect(heard.take() == ["next", "next"])
        try store.write {
            store.item(0)?.count = 1
            store.item(0)?.note = nil
        }
        #expect(heard.take() == ["count note"])
        token.invalidate()
    }

    // ON5
    @Test func deletingBeforeTheFirstCallIsStillTold() throws {
        let store = try Store(configuration: folder.rules)
        try store.addItems(0..<2)
        var tokens = [try #require(store.item(0)).observe(initial: true, heard.note)]
        let other = try Store(configuration: folder.rules)
        try other.write { try other.delete(try #require(other.item(0))) }
        try store.refresh()
        #expect(heard.take() == ["deleted"])
        // What was made in a write of which nothing is kept is gone as well, and what is deleted in the write.
        try store.beginWrite()
        let made = Item(7)
        try store.add(made)
        tokens.append(made.observe(heard.note))
        store.cancelWrite()
        #expect(heard.take() == ["deleted"])
        try store.write {
            let item = try #require(store.item(1))
            tokens.append(item.observe(heard.note))
            try store.delete(item)
        }
        #expect(heard.take() == ["deleted"])
        tokens = []
    }

    // ON6
    @Test func deletingAllOfAClassIsToldToEveryObserver() throws {
        let store = try Store(configuration: folder.rules)
        try store.addItems(0..<200)
        let tokens = store.objects(Item.self).map { $0.observe(heard.note) }
        try store.write { try store.deleteAll(Item.self) }
        #expect(heard.take() == Array(repeating: "deleted", count: 200))
        try store.addItems(0..<1)
        #expect(heard.isEmpty && tokens.count == 200)
    }

    // P8
    @Test func anotherObjectWithTheKeyIsNotTheOneObserved() throws {
        let (store, other) = try folder.pair()
        try other.addItems(0..<1)
        let token = try #require(store.item(0)).observe(heard.note)
        try other.write { try other.deleteAll(Item.self) }
        try other.addItems(0..<1)
        try store.refresh()
        #expect(heard.take() == ["deleted"])
        token.invalidate()
    }

    // R7: objects end with the snapshot, their observers do not; what was before cannot be read any more.
    @Test func observersGoOnAfterInvalidateWithoutOldValues() throws {
        let (store, other) = try folder.pair()
        try other.addItems(0..<2)
        let item = try #require(store.item(0))
        let tokens = [item.observe(heard.note), try #require(store.item(1)).observe(heard.note)]
        store.invalidate()
        #expect(item.isInvalidated)
        try other.write {
            other.item(0)?.name = "other"
            try other.delete(try #require(other.item(1)))
        }
        try store.refresh()
        #expect(heard.take() == ["0 name nil>other", "deleted"])
        try store.change(0) { $0.name = "again" }
        #expect(heard.take() == ["0 name other>again"])
        tokens.forEach { $0.invalidate() }
    }

    // W6: an instance given to `delete` stays invalid after a cancel, but the object does not.
    @Test func aCancelledDeletionIsNotTold() throws {
        let store = try Store(configuration: folder.rules)
        try store.addItems(0..<1)
        let item = try #require(store.item(0))
        let token = item.observe(heard.note)
        try store.beginWrite()
        try store.delete(item)
        store.cancelWrite()
        #expect(item.isInvalidated && heard.isEmpty)
        try store.change(0) { $0.name = "alive" }
        #expect(heard.take() == ["0 name item-0>alive"])
        token.invalidate()
    }
}

import Foundation
import Tarn
import Testing

/// What a callback may do. It cannot throw, which its type says: nobody could catch it.
@Suite struct CallbackRules {
    let folder = TemporaryFolder()
    let heard = Heard()

    // Observing is legal in whatever runs because a write begins, and is first told later.
    @Test func observingInACallbackThatAWriteBringsAbout() throws {
        let (store, other) = try folder.pair()
        var tokens: [NotificationToken] = []
        tokens.append(
            store.objects(Item.self).observe { change in
                #expect(!store.isInWriteTransaction)
                guard case .update = change else { return }
                tokens.append(store.objects(Note.self).observe { [heard] change in heard.note("\(change.count)") })
            })
        try store.refresh()
        try other.addItems(0..<1)
        try store.write {
            #expect(heard.isEmpty)
            try store.add(Note("in the write"))
        }
        #expect(heard.take() == ["1"])
        tokens = []
    }

    // Callbacks run outside of writes, so they may write, whatever brought them about.
    @Test func writingInCallbacks() throws {
        let (store, other) = try folder.pair()
        let token = store.objects(Item.self).observe { [heard] change in
            heard.note(change)
            #expect(!store.isInWriteTransaction)
            guard case .update(let items, let update) = change else { return }
            #expect(throws: Never.self) {
                try store.write {
                    for place in update.insertions { items[place].comment = "seen" }
                }
            }
        }
        try store.refresh()
        try other.addItems(0..<2)
        // Delivered before the lock is taken, so the block sees what the callback has written.
        try store.write {
            #expect(store.item(1)?.comment == "seen")
            store.item(1)?.count = 8
        }
        #expect(heard.take() == ["initial []", "[0, 1] +[0, 1]", "[0, 1] ~0>0 ~1>1", "[0, 1] ~1>1"])
        token.invalidate()
    }

    // A write that a callback leaves open ends the round; its end goes on with it.
    @Test func aWriteThatACallbackLeavesOpenIsGoneOnWith() throws {
        let store = try Store(configuration: folder.rules)
        let all = store.objects(Item.self)
        let tokens = [
            all.observe { change in
                if case .update(let items, _) = change, items.count == 1 { try? store.beginWrite() }
            },
            all.observe(heard.note),
        ]
        try store.refresh()
        try store.addItems(0..<1)
        #expect(store.isInWriteTransaction && heard.take() == ["initial []"])
        try store.add(Item(1))
        try store.commitWrite()
        #expect(heard.take() == ["[0, 1] +[0, 1]"])
        tokens.forEach { $0.invalidate() }
    }

    @Test func closingTheStoreInACallbackEndsEverything() throws {
        let (store, other) = try folder.pair()
        let all = store.objects(Item.self)
        let tokens = [
            all.observe { [heard] change in
                heard.note(change)
                if case .update = change { store.close() }
            },
            all.observe(heard.note),
            store.observe { [heard] _, _ in heard.note("store") },
        ]
        try store.refresh()
        #expect(heard.take() == ["initial []", "initial []"])
        try other.addItems(0..<1)
        try store.refresh()
        #expect(heard.take() == ["[0] +[0]"] && store.isClosed)
        tokens.forEach { $0.invalidate() }
        // In a callback that its own write brings about, the write has been kept.
        let again = try Store(configuration: folder.rules)
        let token = again.observe { _, store in store.close() }
        try again.addItems(1..<2)
        #expect(again.isClosed)
        token.invalidate()
        try other.refresh()
        #expect(other.objects(Item.self).count == 2)
    }

    @Test func lettingTheStoreGoInACallback() throws {
        let other = try Store(configuration: folder.rules)
        var store: Store? = try Store(configuration: folder.rules)
        weak var released: Store?
        released = store
        var token: NotificationToken?
        token = store?.observe { [heard] _, _ in
            token = nil
            store = nil
            heard.note("called")
        }
        try other.addItems(0..<1)
        #expect(store?.objects(Item.self).count == 0)
        try store?.refresh()
        #expect(heard.take() == ["called"] && store == nil && token == nil && released == nil)
    }

    // The change goes with two numbers of objects that agree with it, whatever the store does meanwhile.
    @Test func countsBeforeAndAfterAgreeWithTheChange() throws {
        let (store, other) = try folder.pair()
        var count = 0
        let token = store.objects(Item.self).where { $0.count >= 0 }.observe { change in
            switch change {
            case .initial(let items): count = items.count
            case .update(let items, let update):
                count += update.insertions.count - update.deletions.count
                #expect(items.count == count)
                for (old, new) in zip(update.modifications, update.newModifications) {
                    #expect(old < count + update.deletions.count && new < count)
                }
            }
            if count < 20 { try? other.addItems(100 + count..<102 + count) }
        }
        for round in 0..<20 {
            try other.addItems(round..<round + 1)
            try store.refresh()
            try store.change(round) { $0.count = round % 3 == 0 ? -1 : round }
        }
        #expect(count == store.objects(Item.self).where { $0.count >= 0 }.count)
        token.invalidate()
    }
}

extension CollectionChange where Collection: Swift.Collection {
    /// How many there are.
    var count: Int { collection.count }
}

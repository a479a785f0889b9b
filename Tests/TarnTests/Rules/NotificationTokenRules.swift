import Foundation
import Tarn
import Testing

@Suite struct NotificationTokenRules {
    let folder = TemporaryFolder()
    let heard = Heard()

    // N14
    @Test func aTokenThatIsDroppedOrInvalidatedEndsDelivery() throws {
        let (store, other) = try folder.pair()
        try other.addItems(0..<1)
        var dropped: NotificationToken? = store.objects(Item.self).observe(heard.note)
        let invalidated = store.objects(Item.self).observe(heard.note)
        try store.refresh()
        #expect(heard.take().count == 2)
        // Also for what has happened already.
        try other.addItems(1..<2)
        dropped = nil
        invalidated.invalidate()
        invalidated.invalidate()
        try store.refresh()
        try store.addItems(2..<3)
        #expect(heard.isEmpty && dropped == nil)
    }

    // N14
    @Test func tokensEndInAnyCallbackTheirOwnIncluded() throws {
        let store = try Store(configuration: folder.rules)
        let all = store.objects(Item.self)
        var tokens: [NotificationToken] = []
        for number in 0..<4 {
            tokens.append(
                all.observe { [heard] change in
                    guard case .update = change else { return }
                    heard.note("\(number)")
                    if number == 1 {
                        tokens[1].invalidate()
                        tokens[2].invalidate()
                    }
                })
        }
        try store.refresh()
        try store.addItems(0..<1)
        #expect(heard.take() == ["0", "1", "3"])
        try store.addItems(1..<2)
        #expect(heard.take() == ["0", "3"])
        tokens = []
        try store.addItems(2..<3)
        #expect(heard.isEmpty)
    }

    // N14: what the closure holds is let go of with the token.
    @Test func theEndOfATokenLetsEverythingGo() throws {
        let store = try Store(configuration: folder.rules)
        weak var held: Heard?
        var token: NotificationToken?
        do {
            let heard = Heard()
            held = heard
            token = store.objects(Item.self).observe(heard.note)
        }
        try store.refresh()
        #expect(held?.calls.count == 1 && token != nil)
        token = nil
        #expect(held == nil)
    }

    // N14: also on another thread, which ends delivery at once.
    @Test func aTokenMayBeEndedAnywhere() throws {
        let store = try Store(configuration: folder.rules)
        let token = store.objects(Item.self).observe(heard.note)
        try store.refresh()
        #expect(heard.take().count == 1)
        try onAnotherThread { token.invalidate() }
        try store.addItems(0..<1)
        #expect(heard.isEmpty)
    }

    @Test func aTokenKeepsTheStoreInUseWithoutAHandle() throws {
        let other = try Store(configuration: folder.rules)
        var store: Store? = try Store(configuration: folder.rules)
        var latest: Store?
        let token = store?.objects(Item.self).observe { [heard] change in
            heard.note(change)
            if case .update(let items, _) = change { latest = items.store }
        }
        try store?.refresh()
        // The next delivery needs something that refreshes: an observer of the same store has it.
        let again = try #require(store?.objects(Item.self))
        store = nil
        try other.addItems(0..<1)
        try again.store.refresh()
        #expect(heard.take() == ["initial []", "[0] +[0]"] && latest != nil)
        token?.invalidate()
    }

    // N15
    @Test func anObservationBegunInACallbackIsFirstToldAfterwards() throws {
        let store = try Store(configuration: folder.rules)
        let inner = Heard()
        var tokens: [NotificationToken] = []
        tokens.append(
            store.objects(Item.self).observe { [heard] change in
                heard.note(change)
                tokens.append(change.collection.observe(inner.note))
                #expect(inner.isEmpty)
            })
        try store.refresh()
        #expect(heard.take() == ["initial []"] && inner.isEmpty)
        try store.refresh()
        #expect(inner.take() == ["initial []"] && heard.isEmpty)
        tokens = []
    }

    // N16: better than the rule, which allows it before the first change only.
    @Test func observingInAWriteIsFirstToldAfterIt() throws {
        let store = try Store(configuration: folder.rules)
        var token: NotificationToken?
        var objectToken: NotificationToken?
        try store.write {
            try store.add(Item(0))
            token = store.objects(Item.self).observe(heard.note)
            objectToken = try #require(store.item(0)).observe(heard.note)
            try store.add(Item(1))
            #expect(heard.isEmpty)
        }
        #expect(heard.take() == ["initial [0, 1]"])
        try store.change(0) { $0.count = 3 }
        #expect(heard.take() == ["[0, 1] ~0>0", "0 count 0>3"])
        token?.invalidate()
        objectToken?.invalidate()
    }

    // N17: a write in a callback is no recursion; those not yet told hear of everything at once.
    @Test func aWriteInACallbackIsToldInOrderAndMerged() throws {
        let store = try Store(configuration: folder.rules)
        let all = store.objects(Item.self)
        var depth = 0
        var tokens: [NotificationToken] = []
        for number in 0..<3 {
            tokens.append(
                all.observe { [heard] change in
                    depth += 1
                    #expect(depth == 1)
                    heard.note("\(number): \(Heard.text(change))")
                    if number == 1, change.collection.count == 1 { _ = try? store.addItems(1..<2) }
                    depth -= 1
                })
        }
        try store.refresh()
        #expect(heard.take() == ["0: initial []", "1: initial []", "2: initial []"])
        try store.addItems(0..<1)
        #expect(
            heard.take() == ["0: [0] +[0]", "1: [0] +[0]", "2: [0, 1] +[0, 1]", "0: [0, 1] +[1]", "1: [0, 1] +[1]"])
        tokens = []
    }
}

extension CollectionChange {
    /// The collection, whatever has happened to it.
    var collection: Collection {
        switch self {
        case .initial(let collection), .update(let collection, _): collection
        }
    }
}

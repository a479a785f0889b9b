import Foundation
import Tarn
import Testing

@Suite struct NotificationFilterRules {
    let folder = TemporaryFolder()
    let heard = Heard()

    @Test(arguments: Misuse.notifications) func breakingARuleOfObservationTraps(misuse: Misuse) async throws {
        try await misuse.expectTrap(in: folder)
    }

    // N10
    @Test func modificationsReachOverThreeLinks() throws {
        let store = try Store(configuration: folder.rules)
        try store.write {
            // 0 -> 1 -> 2 -> 3 -> 4, of which 0 is the only one in the results.
            let items = (0..<5).map { Item($0, "item", count: $0) }
            for (one, next) in zip(items, items.dropFirst()) { one.next = next }
            try store.add(items[0])
        }
        let token = store.objects(Item.self).where { $0.count == 0 }.observe(heard.note)
        try store.refresh()
        #expect(heard.take() == ["initial [0]"])
        for distance in 1...3 {
            try store.change(distance) { $0.name = "far" }
            #expect(heard.take() == ["[0] ~0>0"])
        }
        try store.change(4) { $0.name = "too far" }
        #expect(heard.isEmpty)
        token.invalidate()
    }

    // N11, N12
    @Test func eachTokenHearsOfItsOwnProperties() throws {
        let store = try Store(configuration: folder.rules)
        try store.write {
            let item = Item(0)
            item.note = Note("note")
            try store.add(item)
        }
        let all = store.objects(Item.self)
        let (name, count, none, text) = (Heard(), Heard(), Heard(), Heard())
        let tokens = [
            all.observe(keyPaths: [\.name], name.note), all.observe(keyPaths: [\.count, \.comment], count.note),
            all.observe(keyPaths: [], none.note), all.observe(keyPaths: [\.note?.text], text.note),
        ]
        try store.refresh()
        for heard in [name, count, none, text] { #expect(heard.take() == ["initial [0]"]) }
        try store.change(0) { $0.name = "other" }
        #expect(name.take() == ["[0] ~0>0"] && count.isEmpty && none.isEmpty && text.isEmpty)
        try store.change(0) { $0.comment = "set" }
        #expect(name.isEmpty && count.take() == ["[0] ~0>0"] && none.isEmpty && text.isEmpty)
        try store.change(0) { $0.note?.number = 4 }
        #expect(name.isEmpty && count.isEmpty && none.isEmpty && text.isEmpty)
        try store.change(0) { $0.note?.text = "changed" }
        #expect(name.isEmpty && count.isEmpty && none.isEmpty && text.take() == ["[0] ~0>0"])
        // Where the path leads elsewhere, what is at its end has changed as well.
        try store.change(0) { $0.note = Note("another") }
        #expect(name.isEmpty && count.isEmpty && none.isEmpty && text.take() == ["[0] ~0>0"])
        try store.addItems(1..<2)
        for heard in [name, count, none, text] { #expect(heard.take() == ["[0, 1] +[1]"]) }
        tokens.forEach { $0.invalidate() }
    }

    // N11: explicit paths may be longer than four levels.
    @Test func aKeyPathLeadsOverAnyNumberOfLinks() throws {
        let store = try Store(configuration: folder.rules)
        try store.write {
            let items = (0..<6).map { Item($0, "item", count: $0) }
            for (one, next) in zip(items, items.dropFirst()) { one.next = next }
            try store.add(items[0])
        }
        let token = store.objects(Item.self).where { $0.count == 0 }
            .observe(keyPaths: [\.next?.next?.next?.next?.next?.name], heard.note)
        try store.refresh()
        try store.change(5) { $0.name = "far" }
        try store.change(5) { $0.count = 17 }
        try store.change(4) { $0.name = "not the end" }
        #expect(heard.take() == ["initial [0]", "[0] ~0>0"])
        token.invalidate()
    }
}

extension Misuse {
    static let notifications: [Misuse] = [
        Misuse("N13", "observing a computed property") { store in
            _ = store.objects(Item.self).observe(keyPaths: [\.isInvalidated]) { _ in }
        },
        Misuse("N13", "observing what a property is made into") { store in
            _ = store.objects(Item.self).observe(keyPaths: [\.name.count]) { _ in }
        },
        Misuse("N13", "observing a wrong key path of an object") { store in
            try store.addItems(0..<1)
            _ = store.item(0)?.observe(keyPaths: [\.next?.isInvalidated]) { _ in }
        },
        Misuse("C8", "observing an unmanaged object") { _ in _ = Item(1).observe { _ in } },
        Misuse("ON5", "observing a deleted object") { store in
            try store.addItems(0..<1)
            let item = try #require(store.item(0))
            try store.write { try store.deleteAll(Item.self) }
            _ = item.observe { _ in }
        },
        Misuse("N18", "silencing a token of another store") { store in
            let other = try Store(configuration: store.configuration)
            let token = other.objects(Item.self).observe { _ in }
            try store.write(withoutNotifying: [token]) {}
        },
        Misuse("N24", "observing results of another store together") { store in
            let other = try Store(configuration: store.configuration)
            _ = store.observe(store.objects(Item.self), other.objects(Note.self)) { _, _ in }
        },
        Misuse("C1", "observing elsewhere") { store in
            nonisolated(unsafe) let items = store.objects(Item.self)
            try onAnotherThread { _ = items.observe { _ in } }
        },
        Misuse("C10", "observing after close") { store in
            let items = store.objects(Item.self)
            store.close()
            _ = items.observe { _ in }
        },
    ]
}

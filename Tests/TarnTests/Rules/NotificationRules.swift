import Foundation
import Tarn
import Testing

@Suite struct NotificationRules {
    let folder = TemporaryFolder()
    let heard = Heard()

    // N1
    @Test func theFirstCallIsInitialAndNeverWithinObserve() throws {
        let store = try Store(configuration: folder.rules)
        try store.addItems(0..<3)
        let token = store.objects(Item.self).observe(heard.note)
        #expect(heard.isEmpty)
        try store.refresh()
        #expect(heard.take() == ["initial [0, 1, 2]"])
        try store.refresh()
        #expect(heard.isEmpty)
        token.invalidate()
    }

    // N1
    @Test func whatHappensBeforeTheFirstCallIsInIt() throws {
        let (store, other) = try folder.pair()
        let token = store.objects(Item.self).observe(heard.note)
        try other.addItems(0..<2)
        try other.addItems(2..<3)
        try store.refresh()
        #expect(heard.take() == ["initial [0, 1, 2]"])
        token.invalidate()
    }

    // N1: a write tells the state before it first.
    @Test func aWriteBringsTheFirstCallBeforeItsOwnChange() throws {
        let store = try Store(configuration: folder.rules)
        let token = store.objects(Item.self).observe(heard.note)
        try store.addItems(0..<1)
        #expect(heard.take() == ["initial []", "[0] +[0]"])
        token.invalidate()
    }

    // N2, N6, N7
    @Test func deletionsAndModificationsAreOldPlacesInsertionsNewOnes() throws {
        let store = try Store(configuration: folder.rules)
        try store.addItems(0..<5)
        let token = store.objects(Item.self).where { $0.count < 50 }.sorted(by: \.count).observe(heard.note)
        try store.write {
            try store.delete(try #require(store.item(0)))
            store.item(2)?.name = "other"
            try store.add(Item(9, count: -1))
            store.item(3)?.count = 40
        }
        #expect(heard.take() == ["initial [0, 1, 2, 3, 4]", "[9, 1, 2, 4, 3] -[0, 3] +[0, 4] ~2>2 move 3>4"])
        token.invalidate()
    }

    // N4
    @Test func aNewObjectIsNeverAmongTheModified() throws {
        let (store, other) = try folder.pair()
        let token = store.objects(Item.self).observe(heard.note)
        try store.refresh()
        try other.write {
            try other.add(Item(1))
            other.item(1)?.name = "at once"
        }
        try other.change(1) { $0.name = "later" }
        try store.refresh()
        #expect(heard.take() == ["initial []", "[1] +[0]"])
        token.invalidate()
    }

    // N5
    @Test func comingToMatchAndCeasingToAreInsertionAndDeletion() throws {
        let store = try Store(configuration: folder.rules)
        try store.addItems(0..<4)
        let token = store.objects(Item.self).where { $0.count > 1 }.observe(heard.note)
        try store.write {
            store.item(0)?.count = 5
            store.item(3)?.count = 0
        }
        #expect(heard.take() == ["initial [2, 3]", "[0, 2] -[1] +[0]"])
        token.invalidate()
    }

    // N8
    @Test func commitsBetweenTwoCallsAreOneChange() throws {
        let (store, other) = try folder.pair()
        try other.addItems(0..<3)
        let token = store.objects(Item.self).observe(heard.note)
        try store.refresh()
        try other.addItems(7..<8)
        try other.change(1) { $0.name = "once" }
        try other.change(1) { $0.name = "twice" }
        try other.write { try other.delete(try #require(other.item(7))) }
        try other.write { try other.delete(try #require(other.item(0))) }
        try other.addItems(5..<6)
        try store.refresh()
        #expect(heard.take() == ["initial [0, 1, 2]", "[1, 2, 5] -[0] +[2] ~1>0"])
        token.invalidate()
    }

    // N8
    @Test func whatCancelsOutIsNotTold() throws {
        let (store, other) = try folder.pair()
        let token = store.objects(Item.self).observe(heard.note)
        try store.refresh()
        try other.addItems(0..<1)
        try other.write { try other.deleteAll(Item.self) }
        #expect(try store.refresh())
        #expect(heard.take() == ["initial []"])
        token.invalidate()
    }

    // N9
    @Test func changesThatDoNotConcernTheResultsAreNotTold() throws {
        let store = try Store(configuration: folder.rules)
        try store.addItems(0..<4)
        let token = store.objects(Item.self).where { $0.count > 1 }.observe(heard.note)
        try store.change(0) { $0.name = "no match" }
        try store.write { try store.add(Note("of another class")) }
        try store.write { try store.delete(try #require(store.item(1))) }
        #expect(heard.take() == ["initial [2, 3]"])
        token.invalidate()
    }

    // W7, W16
    @Test func whatIsCancelledOrEmptyIsNotTold() throws {
        let store = try Store(configuration: folder.rules)
        let token = store.objects(Item.self).observe(heard.note)
        try store.beginWrite()
        try store.add(Item(1))
        store.cancelWrite()
        try store.write {}
        #expect(throws: CancellationError.self) {
            try store.write {
                try store.add(Item(2))
                throw CancellationError()
            }
        }
        try store.refresh()
        #expect(heard.take() == ["initial []"])
        token.invalidate()
    }

    // P8
    @Test func anObjectThatTookTheKeyOfADeletedOneIsAnother() throws {
        let store = try Store(configuration: folder.rules)
        try store.addItems(0..<3)
        let token = store.objects(Item.self).observe(heard.note)
        try store.write {
            try store.delete(try #require(store.item(1)))
            try store.add(Item(1, "another"))
        }
        #expect(heard.take() == ["initial [0, 1, 2]", "[0, 1, 2] -[1] +[1]"])
        token.invalidate()
    }

    // N23: the store is at the version of the change; N24: so it is for every callback.
    @Test func inACallbackTheResultsAreAsTheChangeSays() throws {
        let (store, other) = try folder.pair()
        try other.addItems(0..<2)
        var names: [String] = []
        let all = store.objects(Item.self)
        let versions = Heard()
        let tokens = [
            all.observe { change in
                versions.note("\((try? store.version()) ?? 0)")
                guard case .update(let items, let update) = change else { return }
                names += update.insertions.map { items[$0].name } + update.newModifications.map { items[$0].name }
                #expect(items.count == all.count && Array(items) == Array(all))
                for (place, item) in all.enumerated() { #expect(items.index(of: item) == place) }
            },
            store.objects(Note.self).observe { _ in versions.note("\((try? store.version()) ?? 0)") },
        ]
        try store.refresh()
        try other.write {
            other.item(0)?.name = "modified"
            try other.add(Item(5, "inserted"))
            try other.add(Note("seen together"))
        }
        try store.refresh()
        #expect(names == ["inserted", "modified"])
        #expect(versions.calls.count == 4 && versions.calls[0] == versions.calls[1])
        #expect(versions.calls[2] == versions.calls[3])
        tokens.forEach { $0.invalidate() }
    }

    // N24
    @Test func severalResultsAreToldInOneCall() throws {
        let (store, other) = try folder.pair()
        try other.addItems(0..<2)
        let items = store.objects(Item.self)
        let token = store.observe(items, items.where { $0.count > 0 }, store.objects(Note.self)) {
            [heard] all, some, notes in
            let texts = [all, some].map { $0.map { Heard.text($0) } ?? "nil" }
            var notesText = "nil"
            if case .initial(let notes) = notes { notesText = "initial \(notes.count)" }
            if case .update(_, let update) = notes { notesText = "+\(update.insertions)" }
            heard.note((texts + [notesText]).joined(separator: "; "))
        }
        try store.refresh()
        #expect(heard.take() == ["initial [0, 1]; initial [1]; initial 0"])
        try other.change(0) { $0.name = "other" }
        try other.write { try other.add(Note("new")) }
        try store.refresh()
        #expect(heard.take() == ["[0, 1] ~0>0; nil; +[0]"])
        try store.write { try store.delete(try #require(store.item(1))) }
        #expect(heard.take() == ["[0] -[1]; [] -[0]; nil"])
        token.invalidate()
        try store.addItems(4..<5)
        #expect(heard.isEmpty)
    }

    // N25
    @Test func anObserverThatHasSleptLongHearsExactlyWhatChanged() throws {
        let (store, other) = try folder.pair()
        try other.addItems(0..<4)
        let token = store.objects(Item.self).observe(heard.note)
        try store.refresh()
        for round in 0..<300 { try other.change(2) { $0.count = round } }
        try other.write { try other.delete(try #require(other.item(0))) }
        try store.refresh()
        #expect(heard.take() == ["initial [0, 1, 2, 3]", "[1, 2, 3] -[0] ~2>1"])
        // R7: after `invalidate()` the old version cannot be looked at any more.
        store.invalidate()
        try other.change(3) { $0.name = "meanwhile" }
        try other.addItems(0..<1)
        try store.refresh()
        #expect(heard.take() == ["[0, 1, 2, 3] +[0] ~2>3"])
        token.invalidate()
    }
}

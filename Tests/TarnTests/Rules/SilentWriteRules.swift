import Foundation
import Tarn
import Testing

/// N18: writes of which some are not told.
@Suite struct SilentWriteRules {
    let folder = TemporaryFolder()
    let quiet = Heard()
    let loud = Heard()

    // N18
    @Test func onlyTheTokenAndOnlyThatCommitAreLeftOut() throws {
        let store = try Store(configuration: folder.rules)
        try store.addItems(0..<2)
        let all = store.objects(Item.self)
        let (token, other) = (all.observe(quiet.note), all.observe(loud.note))
        try store.write(withoutNotifying: [token]) { try store.add(Item(-1)) }
        #expect(quiet.take() == ["initial [0, 1]"])
        #expect(loud.take() == ["initial [0, 1]", "[-1, 0, 1] +[0]"])
        // Later ones are relative to what the skipped one has left.
        try store.change(1) { $0.name = "other" }
        #expect(quiet.take() == ["[-1, 0, 1] ~2>2"] && loud.take() == ["[-1, 0, 1] ~2>2"])
        other.invalidate()
        token.invalidate()
    }

    // N18
    @Test func skippingNothingSwallowsNothing() throws {
        let (store, other) = try folder.pair()
        let token = store.objects(Item.self).observe(quiet.note)
        try store.refresh()
        try store.write(withoutNotifying: [token]) {}
        try store.write(withoutNotifying: [token]) { try store.add(Note("of no concern")) }
        try other.addItems(0..<1)
        try store.refresh()
        #expect(quiet.take() == ["initial []", "[0] +[0]"])
        token.invalidate()
        // A token that has ended can still be named.
        try store.write(withoutNotifying: [token]) { try store.add(Item(5)) }
    }

    // N18
    @Test func whatOthersCommittedBeforeIsToldFirst() throws {
        let (store, other) = try folder.pair()
        let token = store.objects(Item.self).observe(quiet.note)
        try store.refresh()
        try other.addItems(3..<5)
        try store.write(withoutNotifying: [token]) { try store.add(Item(1)) }
        try other.change(4) { $0.name = "later" }
        try store.refresh()
        #expect(quiet.take() == ["initial []", "[3, 4] +[0, 1]", "[1, 3, 4] ~2>2"])
        token.invalidate()
    }

    // N18, for objects and for several results.
    @Test func observersOfObjectsAreLeftOutToo() throws {
        let store = try Store(configuration: folder.rules)
        try store.addItems(0..<2)
        let (first, second) = (try #require(store.item(0)), try #require(store.item(1)))
        let tokens = [first.observe(quiet.note), second.observe(quiet.note)]
        let moved = store.observe { [quiet] _, _ in quiet.note("store") }
        try store.write(withoutNotifying: tokens + [moved]) {
            first.name = "silent"
            try store.delete(second)
        }
        #expect(quiet.isEmpty)
        try store.write {
            first.name = "told"
            try store.add(Item(1))
        }
        #expect(quiet.take() == ["0 name silent>told", "store"])
        (tokens + [moved]).forEach { $0.invalidate() }
    }

    // W3, W4
    @Test func aSilentWriteMayFailAndEndItself() throws {
        let store = try Store(configuration: folder.rules)
        let token = store.objects(Item.self).observe(quiet.note)
        #expect(throws: CancellationError.self) {
            try store.write(withoutNotifying: [token]) {
                try store.add(Item(1))
                throw CancellationError()
            }
        }
        try store.write(withoutNotifying: [token]) {
            try store.add(Item(2))
            try store.commitWrite()
            try store.write { try store.add(Item(3)) }
        }
        #expect(quiet.take() == ["initial []", "[2, 3] +[1]"])
        token.invalidate()
    }

    // N18: with writers on other threads that commit all the time, the skipped changes are never told and the others
    // never lost.
    @Test func busyWritersElsewhereAreToldAndSkippedChangesAreNot() throws {
        let configuration = folder.rules
        let store = try Store(configuration: configuration)
        let own = store.objects(Item.self)
        var seen: [Int] = []
        var silent: Set<Int> = []
        let token = own.observe { change in
            switch change {
            case .initial(let items): seen = items.map(\.id)
            case .update(let items, let update):
                for place in update.deletions.reversed() { seen.remove(at: place) }
                for place in update.insertions {
                    let key = items[place].id
                    #expect(!silent.contains(key))
                    seen.insert(key, at: place)
                }
                #expect(seen == items.map(\.id))
            }
        }
        try store.refresh()
        let outcome = ThreadOutcome()
        let writer = Thread {
            outcome.run {
                let other = try Store(configuration: configuration)
                for number in 0..<150 { try other.addItems(1000 + number..<1001 + number) }
            }
        }
        writer.start()
        for number in 0..<100 {
            silent.insert(number)
            try store.write(withoutNotifying: [token]) {
                try store.add(Item(number))
                // Told first, so the place among what is shown is known.
                seen.insert(number, at: try #require(own.map(\.id).firstIndex(of: number)))
                #expect(seen == own.map(\.id))
            }
        }
        try outcome.wait()
        try store.refresh()
        #expect(seen == own.map(\.id) && seen.count == 250)
        token.invalidate()
    }
}

import Foundation
import Observation
import Synchronization
import Tarn
import Testing

/// What the Observation framework hears of objects and results.
@Suite struct TrackingRules {
    let folder = TemporaryFolder()

    /// A store of this thread that takes part.
    private func open(_ count: Int) throws -> Store {
        var configuration = folder.rules
        configuration.isObservable = true
        let store = try Store(configuration: configuration)
        try store.addItems(0..<count)
        return store
    }

    // OT1
    @Test func onlyThePropertyThatWasReadFires() throws {
        let store = try open(3)
        let item = try #require(store.item(0))
        let fired = Counter()
        #expect(fired.track { item.name } == "item-0")
        try store.write { item.count = 7 }
        try store.write { store.item(1)?.name = "other" }
        try store.write { try store.add(Item(9)) }
        #expect(fired.count == 0)
        try store.write { item.name = "changed" }
        #expect(fired.count == 1)
        try store.write { item.name = "again" }
        #expect(fired.count == 1 && fired.track { item.name } == "again")
        try store.write { item.name = "more" }
        #expect(fired.count == 2)
    }

    // OT2: the instance that was read need not exist any more, and another one may be written.
    @Test func temporaryInstancesAreTracked() throws {
        let store = try open(2)
        let fired = Counter()
        fired.track { store.item(1)?.comment ?? "none" }
        fired.track { store.objects(Item.self)[0].count }
        try store.write { store.objects(Item.self).last?.comment = "new" }
        #expect(fired.count == 1)
        try store.write { store.item(0)?.count = 5 }
        #expect(fired.count == 2)
    }

    // OT3: never in a write, and not when it is given up.
    @Test func aChangeIsToldWhenTheStoreHasMoved() throws {
        let store = try open(1)
        let item = try #require(store.item(0))
        let fired = Counter()
        fired.track { item.name }
        try store.beginWrite()
        item.name = "lost"
        #expect(fired.count == 0)
        store.cancelWrite()
        #expect(fired.count == 0)
        try store.write {
            item.name = "kept"
            #expect(fired.count == 0)
        }
        #expect(fired.count == 1)
    }

    // OT3
    @Test func commitsElsewhereAreToldAfterRefresh() throws {
        let store = try open(2)
        let item = try #require(store.item(0))
        let fired = Counter()
        fired.track { item.name }
        let configuration = folder.rules
        try onAnotherThread {
            let own = try Store(configuration: configuration)
            try own.write { own.item(1)?.name = "other" }
        }
        try store.refresh()
        #expect(fired.count == 0)
        try onAnotherThread {
            let own = try Store(configuration: configuration)
            for round in 0..<3 { try own.write { own.item(0)?.name = "round-\(round)" } }
        }
        #expect(fired.count == 0 && item.name == "item-0")
        try store.refresh()
        #expect(fired.count == 1 && item.name == "round-2")
    }

    // OT4
    @Test func resultsFireWhenTheyFindOtherObjects() throws {
        let store = try open(10)
        let fired = Counter()
        let many = { store.objects(Item.self).where { $0.count > 4 } }
        #expect(fired.track { many().count } == 5)
        try store.write {
            store.item(1)?.count = 3
            store.item(7)?.count = 70
            store.item(8)?.name = "other"
        }
        #expect(fired.count == 0)
        try store.write { store.item(0)?.count = 50 }
        #expect(fired.count == 1)
        #expect(fired.track { many().map(\.id) } == [0, 5, 6, 7, 8, 9])
        try store.write { try store.delete(many().limit(1)) }
        #expect(fired.count == 2)
    }

    // OT4
    @Test func sortedResultsFireWhenTheirOrderChanges() throws {
        let store = try open(5)
        let fired = Counter()
        let sorted = store.objects(Item.self).sorted(by: \.count, ascending: false)
        fired.track { sorted[0] }
        try store.write { store.item(4)?.count = 400 }
        #expect(fired.count == 0)
        try store.write { store.item(2)?.count = 500 }
        #expect(fired.count == 1 && sorted[0].id == 2)
        fired.track { sorted.index(of: sorted[0]) }
        try store.write { store.item(1)?.count = 499 }
        #expect(fired.count == 2)
    }

    // OT4
    @Test func allObjectsFireWhenOneComesOrGoes() throws {
        let store = try open(3)
        let fired = Counter()
        fired.track { store.objects(Item.self).count }
        try store.write { store.item(0)?.count = 9 }
        try store.write { try store.add(Note("text")) }
        #expect(fired.count == 0)
        try store.write { try store.add(Item(5)) }
        #expect(fired.count == 1)
        fired.track { store.objects(Item.self).isEmpty }
        try store.write { try store.deleteAll(Item.self) }
        #expect(fired.count == 2)
    }

    // OT4
    @Test func aggregatesFireForTheirProperty() throws {
        let store = try open(6)
        let fired = Counter()
        let some = store.objects(Item.self).where { $0.count > 2 }
        #expect(fired.track { some.sum(of: \.count) } == 12)
        fired.track { store.objects(Item.self).values(of: \.count).count }
        try store.write { store.item(4)?.name = "other" }
        #expect(fired.count == 0)
        try store.write { store.item(0)?.count = 1 }
        #expect(fired.count == 1)
        try store.write { store.item(5)?.count = 6 }
        #expect(fired.count == 2)
    }

    // OT5
    @Test func deletingFiresWhoAskedWhetherTheObjectExists() throws {
        let store = try open(4)
        let items = (0..<4).compactMap { store.item($0) }
        let fired = Counter()
        fired.track { items[0].name }
        fired.track { items[1].isInvalidated }
        fired.track { items[2].id }
        fired.track { items[3].description }
        fired.track { items[0].isInvalidated ? "gone" : items[0].name }
        try store.write { try store.delete(items[0]) }
        #expect(fired.count == 1)
        try store.write { for item in items[1...] { try store.delete(item) } }
        #expect(fired.count == 3)
        // A new object with the number of the old one is what the property is read of from now on.
        try store.write { for number in 0..<3 { try store.add(Item(number)) } }
        #expect(fired.count == 5)
    }

    // OT1
    @Test func linksAreTrackedStepByStep() throws {
        let store = try open(3)
        let item = try #require(store.item(0))
        try store.write { item.next = store.item(1) }
        let fired = Counter()
        fired.track { item.next?.name }
        try store.write { store.item(2)?.name = "other" }
        #expect(fired.count == 0)
        try store.write { store.item(1)?.name = "changed" }
        #expect(fired.count == 1)
        fired.track { item.next?.name }
        try store.write { item.next = store.item(2) }
        #expect(fired.count == 2)
        fired.track { item.next?.name }
        try store.write { try store.delete(try #require(store.item(2))) }
        #expect(fired.count == 3 && item.next == nil)
    }

    // OT6
    @Test func whoIsToldMayWriteRefreshAndTrack() throws {
        let store = try open(2)
        let item = try #require(store.item(0))
        let (fired, sent) = (Counter(), Sent((store, item)))
        withObservationTracking {
            _ = item.name
        } onChange: {
            let (store, item) = sent.value
            #expect(!store.isInWriteTransaction && item.name == "changed")
            #expect(throws: Never.self) {
                try store.refresh()
                fired.track { item.count }
                try store.write { item.count = 77 }
            }
        }
        try store.write { item.name = "changed" }
        #expect(item.count == 77 && fired.count == 1)
    }

    // OT7
    @Test func storesOfThreadsTakePartWhenToldTo() throws {
        let store = try Store(configuration: folder.rules)
        try store.addItems(0..<1)
        let item = try #require(store.item(0))
        let fired = Counter()
        fired.track { item.name }
        fired.track { store.objects(Item.self).count }
        try store.write { item.name = "changed" }
        try store.addItems(1..<2)
        #expect(fired.count == 0)
    }

    // OT3
    @Test func whatAWriteReadsIsNotTracked() throws {
        let store = try open(1)
        let item = try #require(store.item(0))
        let fired = Counter()
        try store.write {
            fired.track { item.name }
            fired.track { store.objects(Item.self).where { $0.count > 0 }.count }
            item.name = "changed"
            item.count = 5
        }
        try store.write { item.name = "again" }
        #expect(fired.count == 0)
    }

    // OT8: past the limit a change of any object of the class fires.
    @Test func veryManyPropertiesAreTrackedTogether() throws {
        let store = try open(9000)
        let fired = Counter()
        #expect(fired.track { store.objects(Item.self).reduce(0) { $0 + $1.count } } == 9000 * 8999 / 2)
        try store.write { store.item(8999)?.count = 0 }
        #expect(fired.count == 1)
        fired.track { store.item(3)?.name }
        try store.write { store.item(4)?.name = "other" }
        try store.write { store.item(3)?.name = "changed" }
        #expect(fired.count == 2)
    }

    // OT8
    @Test func moreQueriesThanAreKeptUpStillFire() throws {
        let store = try open(200)
        let fired = Counter()
        for limit in 0..<100 { fired.track { store.objects(Item.self).where { $0.count > limit }.count } }
        try store.write { store.item(0)?.count = 500 }
        #expect(fired.count == 100)
    }

    @Test func aClosedStoreTellsNothing() throws {
        let store = try open(1)
        let fired = Counter()
        fired.track { store.item(0)?.name }
        fired.track { store.objects(Item.self).where { $0.count == 0 }.count }
        store.close()
        let other = try Store(configuration: folder.rules)
        try other.write { other.item(0)?.name = "changed" }
        #expect(fired.count == 0)
    }

    // OT5
    @Test func lookingUpWhatIsNotThereIsTracked() throws {
        let store = try open(1)
        let fired = Counter()
        #expect(fired.track { store.item(5)?.name } == nil)
        fired.track { store.object(ofType: Everything.self, forPrimaryKey: "key")?.text }
        try store.write { try store.add(Item(6)) }
        #expect(fired.count == 0)
        try store.write { try store.add(Item(5)) }
        #expect(fired.count == 1)
        try store.write { try store.create(Everything.self, value: ["key": "key"]) }
        #expect(fired.count == 2)
    }

    // OT1, OT5: a tracking fires when what it has read is different, and only when that was touched.
    @Test func randomTrackingsFireWhenTheyHaveTo() throws {
        let seed = ProcessInfo.processInfo.environment["TARN_SEED"].flatMap(UInt64.init) ?? .random(in: 0...(.max))
        var random = SplitMix(seed: seed)
        let store = try open(40)
        for _ in 0..<200 {
            let trackings = (0..<5).map { _ in TrackedCells(&random, store) }
            var touched: Set<Int> = []
            try store.write {
                for _ in 0..<Int.random(in: 0...3, using: &random) {
                    let key = Int.random(in: 0..<40, using: &random)
                    let (item, number) = (store.item(key), Int.random(in: 0..<40, using: &random))
                    switch Int.random(in: 0..<4, using: &random) {
                    case 0:
                        item?.name = "name-\(number)"
                        touched.insert(key * 2)
                    case 1:
                        item?.count = number
                        touched.insert(key * 2 + 1)
                    case 2:
                        if let item { try store.delete(item) }
                        touched.formUnion([key * 2, key * 2 + 1])
                    default:
                        try store.add(Item(key, count: number), update: .all)
                        touched.formUnion([key * 2, key * 2 + 1])
                    }
                }
            }
            for tracking in trackings {
                let isDifferent = tracking.values(store) != tracking.before
                let isTouched = !tracking.cells.isDisjoint(with: touched)
                #expect(tracking.fired.count == 1 || !isDifferent, "seed \(seed)")
                #expect(tracking.fired.count == 0 || isTouched, "seed \(seed)")
            }
        }
    }
}

/// Some names and counts of items, read where reads are tracked.
private struct TrackedCells {
    let cells: Set<Int>
    let fired = Counter()
    private(set) var before: [String] = []

    init(_ random: inout SplitMix, _ store: Store) {
        cells = Set((0..<4).map { _ in .random(in: 0..<80, using: &random) })
        before = fired.track { values(store) }
    }

    func values(_ store: Store) -> [String] {
        cells.sorted().map { cell in
            let item = store.item(cell / 2)
            return (cell % 2 == 0 ? item?.name : item.map { "\($0.count)" }) ?? "none"
        }
    }
}

/// Counts how often trackings fire.
final class Counter: Sendable {
    private let number = Atomic(0)

    var count: Int { number.load(ordering: .acquiring) }
    func add() { number.add(1, ordering: .acquiringAndReleasing) }

    /// Reads and counts when what was read changes.
    @discardableResult
    func track<Value>(_ body: () -> Value) -> Value { withObservationTracking(body) { self.add() } }
}

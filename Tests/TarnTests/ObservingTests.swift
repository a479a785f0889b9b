import Foundation
import Tarn
import Testing

/// Random interleavings of writers on threads with refreshes, writes, silent writes, frozen results and the begin and
/// end of observations, each observer held against a model of its own.
@Suite struct ObservingTests {
    @Test func everyObserverSeesExactlyWhatChangedInAThousandInterleavings() throws {
        let given = ProcessInfo.processInfo.environment["TARN_SEED"].flatMap { UInt64($0) }
        for round in 0..<(given == nil ? 1000 : 1) {
            let seed = given ?? UInt64.random(in: 1...999_999)
            do {
                try Interleaving(seed).run()
            } catch {
                Issue.record("TARN_SEED=\(seed), round \(round): \(error)")
                return
            }
        }
    }
}

/// Results that are used in one version after the other are kept up by themselves.
@Suite struct UnaskedObservingTests {
    @Test func resultsUsedInManyVersionsFindWhatNewOnesFind() throws {
        let seed = ProcessInfo.processInfo.environment["TARN_SEED"].flatMap { UInt64($0) } ?? .random(in: 1...999_999)
        var random = SplitMix(seed: seed)
        let folder = TemporaryFolder()
        let (store, other) = try folder.pair()
        try other.addItems(0..<300)
        func queries() -> [Results<Item>] {
            let all = store.objects(Item.self)
            return [
                all, all.where { $0.count > 100 }, all.sorted(by: \.name), all.distinct(by: \.count),
                all.where { $0.count > 50 }.sorted(by: \.count, ascending: false).limit(20, offset: 3),
                all.sorted(by: \.count).limit(50).where { $0.name > "item-2" },
            ]
        }
        let used = queries()
        for round in 0..<60 {
            try (round % 2 == 0 ? store : other).write {
                let writer = round % 2 == 0 ? store : other
                // Now and then more than keeping up is worth.
                for _ in 0..<(round % 15 == 7 ? 200 : 3) {
                    let key = random.next(400)
                    guard let item = writer.item(key) else {
                        try writer.add(Item(key, "item-\(random.next(1000))", count: random.next(300)))
                        continue
                    }
                    if random.next(4) == 0 { try writer.delete(item) } else { item.count = random.next(300) }
                }
                // In a write they show what it has done.
                if round % 2 == 0 { for (one, fresh) in zip(used, queries()) { #expect(one.count == fresh.count) } }
            }
            if round % 20 == 11 { store.invalidate() } else { try store.refresh() }
            for (number, (one, fresh)) in zip(used, queries()).enumerated() {
                #expect(one.count == fresh.count && Array(one) == Array(fresh), "TARN_SEED=\(seed) \(round) \(number)")
                if let last = one.last { #expect(one.index(of: last) == one.count - 1) }
            }
        }
        #expect(store.readFailure == nil)
    }
}

/// One round: an observing thread and two that write.
private final class Interleaving {
    private let configuration: Store.Configuration
    private let store: Store
    private var random: SplitMix
    private var watchers: [Watcher] = []
    private var frozen: [(FrozenResults<Item>, [String])] = []
    private let seed: UInt64

    init(_ seed: UInt64) throws {
        self.seed = seed
        configuration = Store.Configuration(
            inMemoryIdentifier: "interleaving-\(seed)-\(UUID())", objectTypes: RuleModels.types)
        store = try Store(configuration: configuration)
        random = SplitMix(seed: seed)
    }

    func run() throws {
        try store.addItems(0..<4)
        let outcomes = (1...2).map { writer in
            let outcome = ThreadOutcome()
            let (configuration, seed) = (configuration, seed)
            Thread {
                outcome.run {
                    var random = SplitMix(seed: seed &* 31 &+ UInt64(writer))
                    let store = try Store(configuration: configuration)
                    for _ in 0..<4 { try store.write { try Self.change(store, &random) } }
                }
            }.start()
            return outcome
        }
        for _ in 0..<14 { try step() }
        for outcome in outcomes { try outcome.wait() }
        try store.refresh()
        for watcher in watchers { try watcher.check(store) }
        for (results, texts) in frozen where results.map({ "\($0.id) \($0.name)" }) != texts {
            throw Difference("a frozen result has changed")
        }
        watchers = []
        store.close()
    }

    private func step() throws {
        switch random.next(8) {
        case 0, 1: try store.refresh()
        case 2: try store.write { try Self.change(store, &random) }
        case 3:
            // What the program has done by itself it also knows by itself.
            guard let watcher = watchers.randomElement(using: &random) else { return }
            try store.write(withoutNotifying: [watcher.token]) {
                try Self.change(store, &random)
                try watcher.adopt()
            }
        case 4, 5: watchers.append(Watcher(store, random.next(5)))
        case 6:
            if !watchers.isEmpty { watchers.remove(at: random.next(watchers.count)) }
        default:
            let results = store.objects(Item.self).frozen()
            frozen.append((results, results.map { "\($0.id) \($0.name)" }))
        }
    }

    /// Some changes of a few items; every value set is another.
    private static func change(_ store: Store, _ random: inout SplitMix) throws {
        for _ in 0...random.next(3) {
            let key = random.next(10)
            let item = store.item(key)
            switch random.next(5) {
            case 0: if let item { try store.delete(item) }
            case 1: item?.name = "\(random.next())"
            case 2: item?.count = random.next(1_000_000)
            default:
                let made = Item(key, "\(random.next())", count: random.next(1_000_000))
                if item == nil { try store.add(made) } else { item?.name = "\(random.next())" }
            }
        }
    }
}

/// An observer and what it has been told, from changes alone.
private final class Watcher {
    private let results: Results<Item>
    private var shown: [(id: Int, text: String)] = []
    private var hasBegun = false
    private var failure: Difference?
    private var history: [String] = []
    private(set) var token: NotificationToken!

    init(_ store: Store, _ kind: Int) {
        let all = store.objects(Item.self)
        results =
            switch kind {
            case 0: all
            case 1: all.where { $0.count > 300_000 }
            case 2: all.sorted(by: \.count, ascending: false)
            case 3: all.where { $0.count > 100_000 }.sorted(by: \.name)
            default: all.sorted(by: \.name).limit(3)
            }
        token = results.observe { [unowned self] change in note(change) }
    }

    private static func texts(_ items: Results<Item>) -> [(id: Int, text: String)] {
        items.map { ($0.id, "\($0.id) \($0.name) \($0.count)") }
    }

    private func note(_ change: CollectionChange<Results<Item>>) {
        if failure != nil { return }
        history.append("\(Heard.text(change)) from \(shown.map(\.id))")
        switch change {
        case .initial(let items):
            if hasBegun { failure = Difference("begun twice") }
            hasBegun = true
            shown = Self.texts(items)
        case .update(let items, let update):
            let now = Self.texts(items)
            for (old, new) in zip(update.modifications, update.newModifications) {
                if shown[old].id != now[new].id { failure = Difference("another object was modified: \(update)") }
                if shown[old].text == now[new].text { failure = Difference("modified but the same: \(update)") }
                shown[old] = now[new]
            }
            for move in update.moves where shown[move.from].id != now[move.to].id {
                failure = Difference("another object was moved: \(update)")
            }
            for place in update.deletions.reversed() { shown.remove(at: place) }
            for place in update.insertions { shown.insert(now[place], at: place) }
            if shown.map(\.text) != now.map(\.text) { failure = Difference("\(shown) is not \(now): \(update)") }
        }
    }

    /// Takes over what there is now without having been told.
    func adopt() throws {
        if let failure { throw Difference("\(failure) \(history)") }
        if hasBegun { shown = Self.texts(results) }
        history.append("adopted \(shown.map(\.id))")
    }

    /// Whether what was told leads to what there is.
    func check(_ store: Store) throws {
        if let failure { throw Difference("\(failure) \(history)") }
        let now = Self.texts(results)
        if !hasBegun || shown.map(\.text) != now.map(\.text) { throw Difference("\(shown) is not \(now) at the end") }
    }
}

private struct Difference: Error, CustomStringConvertible {
    let description: String
    init(_ description: String) { self.description = description }
}

import Dispatch
import Foundation
import Tarn
import Testing

/// Random interleavings of writes, refreshes, observers and freezes: whatever was frozen keeps what was there then.
@Suite struct CrossingModelTests {
    let folder = TemporaryFolder()

    // C6, F2
    @Test func whateverWasFrozenKeepsWhatWasThere() throws {
        let seed = ProcessInfo.processInfo.environment["TARN_SEED"].flatMap(UInt64.init) ?? .random(in: 0...(.max))
        var random = SplitMix(seed: seed)
        var configuration = folder.configuration([Item.self, Note.self])
        configuration.durability = .memory
        configuration.mapSize = 1 << 28
        var model = CrossingModel(configuration, seed)
        for _ in 0..<1000 { try model.step(&random) }
        model.checkAll()
    }
}

/// Two stores, what each of them must see, and what was frozen so far.
private struct CrossingModel {
    /// What is in the file: names by key, and what an item links to.
    private struct Contents: Equatable {
        var counts: [Int: Int] = [:]
        var links: [Int: Int] = [:]
    }

    /// Looks whether something frozen is as it was; at a place that the number says.
    private typealias Check = @Sendable (_ number: UInt64) -> Bool

    private let configuration: Store.Configuration
    private let seed: UInt64
    private var stores: [Store?] = [nil, nil]
    private var seen = [Contents(), Contents()]
    private var newest = Contents()
    private var tokens: [NotificationToken?] = [nil, nil]
    private var kept: [Check] = []

    init(_ configuration: Store.Configuration, _ seed: UInt64) {
        self.configuration = configuration
        self.seed = seed
    }

    mutating func step(_ random: inout SplitMix) throws {
        let place = Int.random(in: 0..<2, using: &random)
        let store = try store(place)
        switch Int.random(in: 0..<20, using: &random) {
        case 0..<6:
            try write(store, &random)
            seen[place] = newest
        case 6..<8:
            try store.refresh()
            seen[place] = newest
        case 8..<14: try freeze(store, seen[place], &random)
        case 14: tokens[place] = store.objects(Item.self).where { $0.count > 5 }.observe { _ in }
        case 15: tokens[place] = nil
        case 16:
            store.invalidate()
            // The next read begins at the newest version.
            seen[place] = newest
            _ = store.objects(Item.self).count
        case 17 where kept.count > 20: kept.remove(at: .random(in: 0..<kept.count, using: &random))
        case 18:
            tokens[place] = nil
            store.close()
            stores[place] = nil
        default: checkAll()
        }
        if let store = stores[place], let seen = try? contents(store) {
            #expect(seen == self.seen[place], "seed \(seed)")
        }
    }

    private mutating func store(_ place: Int) throws -> Store {
        if let store = stores[place] { return store }
        let store = try Store(configuration: configuration)
        stores[place] = store
        seen[place] = newest
        _ = store.objects(Item.self).count
        return store
    }

    private mutating func write(_ store: Store, _ random: inout SplitMix) throws {
        var after = newest
        try store.write {
            for _ in 0..<Int.random(in: 1...6, using: &random) {
                let key = Int.random(in: 0..<150, using: &random)
                if let item = store.item(key), Int.random(in: 0..<4, using: &random) == 0 {
                    try store.delete(item)
                    after.counts[key] = nil
                    after.links[key] = nil
                    after.links = after.links.filter { $0.value != key }
                } else {
                    let count = Int.random(in: 0..<10, using: &random)
                    let item = try store.item(key) ?? store.create(Item.self, value: ["id": key])
                    item.count = count
                    item.name = "name-\(count)"
                    let target = store.item(.random(in: 0..<150, using: &random))
                    item.next = target
                    after.counts[key] = count
                    after.links[key] = target?.id
                }
            }
        }
        newest = after
    }

    private func contents(_ store: Store) throws -> Contents {
        var contents = Contents()
        for item in store.objects(Item.self) {
            contents.counts[item.id] = item.count
            contents.links[item.id] = item.next?.id
        }
        return contents
    }

    private mutating func freeze(_ store: Store, _ contents: Contents, _ random: inout SplitMix) throws {
        let high = contents.counts.filter { $0.value > 5 }.keys.sorted()
        switch Int.random(in: 0..<3, using: &random) {
        case 0:
            let frozen = store.objects(Item.self).where { $0.count > 5 }.frozen()
            kept.append { _ in
                frozen.map(\.id) == high && frozen.allSatisfy { $0.next?.id == contents.links[$0.id] }
            }
        case 1:
            let frozen = try store.frozen()
            kept.append { number in
                let key = Int(number % 150)
                let item = frozen.object(ofType: Item.self, forPrimaryKey: key)
                let linked = contents.links[key].flatMap { contents.counts[$0] }
                return frozen.objects(Item.self).count == contents.counts.count
                    && item?.count == contents.counts[key] && item?.next?.count == linked
            }
        default:
            guard let item = store.objects(Item.self).randomElement(using: &random)?.frozen() else { return }
            kept.append { _ in
                item.count == contents.counts[item.id] && item.name == "name-\(item.count)"
                    && item.next?.id == contents.links[item.id]
            }
        }
    }

    /// Looks at everything that was frozen, on several threads at once.
    func checkAll() {
        let (checks, seed) = (kept, seed)
        DispatchQueue.concurrentPerform(iterations: checks.count) { index in
            #expect(checks[index](UInt64(index) &* 31 &+ seed), "seed \(seed)")
        }
    }
}

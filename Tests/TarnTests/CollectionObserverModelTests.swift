import Foundation
import Tarn
import Testing

/// Random changes of collections and their objects in random commits, told to observers that look at random times: what
/// each of them is told, applied to what it has, gives what is there now (N3, N4, N8, N20, N21).
@Suite struct CollectionObserverModelTests {
    let folder = TemporaryFolder()

    @Test(arguments: 0..<6) func whatObserversAreToldGivesWhatIsThere(round: Int) throws {
        let given = ProcessInfo.processInfo.environment["TARN_SEED"].flatMap { UInt64($0) }
        let seed = given ?? .random(in: 1...999_999)
        var random = SplitMix(seed: seed)
        let writer = try Store(configuration: folder.kennels)
        try writer.write {
            try writer.add(Kennel(1))
            try writer.add(Kennel(2))
        }
        var born = 0
        let observers = try (0..<3).map { _ in try KennelMirror(Store(configuration: folder.kennels)) }
        let own = try KennelMirror(writer)
        let steps = ProcessInfo.processInfo.environment["TARN_LONG"] == nil ? 60 : 2000
        for step in 0..<steps {
            try writer.beginWrite()
            for _ in 0..<(1 + random.next(4)) { try Self.change(writer, &born, &random) }
            if random.next(8) == 0 { writer.cancelWrite() } else { try writer.commitWrite() }
            for mirror in observers where random.next(3) == 0 { try mirror.store.refresh() }
            if step % 20 == 19 { for mirror in observers { try mirror.store.refresh() } }
            for mirror in observers + [own] {
                #expect(mirror.failures.isEmpty, "seed \(seed) step \(step): \(mirror.failures.first ?? "")")
                if !mirror.failures.isEmpty { return }
            }
        }
        for mirror in observers {
            try mirror.store.refresh()
            #expect(mirror.isComplete, "seed \(seed)")
        }
        try writer.write { try writer.delete(try #require(writer.kennel())) }
        for mirror in observers {
            try mirror.store.refresh()
            #expect(mirror.failures.isEmpty && mirror.isEmpty, "seed \(seed): \(mirror.failures)")
        }
        #expect(try folder.isSound(writer), "seed \(seed)")
    }

    /// One random change.
    private static func change(_ store: Store, _ born: inout Int, _ random: inout SplitMix) throws {
        let kennel = try #require(store.kennel())
        func hound() throws -> Hound {
            let id = random.next(8)
            if let found = store.hound(id) { return found }
            born += 1
            let made = Hound(id, "born \(born)")
            try store.add(made)
            return made
        }
        let (links, numbers) = (kennel.hounds, kennel.numbers)
        switch random.next(16) {
        case 0, 1: links.insert(try hound(), at: random.next(links.count + 1))
        case 2: if !links.isEmpty { links.remove(at: random.next(links.count)) }
        case 3: if !links.isEmpty { links.move(from: random.next(links.count), to: random.next(links.count)) }
        case 4: if !links.isEmpty { links[random.next(links.count)] = try hound() }
        case 5: try hound().age = random.next(5)
        case 6: if let found = store.hound(random.next(8)) { try store.delete(found) }
        case 7: numbers.insert(random.next(9), at: random.next(numbers.count + 1))
        case 8: if !numbers.isEmpty { numbers[random.next(numbers.count)] = random.next(9) }
        case 9: if !numbers.isEmpty { numbers.move(from: random.next(numbers.count), to: random.next(numbers.count)) }
        case 10:
            let start = random.next(numbers.count + 1)
            let end = start + random.next(min(3, numbers.count - start) + 1)
            numbers.replaceSubrange(start..<end, with: (0..<random.next(4)).map { _ in random.next(9) })
        case 11: if random.next(2) == 0 { kennel.pack.insert(try hound()) } else { kennel.pack.remove(try hound()) }
        case 12: kennel.words.insert("\(random.next(20))")
        case 13: kennel.words.remove("\(random.next(20))")
        case 14: kennel.named["\(random.next(6))"] = .some(random.next(3) == 0 ? nil : try hound())
        default: kennel.named["\(random.next(6))"] = nil
        }
    }
}

/// What observers of the collections of one kennel know, by being told alone.
final class KennelMirror {
    let store: Store
    private(set) var failures: [String] = []
    private var elements: [String: [String]] = [:]
    private var entries: [String: String] = [:]
    private var tokens: [NotificationToken] = []
    private let kennel: Kennel

    init(_ store: Store) throws {
        self.store = store
        kennel = try #require(store.kennel())
        let hounds = kennel.hounds
        tokens = [
            hounds.observe { [unowned self] in note("hounds", $0, Self.text) },
            kennel.numbers.observe { [unowned self] in note("numbers", $0) { "\($0)" } },
            kennel.pack.observe { [unowned self] in note("pack", $0, Self.text) },
            kennel.words.observe { [unowned self] in note("words", $0) { $0 } },
            hounds.where { $0.age < 3 }.observe { [unowned self] in note("young", $0, Self.text) },
            hounds.sorted(by: \.age).observe { [unowned self] in note("sorted", $0, Self.text) },
            kennel.named.observe { [unowned self] in note($0) },
        ]
        try store.refresh()
    }

    /// An object with what tells it apart from one that has its key later, and a value.
    private static func text(_ hound: Hound) -> String { "\(hound.id) \(hound.name)|\(hound.age)" }

    private func note<C: RandomAccessCollection<V>, V>(
        _ name: String, _ change: CollectionChange<C>, _ text: (V) -> String
    ) where C.Index == Int {
        switch change {
        case .initial(let collection): elements[name] = collection.map(text)
        case .update(let collection, let update):
            let (old, new) = (elements[name] ?? [], collection.map(text))
            elements[name] = new
            check(name, old, new, update)
        }
    }

    private func check(_ name: String, _ old: [String], _ new: [String], _ update: CollectionUpdate) {
        func identity(_ text: String) -> Substring { text.prefix { $0 != "|" } }
        var applied = old
        for place in update.deletions.reversed() { applied.remove(at: place) }
        for place in update.insertions { applied.insert(new[place], at: place) }
        for (before, after) in zip(update.modifications, update.newModifications) {
            let isSame =
                applied[after] == old[before] && (name == "numbers" || identity(old[before]) == identity(new[after]))
            if !isSame { failures.append("\(name): \(before) is not \(after), \(update), \(old), \(new)") }
            applied[after] = new[after]
        }
        if applied != new { failures.append("\(name): \(applied) is not \(new), was \(old), \(update)") }
        for move in update.moves where identity(old[move.from]) != identity(new[move.to]) {
            failures.append("\(name): moved \(move), \(old), \(new)")
        }
        let lists = [update.deletions, update.insertions, update.modifications, update.newModifications]
        if lists.contains(where: { $0 != Set($0).sorted() }) { failures.append("\(name): not ascending: \(update)") }
    }

    private func note(_ change: MapChange<String, Hound?>) {
        func texts(_ map: Map<String, Hound?>) -> [String: String] {
            Dictionary(map.map { ($0.key, $0.value.map(Self.text) ?? "nil") }) { one, _ in one }
        }
        switch change {
        case .initial(let map): entries = texts(map)
        case .update(let map, let update):
            let (old, new) = (entries, texts(map))
            entries = new
            var applied = old
            for key in update.deletions where applied.removeValue(forKey: key) == nil { failures.append("no \(key)") }
            for key in update.insertions where applied.updateValue(new[key] ?? "", forKey: key) != nil {
                failures.append("\(key) was there")
            }
            for key in update.modifications { applied[key] = new[key] }
            if applied != new { failures.append("named: \(applied) is not \(new), was \(old), \(update)") }
        }
    }

    /// Whether what is known is what is there.
    var isComplete: Bool {
        elements["hounds"] == kennel.hounds.map(Self.text) && elements["numbers"] == kennel.numbers.map { "\($0)" }
            && elements["pack"] == kennel.pack.map(Self.text) && elements["words"] == Array(kennel.words)
            && entries.keys.sorted() == kennel.named.keys
    }

    var isEmpty: Bool { elements.values.allSatisfy(\.isEmpty) && entries.isEmpty }
}

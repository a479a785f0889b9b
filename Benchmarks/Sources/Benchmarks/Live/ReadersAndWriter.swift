internal import BenchmarkKit
internal import Foundation
internal import Synchronization
internal import Tarn

/// L6: how much eight queues that refresh and read after every commit slow down a writer that commits without pause.
struct ReadersAndWriter {
    /// Commits between two looks at the other file.
    private static let block = 10
    private let file: LiveFile
    private let scale: LiveScale
    private var size: Int { file.dataset.count }

    init(_ file: LiveFile, _ scale: LiveScale) {
        self.file = file
        self.scale = scale
    }

    func measure() throws -> [Figure] {
        let (reading, alone) = try slowDown { home in try Reader(home, size: size) }
        let (observing, _) = try slowDown { home in try Reader(home, size: size, observing: true) }
        return [
            .live("L6", "%", size, [reading], check: .count(scale.commits)),
            .live("L6o", "%", size, [observing], check: .count(scale.commits)),
            .live("L6c", "us", size, alone, check: .count(scale.commits)),
        ]
    }

    /// Per cent, and the commits without readers. Blocks of commits on a file with readers and on one without take
    /// turns, and a block begins when all readers have done with the one before.
    private func slowDown(_ makeReader: (QueueStore) throws -> Reader) throws -> (percent: Double, alone: [Double]) {
        let (path, other) = (try file.copy("read"), try file.copy("alone"))
        defer { [path, other].forEach(file.removeCopy) }
        let readers = try (0..<scale.readers).map { _ in try makeReader(QueueStore(path: path)) }
        defer { for reader in readers { reader.close() } }
        let rows = file.dataset.rows
        let (scale, size) = (scale, size)
        let (withReaders, without) = try onThread {
            let writer = try CommittingStore(path: path), lonely = try CommittingStore(path: other)
            defer {
                writer.close()
                lonely.close()
            }
            var changes = ScoreChanges(rows), otherChanges = ScoreChanges(rows)
            var withReaders: [Double] = [], without: [Double] = []
            while withReaders.count < scale.commits {
                let count = min(Self.block, scale.commits - withReaders.count)
                withReaders += try Self.commits(count, writer, &changes)
                let version = try writer.version()
                for reader in readers { try reader.wait(until: version) }
                without += try Self.commits(count, lonely, &otherChanges)
            }
            return (withReaders, without)
        }
        for reader in readers { try reader.check(size: size) }
        let loaded = Figure.live("L6", "us", size, withReaders, check: .none)
        let alone = Figure.live("L6", "us", size, without, check: .none)
        return ((loaded.median / alone.median - 1) * 100, without)
    }

    private static func commits(
        _ count: Int, _ store: CommittingStore, _ changes: inout ScoreChanges
    ) throws -> [Double] {
        try (0..<count).map { _ in
            let start = timestamp()
            return microseconds(from: start, to: try store.commit(changes.next()))
        }
    }
}

/// A queue that reads after every version that it hears of.
///
/// Unchecked: what belongs to the store is used on its queue only.
private final class Reader: @unchecked Sendable {
    private static let screenful = 20
    private let home: QueueStore
    private let calls = Calls()
    private let seen = Mutex<UInt64>(0)
    private var tokens: [NotificationToken] = []
    private var best: Results<Person>?
    private var names = 0

    /// Reads a screenful of objects by primary key; with `observing` also the first ten of a result that it observes.
    init(_ home: QueueStore, size: Int, observing: Bool = false) throws {
        self.home = home
        home.perform { store in
            if observing {
                let best = store.best
                self.best = best
                tokens.append(best.observe { [unowned self] _ in for person in best.prefix(10) { count(person) } })
            }
            tokens.append(
                store.observe { [unowned self] _, store in
                    for id in 0..<min(Self.screenful, size) {
                        store.object(ofType: Person.self, forPrimaryKey: id * 37 % size).map(count)
                    }
                    let version = (try? store.version()) ?? 0
                    seen.withLock { $0 = version }
                    calls.arrive()
                })
        }
        home.settle()
    }

    private func count(_ person: Person) { names += person.name.utf8.count }

    /// Waits until it has read in a version.
    func wait(until version: UInt64) throws {
        while seen.withLock({ $0 }) < version { _ = try calls.next("L6", size: 0) }
    }

    /// Checks what it has read last.
    func check(size: Int) throws {
        try home.perform { store in
            tokens.removeAll()
            if names == 0 { throw LiveCheckFailure("L6", size: size, "a reader has read nothing") }
            guard let best else { return }
            if best.ids != store.best.ids {
                throw LiveCheckFailure("L6o", size: size, "an observed list is not what the query finds")
            }
            self.best = nil
        }
    }

    func close() { home.close() }
}

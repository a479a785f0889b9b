import Dispatch
import Foundation
import Tarn
import Testing

/// References to objects and results, resolved elsewhere.
@Suite struct CrossingReferenceRules {
    let folder = TemporaryFolder()

    // F6
    @Test func aReferenceBringsAnObjectToAnotherThread() throws {
        let store = try Store(configuration: folder.rules)
        try store.addItems(0..<3)
        let reference = ThreadSafeReference(to: try #require(store.item(1)))
        let configuration = store.configuration
        try onAnotherThread {
            let own = try Store(configuration: configuration)
            let item = try #require(own.resolve(reference))
            #expect(item.name == "item-1" && item.store === own)
            try own.write { item.name = "changed" }
        }
        try store.refresh()
        #expect(store.item(1)?.name == "changed")
    }

    // F6
    @Test func resultsComeBackWithTheirWholeQuery() throws {
        let store = try Store(configuration: folder.rules)
        try store.addItems(0..<20)
        let results = try store.objects(Item.self).where { $0.count > 4 }.filter(#Predicate { $0.count < 15 })
            .sorted(by: \.count, ascending: false).distinct(by: \.count).limit(3, offset: 1)
        let reference = ThreadSafeReference(to: results)
        let configuration = store.configuration
        try onAnotherThread {
            let own = try Store(configuration: configuration)
            let found = try #require(own.resolve(reference))
            #expect(found.map(\.id) == [13, 12, 11])
            try own.write { try own.delete(found) }
            #expect(found.map(\.id) == [10, 9, 8])
        }
    }

    // F6
    @Test func aStoreThatIsBehindMovesToTheVersionOfTheReference() throws {
        let (one, other) = (try Store(configuration: folder.rules), try Store(configuration: folder.rules))
        #expect(other.objects(Item.self).isEmpty)
        let version = try other.version()
        try one.addItems(0..<1)
        let reference = ThreadSafeReference(to: try #require(one.item(0)))
        try one.write { one.item(0)?.name = "later" }
        #expect(try other.resolve(reference)?.name == "later" && other.version() > version)
    }

    // F6: without a snapshot it begins at the newest version; an older one is not gone back to.
    @Test func aStoreThatIsAheadStaysWhereItIs() throws {
        let (one, other) = (try Store(configuration: folder.rules), try Store(configuration: folder.rules))
        try one.addItems(0..<2)
        let reference = ThreadSafeReference(to: try #require(one.item(0)))
        try other.write { other.item(0)?.name = "newer" }
        #expect(other.resolve(reference)?.name == "newer" && one.item(0)?.name == "item-0")
        let fresh = try Store(configuration: folder.rules)
        #expect(fresh.resolve(ThreadSafeReference(to: one.objects(Item.self)))?[0].name == "newer")
    }

    // F6
    @Test func aReferenceToWhatWasDeletedIsNil() throws {
        let (one, other) = (try Store(configuration: folder.rules), try Store(configuration: folder.rules))
        try one.addItems(0..<1)
        try one.write { try one.add(Note("text")) }
        let item = ThreadSafeReference(to: try #require(one.item(0)))
        let note = ThreadSafeReference(to: try #require(one.objects(Note.self).first))
        try one.write {
            try one.deleteAll()
            try one.add(Note("another"))
        }
        #expect(other.resolve(item) == nil && other.resolve(note) == nil)
    }

    // F6
    @Test func aReferenceMadeInAWriteIsGoodAfterItsCommit() throws {
        let (one, other) = (try Store(configuration: folder.rules), try Store(configuration: folder.rules))
        try one.addItems(0..<1)
        #expect(other.item(0) != nil)
        let (made, old, early) = try one.write {
            let note = Note("made")
            try one.add(note)
            let old = ThreadSafeReference(to: try #require(one.item(0)))
            #expect(one.resolve(ThreadSafeReference(to: note)) == note)
            let early = ThreadSafeReference(to: note)
            #expect(other.resolve(early) == nil)
            return (ThreadSafeReference(to: note), old, ThreadSafeReference(to: one.objects(Note.self)))
        }
        #expect(other.resolve(made)?.text == "made" && other.resolve(old)?.id == 0)
        #expect(other.resolve(early)?.count == 1)
        // An empty write is committed too.
        let unchanged = try one.write { ThreadSafeReference(to: try #require(one.item(0))) }
        #expect(other.resolve(unchanged)?.id == 0)
    }

    // F6
    @Test func aReferenceMadeInACancelledWriteIsNil() throws {
        let (one, other) = (try Store(configuration: folder.rules), try Store(configuration: folder.rules))
        try one.addItems(0..<1)
        try one.beginWrite()
        let note = Note("lost")
        try one.add(note)
        let made = ThreadSafeReference(to: note)
        let old = ThreadSafeReference(to: try #require(one.item(0)))
        let results = ThreadSafeReference(to: one.objects(Note.self))
        one.cancelWrite()
        // The key of the lost object is given to another.
        try one.write { try one.add(Note("another")) }
        #expect(other.resolve(made) == nil && other.resolve(old) == nil && other.resolve(results) == nil)
    }

    // R9: neither objects nor results keep a version by a reference.
    @Test func referencesKeepNoVersion() throws {
        let store = try Store(configuration: folder.rules)
        try store.addItems(0..<500)
        let references = (0..<500).map { ThreadSafeReference(to: store.item($0) ?? Item()) }
        let results = ThreadSafeReference(to: store.objects(Item.self))
        let growth = try folder.growth(of: store)
        #expect(growth < 1 << 19, "the file grew by \(growth) bytes")
        #expect(references.allSatisfy { store.resolve($0) != nil } && store.resolve(results)?.count == 500)
    }

    // R9, F4: frozen objects are copies; what follows links keeps the version.
    @Test func frozenObjectsKeepNoVersion() throws {
        let store = try Store(configuration: folder.rules)
        try store.addItems(0..<500)
        let frozen = Array(store.objects(Item.self).frozen())
        let growth = try folder.growth(of: store)
        #expect(growth < 1 << 19, "the file grew by \(growth) bytes")
        #expect(frozen.map(\.name) == (0..<500).map { "item-\($0)" })
        let results = store.objects(Item.self).frozen()
        #expect(results.count == 500)
        #expect(try folder.growth(of: store) > 1 << 20)
        #expect(results[3].name.hasPrefix("round-"))
    }

    // F7
    @Test func aThreadSafeVariableIsReadManyTimes() throws {
        let store = try Store(configuration: folder.rules)
        try store.addItems(0..<2)
        let job = Job(store.item(1), store.objects(Item.self).where { $0.count > 0 })
        try onAnotherThread {
            for _ in 0..<3 {
                #expect(job.item?.name == "item-1" && job.items?.count == 1)
            }
            let configuration = try #require(job.item?.store?.configuration)
            let own = try Store(configuration: configuration)
            // A store of the thread is taken, so that what is read can be written.
            #expect(job.item?.store == own)
            let item = try #require(job.item)
            try #require(item.store).write { item.name = "changed" }
        }
        try store.refresh()
        #expect(job.item?.name == "changed" && job.item == store.item(1))
        try store.write { try store.delete(try #require(store.item(1))) }
        #expect(job.item == nil && job.items?.isEmpty == true)
        job.item = store.item(0)
        try onAnotherThread { #expect(job.item?.id == 0) }
        job.item = nil
        #expect(job.item == nil && job.$item.resolve(in: store) == nil)
    }

    // F7
    @Test func aThreadSafeParameterGoesToAQueue() throws {
        let store = try Store(configuration: folder.rules)
        try store.addItems(0..<2)
        let queue = DispatchQueue(label: "crossing")
        let name = Held("")
        @Sendable func read(@ThreadSafe _ item: Item?) { queue.sync { name.value = item?.name ?? "none" } }
        read(store.item(1))
        #expect(name.value == "item-1")
        @ThreadSafe var local = store.item(0)
        try onAnotherThread { [local = $local] in name.value = local.wrappedValue?.name ?? "none" }
        #expect(name.value == "item-0" && local?.id == 0)
    }

    // F7, C4
    @Test func aThreadSafeVariableIsResolvedInTheStoreOfAnActor() async throws {
        let store = try Store(configuration: folder.rules)
        try store.addItems(0..<2)
        let job = Job(store.item(1), nil)
        let reader = Reader()
        #expect(try await reader.name(job, store.configuration) == "item-1")
    }
}

private struct Job: Sendable {
    @ThreadSafe var item: Item?
    @ThreadSafe var items: Results<Item>?

    init(_ item: Item?, _ items: Results<Item>?) {
        self.item = item
        self.items = items
    }
}

private actor Reader {
    func name(_ job: Job, _ configuration: Store.Configuration) async throws -> String {
        let store = try Store(configuration: configuration)
        await Task.yield()
        return job.$item.resolve(in: store)?.name ?? "none"
    }
}

/// A value that several threads set one after the other.
private final class Held: @unchecked Sendable {
    // Unchecked: whoever waits for the other thread orders the accesses.
    var value: String
    init(_ value: String) { self.value = value }
}

extension TemporaryFolder {
    /// How much the file grows when many objects are rewritten again and again.
    fileprivate func growth(of store: Store) throws -> Int {
        func size() throws -> Int {
            let path = url.appendingPathComponent("test.tarn").path
            return try #require(FileManager.default.attributesOfItem(atPath: path)[.size] as? Int)
        }
        func rewrite(_ rounds: Range<Int>) throws {
            for round in rounds {
                try store.write {
                    let name = "round-\(round)-" + String(repeating: "x", count: 40)
                    try store.objects(Item.self).setValue(name, for: \.name)
                }
            }
        }
        // The pages of the first rounds are new in any case.
        try rewrite(0..<5)
        let before = try size()
        try rewrite(5..<60)
        return try size() - before
    }
}

extension Misuse {
    static let references: [Misuse] = [
        Misuse("F6", "resolving a reference twice") { store in
            try store.addItems(0..<1)
            let reference = ThreadSafeReference(to: try #require(store.item(0)))
            print(store.resolve(reference) as Any)
            print(store.resolve(reference) as Any)
        },
        Misuse("F6", "resolving a reference in a store of another file") { store in
            try store.addItems(0..<1)
            var configuration = store.configuration
            configuration.fileURL = configuration.fileURL?.appendingPathExtension("other")
            let other = try Store(configuration: configuration)
            print(other.resolve(ThreadSafeReference(to: store.objects(Item.self))) as Any)
        },
        Misuse("C8", "a reference to an unmanaged object") { _ in _ = ThreadSafeReference(to: Item(1)) },
        Misuse("C8", "an unmanaged object in a thread-safe variable") { _ in _ = ThreadSafe(wrappedValue: Item(1)) },
        Misuse("O1", "a reference to a deleted object") { store in
            try store.addItems(0..<1)
            let item = try #require(store.item(0))
            try store.write { try store.delete(item) }
            _ = ThreadSafeReference(to: item)
        },
        Misuse("C1", "a reference made on another thread") { store in
            try store.addItems(0..<1)
            let sent = Sent(try #require(store.item(0)))
            try onAnotherThread { _ = ThreadSafeReference(to: sent.value) }
        },
    ]
}

import Foundation
import Tarn
import TarnLMDB
import Testing

/// A disk or a map without room in the middle of writes that share a commit.
@Suite struct GroupFaultTests {
    // W10: the block for which there is no room fails alone.
    @Test func aBlockThatFillsTheMapFailsAlone() throws {
        let folder = TemporaryFolder()
        var configuration = folder.configuration(CommitSeries.types)
        configuration.mapSize = 1 << 20
        let store = try Store(configuration: configuration)
        let codes = try writeTogether(
            store,
            [
                { try CommitSeries(store: $0).change(1) }, { try fill($0, byteCount: 1 << 20) },
                { try CommitSeries(store: $0).change(2) }, { try? fill($0, byteCount: 1 << 20) },
                { try CommitSeries(store: $0).change(3) },
            ])
        #expect(codes == [nil, .mapFull, nil, .mapFull, nil])
        #expect(try CommitSeries(store: store).check() == 3)
        try CommitSeries(store: store).commit(4)
        #expect(try CommitSeries(store: store).check() == 4)
    }

    // W10, W11: a commit that finds no room on the disk fails for all that share it, and only for them.
    @Test func aGroupThatTheDiskRefusesIsUndoneAsAWhole() async {
        await #expect(processExitsWith: .success) {
            signal(SIGXFSZ, SIG_IGN)
            let folder = TemporaryFolder()
            let store = try Store(configuration: folder.configuration(CommitSeries.types))
            limit(to: 1 << 18)
            var shared = 0
            for round in 0..<100 where shared < 3 {
                let (first, groups) = (10 * round, GroupNotes())
                let codes = try writeTogether(
                    store,
                    [
                        { try groups.note($0, first) }, { try groups.note($0, first + 1, byteCount: 300_000) },
                        { _ in throw CancellationError() }, { try groups.note($0, first + 2) },
                    ])
                // Before it: in the same transaction. After it: who has seen it.
                let isBefore = groups.begun(first) == groups.begun(first + 1)
                let isAfter = groups.sawPrevious(first + 2)
                for (place, number, isRefused) in [(0, first, isBefore), (1, first + 1, true), (3, first + 2, isAfter)]
                {
                    if codes[place] != (isRefused ? .diskFull : nil) { exit(2) }
                    if (store.object(ofType: Account.self, forPrimaryKey: number) == nil) != isRefused { exit(3) }
                }
                if codes[2] != .inputOutput { exit(4) }
                if isBefore || isAfter { shared += 1 }
            }
            if shared == 0 { exit(5) }
            limit(to: 1 << 30)
            let groups = GroupNotes()
            let codes = try writeTogether(store, [{ try groups.note($0, 1000, byteCount: 1 << 20) }])
            exit(codes == [nil] && store.object(ofType: Account.self, forPrimaryKey: 1000) != nil ? 0 : 6)
        }
    }

    /// A file in which blocks throw after they have changed much, again and again, stays sound and does not grow.
    @Test func blocksThatThrowLeaveNoPagesBehind() throws {
        let folder = TemporaryFolder()
        let store = try Store(configuration: folder.configuration(CommitSeries.types))
        var last = 0
        var sizes: [Int] = []
        for round in 0..<60 {
            var blocks: [@Sendable (Store) throws -> Void] = []
            for _ in 0..<4 {
                last += 1
                let number = last
                blocks.append { try CommitSeries(store: $0).change(number) }
                blocks.append { store in
                    for ahead in 1..<10 { try CommitSeries(store: store).change(number + ahead) }
                    try fill(store, byteCount: 50_000)
                    throw CancellationError()
                }
            }
            let codes = try writeTogether(store, blocks)
            #expect(codes == blocks.indices.map { $0 % 2 == 0 ? nil : .inputOutput })
            if round % 20 == 19 { sizes.append(try store.information().usedByteCount) }
        }
        #expect(try CommitSeries(store: store).check() == last)
        #expect(try Store.verify(at: URL(fileURLWithPath: folder.path())).faults.isEmpty)
        #expect(sizes.last! < sizes[0] * 2, "\(sizes)")
    }
}

/// Queues blocks so that they share a commit, and answers how each ended; other errors count as `inputOutput`.
private func writeTogether(
    _ store: Store, _ blocks: [@Sendable (Store) throws -> Void]
) throws -> [StoreError.Code?] {
    let isQueued = DispatchSemaphore(value: 0)
    var codes: [StoreError.Code?] = []
    store.writeAsync(allowGrouping: false, { _ in isQueued.wait() }, onComplete: { _ in })
    for block in blocks {
        store.writeAsync(block) { error in
            codes.append(error.map { ($0 as? StoreError)?.code ?? .inputOutput })
        }
    }
    isQueued.signal()
    while store.isPerformingAsynchronousWriteOperations { try store.refresh() }
    return codes
}

/// What each of several blocks has found when it began.
private final class GroupNotes: @unchecked Sendable {
    // Unchecked: the lock orders the accesses.
    private let lock = NSLock()
    private var transactions: [Int: Int] = [:]
    private var seen: Set<Int> = []

    /// Adds an account, and text of a size.
    func note(_ store: Store, _ number: Int, byteCount: Int = 0) throws {
        let path = try #require(store.configuration.fileURL).path
        let transaction = try Environment.open(path: path).information().lastTransaction
        let sawPrevious = store.object(ofType: Account.self, forPrimaryKey: number - 1) != nil
        lock.withLock {
            transactions[number] = transaction
            if sawPrevious { seen.insert(number) }
        }
        try store.create(Account.self, value: ["id": number])
        if byteCount > 0 { try fill(store, byteCount: byteCount) }
    }

    /// The last transaction in the file by then.
    func begun(_ number: Int) -> Int? { lock.withLock { transactions[number] } }

    /// Whether the account before was there.
    func sawPrevious(_ number: Int) -> Bool { lock.withLock { seen.contains(number) } }
}

private func fill(_ store: Store, byteCount: Int) throws {
    let note = Note()
    note.name = "filler"
    note.topic = "filler"
    note.text = String(repeating: "x", count: byteCount)
    try store.add(note)
}

private func limit(to size: UInt) {
    var limit = rlimit()
    getrlimit(__rlimit_resource_t(RLIMIT_FSIZE.rawValue), &limit)
    limit.rlim_cur = rlim_t(size)
    setrlimit(__rlimit_resource_t(RLIMIT_FSIZE.rawValue), &limit)
}

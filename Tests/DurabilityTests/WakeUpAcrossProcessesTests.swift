import CPowerLoss
import Dispatch
import Foundation
import Tarn
import Testing

/// A commit of one process wakes the stores of another, and no death or loss on the way leaves anything stuck.
@Suite struct WakeUpAcrossProcessesTests {
    let folder = TemporaryFolder()
    var configuration: Store.Configuration { folder.configuration(CommitSeries.types) }

    // R2
    @Test(.timeLimit(.minutes(5))) func aCommitOfAnotherProcessWakesQueuesActorsAndWhoWaits() async throws {
        let queue = try QueueFollower(configuration)
        let actor = ActorFollower()
        let counts = try await actor.follow(configuration)
        try await commits(3, from: 1)
        #expect(await queue.reaches(3))
        #expect(await reaches(3, counts))
        queue.close()
        await actor.close()
    }

    // R11
    @Test(.timeLimit(.minutes(5))) func aThreadThatWaitsIsToldOfACommitOfAnotherProcess() async throws {
        let configuration = configuration
        let waiting = Task.detached {
            let store = try Store(configuration: configuration)
            _ = store.objects(Counter.self).count
            while store.object(ofType: Counter.self, forPrimaryKey: 0)?.value != 2 {
                _ = try store.waitForChange(timeout: .seconds(3600))
            }
            return try CommitSeries(store: store).check()
        }
        try await commits(2, from: 1)
        #expect(try await waiting.value == 2)
    }

    // R2
    @Test(.timeLimit(.minutes(5))) func severalProcessesAreHeard() async throws {
        let queue = try QueueFollower(configuration)
        let path = folder.path()
        await withTaskGroup(of: Void.self) { group in
            for number in 0..<3 {
                group.addTask {
                    await #expect(processExitsWith: .success) { [path = path as String, number = number as Int] in
                        let store = try Store(configuration: configurationOfFile(path, CommitSeries.types))
                        for id in 0..<20 {
                            try store.write { try store.create(Account.self, value: ["id": number * 100 + id]) }
                        }
                    }
                }
            }
        }
        #expect(await queue.reaches(60, accounts: true))
        queue.close()
    }

    /// The commit is done and nobody was told: it shows with the next one, or on refresh.
    @Test(.timeLimit(.minutes(5))) func aCommitWhoseProcessDiedBeforeTheSignalShowsWithTheNext() async throws {
        let queue = try QueueFollower(configuration)
        let plain = try Store(configuration: configuration)
        #expect(try CommitSeries(store: plain).check() == 0)
        await #expect(processExitsWith: .signal(SIGKILL)) { [path = folder.path() as String] in
            let store = try Store(configuration: configurationOfFile(path, CommitSeries.types))
            var status = stat()
            stat(path, &status)
            power_loss_begin(UInt64(status.st_dev), UInt64(status.st_ino))
            power_loss_kill_at_touch()
            try CommitSeries(store: store).commit(1)
        }
        let late = Task.detached { [configuration] in
            try CommitSeries(store: Store(configuration: configuration)).check()
        }
        #expect(try await late.value == 1)
        try await commits(1, from: 2)
        #expect(await queue.reaches(2))
        queue.close()
    }

    /// One that watches, waits and holds a version is killed: no commit waits for it, and nothing of it stays.
    @Test func aWatcherThatDiesLeavesNothing() async throws {
        try await commits(1, from: 1)
        await #expect(processExitsWith: .signal(SIGKILL)) { [path = folder.path() as String] in
            let store = try Store(configuration: configurationOfFile(path, CommitSeries.types))
            _ = try CommitSeries(store: store).check()
            _ = try store.waitForChange(timeout: .milliseconds(1))
            kill(getpid(), SIGKILL)
        }
        try await commits(2, from: 2)
        let store = try Store(configuration: configuration)
        #expect(try CommitSeries(store: store).check() == 3)
        #expect(try store.pinnedVersions().allSatisfy { $0.processID == getpid() })
    }

    @Test(.timeLimit(.minutes(5))) func storesCloseWhileEventsAreOnTheirWay() async throws {
        let configuration = configuration
        async let others: Void = commits(300, from: 1)
        for _ in 0..<100 {
            let queue = try QueueFollower(configuration)
            await Task.yield()
            queue.close()
        }
        try await others
        let queue = try QueueFollower(configuration)
        #expect(await queue.reaches(300))
        queue.close()
        #expect(try Store.deleteFiles(for: configuration))
    }

    @Test(.timeLimit(.minutes(5))) func aFileThatReplacesAWatchedOneIsWatchedWhenItIsOpened() async throws {
        let queue = try QueueFollower(configuration)
        try await commits(1, from: 1)
        #expect(await queue.reaches(1))
        for file in [folder.path(), folder.path() + "-lock"] { try FileManager.default.removeItem(atPath: file) }
        // Another file by now, of which the store on the old one hears nothing.
        try await commits(4, from: 1)
        #expect(queue.last() == 1)
        queue.close()
        let anew = try QueueFollower(configuration)
        #expect(anew.last() == 4)
        try await commits(1, from: 5)
        #expect(await anew.reaches(5))
        anew.close()
    }

    /// Over a limit of the system nothing is watched; the store says so and goes on, and hears of its own process.
    @Test func aProcessThatMayNotWatchSaysSo() async throws {
        await #expect(processExitsWith: .success) { [path = folder.path() as String] in
            let configuration = configurationOfFile(path, CommitSeries.types)
            let (store, other) = (try Store(configuration: configuration), try Store(configuration: configuration))
            _ = try CommitSeries(store: store).check()
            var limit = rlimit()
            getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
            let (allowed, free) = (limit.rlim_cur, dup(0))
            close(free)
            limit.rlim_cur = rlim_t(free)
            setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
            if try store.waitForChange(timeout: .zero) { exit(1) }
            guard let failure = store.wakeUpFailure, failure.message.contains("watch file") else { exit(2) }
            try CommitSeries(store: other).commit(1)
            if try !store.waitForChange(timeout: .seconds(60)) { exit(3) }
            limit.rlim_cur = allowed
            setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
            if try store.waitForChange(timeout: .zero) || store.wakeUpFailure != nil { exit(4) }
        }
    }

    /// Makes commits in a process of its own and waits for its end.
    private func commits(_ count: Int, from first: Int) async throws {
        await #expect(processExitsWith: .success) {
            [path = folder.path() as String, count = count as Int, first = first as Int] in
            let series = CommitSeries(store: try Store(configuration: configurationOfFile(path, CommitSeries.types)))
            for number in first..<first + count { try series.commit(number) }
        }
    }
}

/// Lets versions pass by until one has the value.
private func reaches(_ value: Int, _ values: AsyncStream<Int>) async -> Bool {
    for await seen in values where seen == value { return true }
    return false
}

extension Store {
    fileprivate var lastCommit: Int { object(ofType: Counter.self, forPrimaryKey: 0)?.value ?? 0 }
}

/// A store of a queue that says what it shows after each move.
private final class QueueFollower: @unchecked Sendable {
    // Unchecked: the store is used on the queue only.
    private let queue = DispatchQueue(label: "follower")
    private let commits: AsyncStream<Int>
    private let accounts: AsyncStream<Int>
    private var store: Store?
    private var token: NotificationToken?

    init(_ configuration: Store.Configuration) throws {
        let (commits, tellCommits) = AsyncStream.makeStream(of: Int.self)
        let (accounts, tellAccounts) = AsyncStream.makeStream(of: Int.self)
        (self.commits, self.accounts) = (commits, accounts)
        try queue.sync {
            let store = try Store(configuration: configuration, queue: queue)
            tellCommits.yield(store.lastCommit)
            token = store.observe { _, store in
                tellCommits.yield(store.lastCommit)
                tellAccounts.yield(store.objects(Account.self).count)
            }
            self.store = store
        }
    }

    func reaches(_ value: Int, accounts isCount: Bool = false) async -> Bool {
        await DurabilityTests.reaches(value, isCount ? accounts : commits)
    }

    func last() -> Int { queue.sync { store?.lastCommit ?? -1 } }

    func close() {
        queue.sync {
            token = nil
            store?.close()
            store = nil
        }
    }
}

/// A store of an actor that does the same.
private actor ActorFollower {
    private var store: Store?
    private var token: NotificationToken?

    func follow(_ configuration: Store.Configuration) throws -> AsyncStream<Int> {
        let (commits, tell) = AsyncStream.makeStream(of: Int.self)
        let store = try Store(configuration: configuration)
        _ = store.lastCommit
        token = store.observe { _, store in tell.yield(store.lastCommit) }
        self.store = store
        return commits
    }

    func close() {
        token = nil
        store?.close()
    }
}

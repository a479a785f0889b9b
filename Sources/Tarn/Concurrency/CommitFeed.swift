internal import Dispatch
internal import Synchronization
internal import TarnLMDB

/// Tells the connections of one file in this process of every commit, whichever thread or process made it.
///
/// There is one for each open file, from the first connection that joins to the last that leaves.
final class CommitFeed: Sendable {
    private struct State {
        /// nil once the last member has left: the file may be closed and deleted then, whatever is still under way.
        var environment: Environment?
        var members: [ObjectIdentifier: HomeScheduler] = [:]
        /// The members, and those who only wait.
        var users = 0
        var waiters: [ObjectIdentifier: DispatchSemaphore] = [:]
        /// The last commit that everybody was told of.
        var announced: UInt64 = 0
        var watch: CommitWatch?
        /// Why other processes are not heard.
        var watchFailure: LMDBError?
        /// Why other processes did not hear of the last commit.
        var signalFailure: LMDBError?

        /// Who is to be told.
        func listeners(without one: HomeScheduler? = nil) -> [HomeScheduler] {
            members.values.filter { $0 !== one }
        }
    }

    private static let feeds = Mutex<[Environment: CommitFeed]>([:])
    private let state: Mutex<State>
    private let isShared: Bool

    private init(_ environment: Environment, isShared: Bool) {
        self.isShared = isShared
        state = Mutex(State(environment: environment))
    }

    /// Adds a connection, or somebody who only waits, to the feed of a file.
    ///
    /// - Parameter isShared: whether other processes can have the file open.
    static func join(_ environment: Environment, _ scheduler: HomeScheduler?, isShared: Bool) -> Membership {
        let feed = feeds.withLock { feeds in
            let feed = feeds[environment] ?? CommitFeed(environment, isShared: isShared)
            feeds[environment] = feed
            feed.state.withLock { state in
                state.users += 1
                if let scheduler { state.members[ObjectIdentifier(scheduler)] = scheduler }
            }
            return feed
        }
        if scheduler?.home.isReachable == true { feed.watch() }
        return Membership(feed, scheduler)
    }

    /// The connections to a file in this process.
    static func members(of environment: Environment) -> [HomeScheduler] {
        feeds.withLock { $0[environment] }.map { feed in feed.state.withLock { $0.listeners() } } ?? []
    }

    /// A connection's place in the feed, given up at its end.
    final class Membership {
        let feed: CommitFeed
        private let scheduler: HomeScheduler?

        fileprivate init(_ feed: CommitFeed, _ scheduler: HomeScheduler?) {
            self.feed = feed
            self.scheduler = scheduler
        }

        deinit { feed.leave(scheduler) }

        /// Tells all others of a commit of this connection, in other processes too.
        func announce(_ commit: UInt64) { feed.announce(commit, from: scheduler) }
    }

    private func leave(_ scheduler: HomeScheduler?) {
        // What is let go here ends after the locks are given back.
        let (watch, key, environment) = Self.feeds.withLock { feeds in
            state.withLock { state -> (CommitWatch?, Environment?, Environment?) in
                if let scheduler { state.members[ObjectIdentifier(scheduler)] = nil }
                state.users -= 1
                if state.users > 0 { return (nil, nil, nil) }
                guard let environment = state.environment, let index = feeds.index(forKey: environment) else {
                    return (nil, nil, nil)
                }
                let key = feeds.remove(at: index).key
                defer { (state.watch, state.environment) = (nil, nil) }
                return (state.watch, key, environment)
            }
        }
        watch?.stop()
        _ = (key, environment)
    }

    private func announce(_ commit: UInt64, from scheduler: HomeScheduler?) {
        let (environment, listeners, waiters) = state.withLock { state in
            state.announced = max(state.announced, commit)
            return (state.environment, state.listeners(without: scheduler), Array(state.waiters.values))
        }
        if isShared, let environment {
            // The commit is done and stays so; that others were not told is kept for who asks.
            var failure: LMDBError?
            do throws(LMDBError) { try environment.signalCommit() } catch { failure = error }
            if let failure { state.withLock { $0.signalFailure = failure } }
        }
        Self.wake(listeners, waiters)
    }

    /// How many connections are woken by the thread that commits. Waking one takes it about five microseconds.
    private static let directCount = 2
    private static let messenger = DispatchQueue(label: "tarn.commits", qos: .userInitiated)

    /// Wakes those who are told of a commit; many of them by another thread, so that a writer does not pay for each.
    private static func wake(_ listeners: [HomeScheduler], _ waiters: [DispatchSemaphore]) {
        for waiter in waiters { waiter.signal() }
        if listeners.count <= directCount {
            for listener in listeners { listener.schedule() }
        } else {
            messenger.async { @Sendable in for listener in listeners { listener.schedule() } }
        }
    }

    /// Why commits of other processes may show late here, or those of this one there.
    var failure: LMDBError? { state.withLock { $0.watchFailure ?? $0.signalFailure } }

    /// Begins to hear of other processes, or tries again.
    private func watch() {
        if !isShared { return }
        let missed = state.withLock { state -> [HomeScheduler] in
            guard state.watch == nil, let environment = state.environment else { return [] }
            do throws(LMDBError) {
                state.watch = try CommitWatch(environment) { @Sendable [weak self] in self?.fileWasTouched() }
                // After the watch has begun: an earlier commit is seen here, a later one is told.
                state.announced = max(state.announced, try environment.newestCommit())
                if state.watchFailure.take() != nil { return state.listeners() }
            } catch {
                state.watchFailure = error
            }
            return []
        }
        for listener in missed { listener.schedule() }
    }

    /// Passes on what another process has committed; the echo of this one's own commits ends here.
    private func fileWasTouched() {
        let (listeners, waiters) = state.withLock { state -> ([HomeScheduler], [DispatchSemaphore]) in
            guard let environment = state.environment else { return ([], []) }
            // When there is no place for a reader everybody looks for himself.
            if let newest = try? environment.newestCommit() {
                if newest <= state.announced { return ([], []) }
                state.announced = newest
            }
            return (state.listeners(), Array(state.waiters.values))
        }
        Self.wake(listeners, waiters)
    }

    /// Blocks until there is a commit beyond the one given, of whatever thread or process, or until the time is over,
    /// if there is one.
    func wait(beyond seen: UInt64, for duration: Duration?) -> Bool {
        let semaphore = DispatchSemaphore(value: 0)
        state.withLock { $0.waiters[ObjectIdentifier(semaphore)] = semaphore }
        defer { state.withLock { $0.waiters[ObjectIdentifier(semaphore)] = nil } }
        watch()
        let alarm = duration.map { WaitAlarm($0, semaphore) }
        defer { alarm?.cancel() }
        while true {
            // Looked at after the semaphore was listed: a commit in between makes it ready.
            if isNewer(than: seen) { return true }
            if alarm?.isOver == true { return false }
            semaphore.wait()
        }
    }

    private func isNewer(than seen: UInt64) -> Bool {
        state.withLock { state in
            // Without a place for a reader the refresh that follows says what is wrong.
            guard let newest = try? state.environment?.newestCommit() else { return true }
            return newest > seen
        }
    }
}

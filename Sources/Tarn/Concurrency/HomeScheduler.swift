internal import Dispatch
internal import Synchronization
internal import TarnLMDB
internal import TarnRecords

/// Runs a connection's `wokenUp()` soon on its home, whoever asks and however often: one run is under way at most.
///
/// - A dispatch queue and the main thread run it as their next block, an actor as its next job.
/// - Any other thread has nothing that could run it: the request waits for the next refresh, write or `waitForChange`.
///
/// A request made while a run is under way is either seen by that run or makes another one: nothing gets lost.
final class HomeScheduler: Sendable {
    let home: Home
    /// What the connection holds of the file.
    let held: HeldVersion
    private let confinement: Confinement
    private let connection: HomeReference<Connection>
    private let isScheduled = Atomic<Bool>(false)
    private let isRequested = Atomic<Bool>(false)

    init(_ connection: Connection, _ confinement: Confinement) {
        self.connection = HomeReference(connection)
        self.confinement = confinement
        home = Home(confinement)
        held = connection.held
    }

    /// Asks for a run; from any thread.
    func schedule() {
        isRequested.store(true, ordering: .releasing)
        if !home.isReachable || isScheduled.exchange(true, ordering: .acquiringAndReleasing) { return }
        home.run { self.arrive() }
    }

    /// Calls a closure on the home after everything that was asked for up to now; never where nothing can run it.
    func afterwards(_ body: @escaping @Sendable () -> Void) { home.run(body) }

    /// Whether a run was asked for since this was asked last; on the home.
    func takeRequest() -> Bool { isRequested.exchange(false, ordering: .acquiringAndReleasing) }

    private func arrive() {
        // Cleared first: what is asked for from now on may come too late for this run.
        isScheduled.store(false, ordering: .releasing)
        // A program may give up its main thread (`dispatchMain`): the main queue then runs elsewhere.
        if !confinement.isHere { return }
        connection.follow { if takeRequest() { $0.wokenUp() } }
    }
}

/// Where a connection can be reached.
enum Home: Sendable {
    case thread(number: UInt64)
    case mainThread
    case queue(DispatchQueue)
    case actor(HomeActor)

    init(_ confinement: Confinement) {
        self =
            switch confinement {
            case .thread(_, let isMain): isMain ? .mainThread : .thread(number: currentThreadNumber())
            case .queue(_, let queue): .queue(queue)
            case .actor(let actor): .actor(actor)
            }
    }

    /// Runs a closure there soon.
    func run(_ body: @escaping @Sendable () -> Void) {
        switch self {
        case .thread: break
        case .mainThread: DispatchQueue.main.async { @Sendable in body() }
        case .queue(let queue): queue.async { @Sendable in body() }
        // Not behind the actor's other jobs: one of a lower priority than theirs may have to wait for ever.
        case .actor(let home):
            guard let actor = home.actor else { return }
            Task(priority: .userInitiated) { await Self.run(body, on: actor) }
        }
    }

    private static func run(_ body: @Sendable () -> Void, on actor: isolated any Actor) { body() }

    /// Whether what waits on one would keep the other from running.
    func isSame(as other: Home) -> Bool {
        switch (self, other) {
        case (.queue(let one), .queue(let other)): one === other
        case (.actor(let one), .actor(let other)): one.identity == other.identity
        case (.mainThread, .mainThread): true
        default: false
        }
    }

    /// What it is called in reports.
    var name: String {
        switch self {
        case .thread(let number): "thread \(number)"
        case .mainThread: "main thread"
        case .queue(let queue): "queue \(queue.label)"
        case .actor(let home):
            home.actor.map { $0 is MainActor ? "main actor" : "actor \(type(of: $0))" } ?? "an actor that has ended"
        }
    }

    /// Whether something runs blocks there.
    var isReachable: Bool {
        switch self {
        case .thread: false
        case .actor(let home): home.actor != nil
        case .mainThread, .queue: true
        }
    }
}

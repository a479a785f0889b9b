internal import BenchmarkKit
internal import Dispatch
internal import Foundation
internal import Tarn

/// L8: what a process costs that observes on a queue and on an actor while nobody writes.
///
/// On Linux libdispatch looks after its threads once a second in every process that has used a queue; a process that
/// has done no more than that is measured as well.
struct IdleStore {
    /// Libdispatch lets idle threads go after five seconds.
    private static let settling = 7.0
    private static let window = 2.5
    private let file: LiveFile
    private var size: Int { file.dataset.count }

    init(_ file: LiveFile) { self.file = file }

    func measure() throws -> [Figure] {
        let path = try file.copy("idle")
        defer { file.removeCopy(path) }
        let observing = try LiveChild(.idle, path: path), bare = try LiveChild(.bare, path: path)
        for child in [observing, bare] { _ = try child.line() }
        Thread.sleep(forTimeInterval: Self.settling)
        let one = try IdleThreads.rest(of: observing.identifier, for: Self.window)
        let other = try IdleThreads.rest(of: bare.identifier, for: Self.window)
        // It must not have been deaf: both observers hear of a commit.
        let writer = try CommittingStore(path: path)
        defer { writer.close() }
        _ = try writer.commit((id: 0, score: 0.75))
        let heard = Set([try observing.line(), try observing.line()])
        try LiveCheckFailure.require("L8", size: size, "observers woken", heard.count, expected: 2)
        for child in [observing, bare] { try child.end() }
        guard let one, let other else { return [] }
        return [
            .live("L8", "in 2.5 s", size, [Double(one.switches - other.switches)], check: .count(2)),
            .live("L8b", "in 2.5 s", size, [Double(other.switches)], check: .none),
            .live("L8t", "us in 2.5 s", size, [one.microseconds], check: .count(2)),
            .live("L8c", "us in 2.5 s", size, [other.microseconds], check: .none),
        ]
    }

    /// The part of a child that only uses a queue and a task.
    static func bareChild() throws {
        DispatchQueue(label: "benchmarks.bare").sync {}
        try blocking { await Task.yield() }
        let waked = Calls()
        DispatchQueue(label: "benchmarks.other").async { waked.arrive() }
        _ = try waked.next("L8b", size: 0)
        LiveChild.say("ready")
        while readLine() != nil {}
    }

    /// The child's part: observes, says so, and sleeps until there is nothing more to read.
    static func child(path: String) throws {
        let home = try QueueStore(path: path)
        let observed = try home.perform { store in try FirstUpdate("queue", store) }
        let other = try blocking { () in
            let actor = ObservingActor()
            try await actor.observe(path: path)
            return actor
        }
        home.settle()
        LiveChild.say("ready")
        while readLine() != nil {}
        withExtendedLifetime((observed, other)) { home.close() }
    }
}

/// Says once that the list of the best has changed.
private final class FirstUpdate {
    private var token: NotificationToken?
    private var hasSaid = false

    init(_ name: String, _ store: Store) throws {
        token = store.best.observe { [unowned self] change in
            guard case .update = change, !hasSaid else { return }
            hasSaid = true
            LiveChild.say(name)
        }
    }
}

/// An actor that observes.
private actor ObservingActor {
    private var store: Store?
    private var update: FirstUpdate?

    func observe(path: String) throws {
        let store = try Store(configuration: TarnEngine.configuration(path: path))
        self.store = store
        update = try FirstUpdate("actor", store)
    }
}

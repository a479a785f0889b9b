internal import Dispatch
internal import TarnLMDB
internal import TarnRecords

/// Where a store may be used: the thread, dispatch queue or actor on which it was opened.
///
/// The compiler keeps stores from being sent; this finds what it cannot see.
enum Confinement: Sendable {
    case thread(UInt, isMain: Bool)
    case queue(QueueMark, DispatchQueue)
    case actor(HomeActor)

    /// The actor given, or the calling thread.
    static func current(_ isolation: (any Actor)?) -> Confinement {
        isolation.map { .actor(HomeActor($0)) } ?? .thread(currentThreadIdentity(), isMain: isOnMainThread())
    }

    /// A queue; traps unless the caller runs on it (C3).
    static func on(_ queue: DispatchQueue) -> Confinement {
        let mark = QueueMark.of(queue)
        precondition(mark.isHere, "C3: a store is opened on a dispatch queue only by what runs on that queue")
        return .queue(mark, queue)
    }

    /// The thread on which property reads need no further question; 0 when each has to ask.
    var home: UInt {
        if case .thread(let identity, _) = self { identity } else { 0 }
    }

    /// Whether the caller is there, as far as that can be asked: who runs on an actor is checked on use.
    var isHere: Bool {
        switch self {
        case .thread(let identity, _): identity == currentThreadIdentity()
        case .queue(let mark, _): mark.isHere
        case .actor: true
        }
    }

    /// Traps with the rule when the caller is somewhere else.
    func check() {
        switch self {
        case .thread(let identity, _):
            precondition(
                identity == currentThreadIdentity(),
                "C1: a store is used only on the thread on which it was opened. An async function that belongs to no "
                    + "actor can go on on another thread after each await: open the store on an actor there, in a "
                    + "function that is isolated to it")
        case .queue(let mark, _):
            precondition(mark.isHere, "C1: a store is used only on the dispatch queue on which it was opened")
        case .actor(let home):
            // When the actor is gone it is its own end that uses the store.
            home.actor?.preconditionIsolated("C4: a store is used only on the actor on which it was opened")
        }
    }
}

extension Confinement: Equatable {
    static func == (a: Confinement, b: Confinement) -> Bool {
        switch (a, b) {
        case (.thread(let one, _), .thread(let other, _)): one == other
        case (.queue(let one, _), .queue(let other, _)): one === other
        case (.actor(let one), .actor(let other)): one.identity == other.identity && one.actor != nil
        default: false
        }
    }
}

/// What a dispatch queue is known by to everything that runs on it, on queues that target it too.
///
/// Each queue has a key of its own: with one key for all, the mark of a queue would hide that of its target.
final class QueueMark: Sendable {
    private static let marks = DispatchSpecificKey<QueueMark>()
    private let key = DispatchSpecificKey<Bool>()

    /// The mark of a queue.
    static func of(_ queue: DispatchQueue) -> QueueMark {
        if let mark = queue.getSpecific(key: marks) { return mark }
        let mark = QueueMark()
        queue.setSpecific(key: marks, value: mark)
        queue.setSpecific(key: mark.key, value: true)
        return mark
    }

    /// Whether the caller runs on the queue.
    var isHere: Bool { DispatchQueue.getSpecific(key: key) == true }
}

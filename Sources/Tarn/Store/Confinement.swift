internal import Dispatch
internal import TarnRecords

/// Where a store may be used: the thread, dispatch queue or actor on which it was opened.
///
/// The compiler keeps stores from being sent; this finds what it cannot see.
enum Confinement {
    case thread(UInt)
    case queue(DispatchQueue, UInt64)
    case actor(any Actor)

    private static let queueKey = DispatchSpecificKey<UInt64>()

    /// The actor given, or the calling thread.
    static func current(_ isolation: (any Actor)?) -> Confinement {
        isolation.map { .actor($0) } ?? .thread(currentThreadIdentity())
    }

    /// A queue; traps unless the caller runs on it (C3).
    static func on(_ queue: DispatchQueue) -> Confinement {
        dispatchPrecondition(condition: .onQueue(queue))
        let identifier = queue.getSpecific(key: queueKey) ?? .random(in: 1 ... .max)
        queue.setSpecific(key: queueKey, value: identifier)
        return .queue(queue, identifier)
    }

    /// The thread on which property reads need no further question; 0 when each has to ask.
    var home: UInt {
        if case .thread(let identity) = self { identity } else { 0 }
    }

    /// Traps with the rule when the caller is somewhere else.
    func check() {
        switch self {
        case .thread(let identity):
            precondition(
                identity == currentThreadIdentity(), "C1: a store is used only on the thread on which it was opened")
        case .queue(_, let identifier):
            precondition(
                DispatchQueue.getSpecific(key: Self.queueKey) == identifier,
                "C1: a store is used only on the dispatch queue on which it was opened")
        case .actor(let actor):
            actor.preconditionIsolated("C4: a store is used only on the actor on which it was opened")
        }
    }
}

extension Confinement: Equatable {
    static func == (a: Confinement, b: Confinement) -> Bool {
        switch (a, b) {
        case (.thread(let one), .thread(let other)): one == other
        case (.queue(_, let one), .queue(_, let other)): one == other
        case (.actor(let one), .actor(let other)): one === other
        default: false
        }
    }
}

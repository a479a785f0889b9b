internal import Synchronization

/// Whether a subscription is over; known everywhere at once, whoever ends it.
final class SubscriptionEnd: Sendable {
    private let number: Int
    private let isDeclared = Atomic<Bool>(false)
    private let ended: EndedSubscriptions
    private let scheduler: HomeScheduler

    init(_ number: Int, _ connection: Connection) {
        self.number = number
        ended = connection.delivery.ended
        scheduler = connection.scheduler
    }

    var isOver: Bool { isDeclared.load(ordering: .acquiring) }

    /// Ends it; true for the one who does.
    func declare() -> Bool { !isDeclared.exchange(true, ordering: .acquiringAndReleasing) }

    /// Ends it from anywhere: nothing is told from now on, and what it holds is let go of soon.
    func declareAnywhere() {
        if !declare() { return }
        ended.add(number)
        scheduler.schedule()
    }
}

/// Numbers of subscriptions that were ended elsewhere than where their store belongs, until it lets go of them.
final class EndedSubscriptions: Sendable {
    private let numbers = Mutex<[Int]>([])
    private let isEmpty = Atomic<Bool>(true)

    func add(_ number: Int) {
        numbers.withLock { $0.append(number) }
        isEmpty.store(false, ordering: .releasing)
    }

    func take() -> [Int] {
        if isEmpty.exchange(true, ordering: .acquiringAndReleasing) { return [] }
        return numbers.withLock { numbers in
            defer { numbers = [] }
            return numbers
        }
    }
}

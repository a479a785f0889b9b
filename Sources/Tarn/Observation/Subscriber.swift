internal import Synchronization

/// One party that hears of changes on a connection, from `observe` to the end of its token.
///
/// Subclasses say what it hears of. Everything but ``end`` happens where the store belongs.
class Subscriber {
    let connection: Connection
    /// The place in the order of registration.
    let number: Int
    let end: SubscriptionEnd
    /// Whether it stands in the queue of those to be told.
    fileprivate(set) var isDue = false
    /// Whether it is not told before the write that was kept from it has returned.
    var isHeldBack = false

    init(_ connection: Connection) {
        self.connection = connection
        number = connection.delivery.takeNumber()
        end = SubscriptionEnd(number, connection)
    }

    /// Begins to follow; once, with a snapshot at hand and outside of writes, so that of one registered in a write it is
    /// `late`. When it fails it is tried again before the next delivery.
    func begin(isLate: Bool) throws(StoreError) {}

    /// Tells the program what there is to tell; nothing when that has come to nothing. The first call may have to begin
    /// by looking at the present.
    func tell() {}

    /// Forgets what has happened so far (N18).
    func skip() {}

    /// Lets go of everything. Nothing is told afterwards.
    func finish() {}

    /// Makes sure that it will be told.
    final func becomeDue() { connection.delivery.add(self) }

    /// Asks to be told when the store has moved next, since now something could not be read.
    final func waitForNextMove() { connection.delivery.postpone(self) }
}

/// Whether a subscription is over; known everywhere at once, whoever ends it.
final class SubscriptionEnd: Sendable {
    private let number: Int
    private let isDeclared = Atomic<Bool>(false)
    private let ended: EndedSubscriptions
    private let scheduler: HomeScheduler

    fileprivate init(_ number: Int, _ connection: Connection) {
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

    fileprivate func add(_ number: Int) {
        numbers.withLock { $0.append(number) }
        isEmpty.store(false, ordering: .releasing)
    }

    fileprivate func take() -> [Int] {
        if isEmpty.exchange(true, ordering: .acquiringAndReleasing) { return [] }
        return numbers.withLock { numbers in
            defer { numbers = [] }
            return numbers
        }
    }
}

/// Who is told of changes on one connection, and in which order.
final class Delivery {
    let ended = EndedSubscriptions()
    private(set) var isRunning = false
    private var subscribers: [Int: Subscriber] = [:]
    private var due: [Subscriber] = []
    /// Those that have not begun yet.
    private var waiting: [Subscriber] = []
    /// Those that could not be told.
    private var postponed: [Subscriber] = []
    private var nextNumber = 0

    var isEmpty: Bool { subscribers.isEmpty }
    /// Whether somebody waits to be told.
    var hasDue: Bool { !due.isEmpty }

    fileprivate func takeNumber() -> Int {
        nextNumber += 1
        return nextNumber
    }

    /// Takes a subscriber in, which has to begin.
    func admit(_ subscriber: Subscriber) {
        subscribers[subscriber.number] = subscriber
        waiting.append(subscriber)
    }

    /// Has those begin who have not yet.
    func beginWaiting(isLate: Bool) throws(StoreError) {
        while let subscriber = waiting.first {
            try subscriber.begin(isLate: isLate)
            waiting.removeFirst()
        }
    }

    /// Lets a subscriber go.
    func remove(_ number: Int) {
        guard let subscriber = subscribers.removeValue(forKey: number) else { return }
        if subscriber.isDue { due.removeAll { $0 === subscriber } }
        if !waiting.isEmpty { waiting.removeAll { $0 === subscriber } }
        if !postponed.isEmpty { postponed.removeAll { $0 === subscriber } }
        subscriber.finish()
    }

    /// Lets go of subscriptions that were ended elsewhere.
    func sweep() {
        for number in ended.take() { remove(number) }
    }

    /// Ends all subscriptions.
    func removeAll() {
        for number in subscribers.keys.sorted() {
            _ = subscribers[number]?.end.declare()
            remove(number)
        }
    }

    fileprivate func add(_ subscriber: Subscriber) {
        if subscriber.isDue { return }
        subscriber.isDue = true
        due.append(subscriber)
    }

    fileprivate func postpone(_ subscriber: Subscriber) { postponed.append(subscriber) }

    /// The store has moved: what could not be read may be readable now.
    func resume() {
        while let subscriber = postponed.popLast() { add(subscriber) }
    }

    /// Tells everybody who is due, in the order of registration, over and over until nobody is: callbacks may write.
    ///
    /// Those who come in during it have to wait for the next time (N15).
    func run(while mayGoOn: () -> Bool) {
        if isRunning || due.isEmpty { return }
        isRunning = true
        defer { isRunning = false }
        let newcomers = nextNumber + 1
        var last = 0
        var round: [Subscriber] = []
        var late: [Subscriber] = []
        while true {
            if !due.isEmpty {
                for subscriber in due {
                    if subscriber.number >= newcomers || subscriber.isHeldBack {
                        late.append(subscriber)
                    } else {
                        round.append(subscriber)
                    }
                }
                due = []
                // What comes next is at the end.
                round.sort { one, other in
                    let (isBefore, isOtherBefore) = (one.number <= last, other.number <= last)
                    return isBefore == isOtherBefore ? one.number > other.number : isBefore
                }
            }
            guard mayGoOn(), let next = round.popLast() else { break }
            last = next.number
            next.isDue = false
            if next.end.isOver { continue }
            next.tell()
        }
        due = round + late + due
    }
}

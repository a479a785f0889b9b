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

    func takeNumber() -> Int {
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

    func add(_ subscriber: Subscriber) {
        if subscriber.isDue { return }
        subscriber.isDue = true
        due.append(subscriber)
    }

    func postpone(_ subscriber: Subscriber) { postponed.append(subscriber) }

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

internal import Dispatch
internal import TarnLMDB
internal import TarnRecords

extension Connection {
    /// Where subscriptions of stores whose actor is gone are ended, one after the other: no job of it can do it.
    private static let orphans = DispatchQueue(label: "tarn.orphans")

    /// Ends a subscription of such a store soon.
    static func endOrphan(_ subscriber: HomeReference<Subscriber>) {
        orphans.async { @Sendable in
            subscriber.follow { if $0.end.declare() { $0.connection.delivery.remove($0.number) } }
        }
    }

    /// Whether anybody is told of changes.
    var hasListeners: Bool { !delivery.isEmpty }

    /// Whether a callback is running.
    var isDelivering: Bool { delivery.isRunning }

    /// Takes a subscriber in.
    ///
    /// One that is due at once is told soon (N1): on a queue or an actor and on the main thread by itself, on another
    /// thread with the next refresh or write. In a write it begins when that is over.
    func admit(_ subscriber: Subscriber, isDue: Bool) {
        delivery.admit(subscriber)
        if !isInWriteTransaction { beginWaiting(isLate: false) }
        if isDue {
            subscriber.becomeDue()
            scheduler.schedule()
        }
    }

    private func beginWaiting(isLate: Bool) {
        do throws(StoreError) {
            try delivery.beginWaiting(isLate: isLate)
        } catch {
            note(error)
        }
    }

    /// Tells everybody who has something to hear. Not in a write, and not while a callback is running: the delivery
    /// that called it goes on until nothing is left.
    func deliver() {
        if isClosed || isInWriteTransaction || isDelivering { return }
        delivery.sweep()
        beginWaiting(isLate: true)
        delivery.run { !self.isClosed && !self.isInWriteTransaction }
        if delivery.hasDue { scheduler.schedule() }
    }

    /// Ends a subscription, wherever the caller is. What it holds is let go of at once where that is surely the home.
    func end(_ subscriber: Subscriber) {
        if !confinement.isCertainlyHere { return subscriber.end.declareAnywhere() }
        if subscriber.end.declare() { delivery.remove(subscriber.number) }
    }

    /// Follows a commit of another thread or process: moves, unless the program does that itself, and tells. Does
    /// nothing in a write or a callback, which will see to it, and does not begin a snapshot.
    func refreshFromElsewhere() {
        if isClosed || isInWriteTransaction || isDelivering { return }
        do throws(StoreError) {
            if autorefresh { _ = try moveToNewest() } else { try announceNewVersion() }
        } catch {
            note(error)
        }
        deliver()
    }

    /// Tells the observers of the store, once, that there is a version newer than the snapshot (R6).
    private func announceNewVersion() throws(StoreError) {
        guard let current = readSession?.transactionNumber else { return }
        let newest: UInt
        do {
            newest = UInt(try openEnvironment.newestCommit())
        } catch {
            throw StoreError(error, path: path)
        }
        if newest <= max(current, announcedTransaction) { return }
        announcedTransaction = newest
        for observer in followers.living() { (observer as? StoreObserver)?.announce() }
    }

    /// What the scheduler was asked for.
    func wokenUp() {
        refreshFromElsewhere()
        deliverEndsOfWrites()
    }

    /// Lets every subscription go, for good.
    func endSubscriptions() {
        delivery.sweep()
        delivery.removeAll()
    }
}

/// One party that hears of changes on a connection, from `observe` to the end of its token.
///
/// Subclasses say what it hears of. Everything but ``end`` happens where the store belongs.
class Subscriber {
    let connection: Connection
    /// The place in the order of registration.
    let number: Int
    let end: SubscriptionEnd
    /// Whether it stands in the queue of those to be told.
    var isDue = false
    /// Whether it is not told before the write that was kept from it has returned.
    var isHeldBack = false

    init(_ connection: Connection) {
        self.connection = connection
        number = connection.delivery.takeNumber()
        end = SubscriptionEnd(number, connection)
    }

    /// Begins to follow; once, with a snapshot at hand and outside of writes, so that of one registered in a write it
    /// is late. When it fails it is tried again before the next delivery.
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

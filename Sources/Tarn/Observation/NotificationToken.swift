/// Keeps an observation going: it ends with ``invalidate()`` or when nothing holds the token any more (N14).
///
/// The token keeps what it observes usable, also when no handle on the store is left. It may be held, ended and dropped
/// anywhere, in every callback too, its own included.
public final class NotificationToken: @unchecked Sendable {
    // Unchecked: what belongs to the store is used where the store belongs, which `Connection.end` asks first; elsewhere
    // only the parts that are Sendable are.
    let subscriber: Subscriber

    init(_ subscriber: Subscriber) { self.subscriber = subscriber }

    deinit { invalidate() }

    /// Ends the observation, also for changes that have happened but were not told yet. Further calls do nothing.
    public func invalidate() { subscriber.connection.end(subscriber) }
}

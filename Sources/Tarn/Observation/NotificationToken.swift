internal import TarnLMDB

/// Keeps an observation going: it ends with ``invalidate()`` or when nothing holds the token any more (N14).
///
/// The observation keeps the store in use, also when no handle on it is left. The token may be held, ended and dropped
/// anywhere, in every callback too, its own included.
public final class NotificationToken: Sendable {
    private let end: SubscriptionEnd
    private let subscriber: HomeReference<Subscriber>
    private let home: Confinement
    private let owner: ObjectIdentifier

    init(_ subscriber: Subscriber) {
        end = subscriber.end
        self.subscriber = HomeReference(subscriber)
        home = subscriber.connection.confinement
        owner = ObjectIdentifier(subscriber.connection)
    }

    deinit { invalidate() }

    /// Ends the observation, also for changes that have happened but were not told yet. Further calls do nothing.
    public func invalidate() {
        if home.hasEnded {
            Connection.endOrphan(subscriber)
        } else if home.isCertainlyHere {
            subscriber.follow { $0.connection.end($0) }
        } else {
            end.declareAnywhere()
        }
    }

    /// Whether the observation is one of a connection.
    func isOf(_ connection: Connection) -> Bool { owner == ObjectIdentifier(connection) }

    /// Who is told, while the observation lasts; asked on the home.
    var living: Subscriber? {
        if end.isOver { return nil }
        var found: Subscriber?
        subscriber.follow { found = $0 }
        return found
    }
}

extension Confinement {
    /// Whether the caller is known to be there; of an actor that cannot be asked.
    var isCertainlyHere: Bool { if case .actor = self { false } else { isHere } }

    /// Whether nobody can be there any more.
    var hasEnded: Bool { if case .actor(let home) = self { home.actor == nil } else { false } }
}

/// The actor that something belongs to. It is not kept alive: an actor that keeps what belongs to it would otherwise
/// never end.
package final class HomeActor: @unchecked Sendable {
    // Safety: set once, before it is shared; afterwards only the runtime clears it, which it does atomically.
    /// The actor, until it has ended.
    package private(set) weak var actor: (any Actor)?
    /// Tells actors apart, also when they have ended.
    package let identity: ObjectIdentifier

    /// Refers to an actor.
    package init(_ actor: any Actor) {
        self.actor = actor
        identity = ObjectIdentifier(actor)
    }
}

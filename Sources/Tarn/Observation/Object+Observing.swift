internal import TarnRecords

extension ConcreteObject {
    /// Calls a closure when properties of the object were set, whoever set them, and when it was deleted (ON1).
    ///
    /// The closure is called where the store belongs when the store has moved to another version, never in a write.
    /// What has happened since the last call is one change, with the values of then and now (ON2, ON3). After
    /// `.deleted` there is no further call. In a write the observation begins when that is over.
    ///
    /// Traps for an unmanaged object (C8) and for a deleted one (ON5).
    ///
    /// - Parameters:
    ///   - keyPaths: the properties to hear of; nil stands for those of the object itself. For a path that goes on over
    ///     a link (`\.owner?.name`) the property of the object is named (ON4). Traps for a key path that leads to no
    ///     persisted property (N13).
    ///   - initial: whether there is a first call with the object as it is, soon after this one.
    ///   - body: what is called.
    /// - Returns: the token that keeps it going.
    public func observe(
        keyPaths: [PartialKeyPath<Self>]? = nil, initial: Bool = false,
        _ body: @escaping (ObjectChange<Self>) -> Void
    ) -> NotificationToken {
        let source = ObservedObject(self, keyPaths, initial)
        return NotificationToken(source, source.connection, isDue: initial, body)
    }

    /// The changes of the object as a sequence, which ends after `.deleted`.
    ///
    /// It is walked where the store belongs, which must be an actor, and begins with its first step. Each step gives
    /// everything that has happened since the step before as one change.
    ///
    /// - Parameters:
    ///   - keyPaths: the properties to hear of, as for ``observe(keyPaths:initial:_:)``.
    ///   - initial: whether the first step gives the object as it is.
    public func changes(keyPaths: [PartialKeyPath<Self>]? = nil, initial: Bool = false) -> Changes<ObjectChange<Self>> {
        let source = ObservedObject(self, keyPaths, initial)
        return Changes(source.connection) { ObservedObject(self, keyPaths, initial) }
    }
}

internal import Synchronization

/// Takes an object or results to another place: made where they live, resolved once where they are wanted (F6).
///
///     let reference = ThreadSafeReference(to: person)
///     queue.async {
///         guard let store = try? Store(configuration: configuration, queue: queue) else { return }
///         guard let person = store.resolve(reference) else { return }  // deleted meanwhile
///     }
///
/// A reference to results is one to their filters, orders and limits, not to the objects that they find now. No
/// reference keeps a version of the file. One made in a write is good once the write has been committed.
public final class ThreadSafeReference<Confined: ThreadConfined>: Sendable {
    private let target: _ReferenceTarget
    private let isResolved = Atomic<Bool>(false)

    /// A reference to an object or to results.
    ///
    /// Traps for an unmanaged object (C8), a deleted one (O1), and elsewhere than on the store's thread, queue or
    /// actor (C1).
    public init(to confined: Confined) { target = confined.__target() }

    /// The target, once; traps the second time (F6).
    func take() -> _ReferenceTarget {
        precondition(
            !isResolved.exchange(true, ordering: .relaxed),
            "F6: a reference can be resolved once only; make another, or use @ThreadSafe")
        return target
    }
}

extension Store {
    /// What a reference was made for: the object, or nil when it has been deleted; results over the objects of this
    /// store. Nil too when the write in which the reference was made was cancelled or is not over.
    ///
    /// The store moves to at least the version that the reference was made in, unless it is in a delivery; observers
    /// hear of that. Traps when the reference has been resolved before or belongs to another file (F6).
    public func resolve<Confined: ThreadConfined>(_ reference: ThreadSafeReference<Confined>) -> Confined? {
        connection.check()
        return Confined._resolve(reference.take(), self)
    }
}

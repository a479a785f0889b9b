internal import Synchronization

/// A variable for an object or results that every thread may read, as often as it likes (F7).
///
///     struct Job: Sendable {
///         @ThreadSafe var person: Person?
///     }
///     let job = Job(person: ann)
///     Task.detached { print(job.person?.name ?? "deleted") }
///
/// Each read gives the object as the reader's own store sees it, or nil when it was deleted: a store of the same file
/// that the calling thread, dispatch queue or the main actor has open, otherwise one that is opened on the thread and
/// lives as long as what was read. Within another actor say which store is meant with ``resolve(in:)``.
///
/// Parameters and properties of values can be `@ThreadSafe`. The compiler takes a wrapped local variable, or a property
/// of a class, for one that can be exchanged: those send the wrapper, as in `[person = $person]`.
@propertyWrapper
public final class ThreadSafe<Confined: ThreadConfined>: Sendable {
    private let target: Mutex<_ReferenceTarget?>

    /// Wraps an object or results of a store, or nil. Traps as ``ThreadSafeReference/init(to:)`` does.
    public init(wrappedValue: Confined?) { target = Mutex(wrappedValue?.__target()) }

    /// The object or results in a store of the reader; see ``ThreadSafe``.
    public var wrappedValue: Confined? {
        get {
            guard let target = target.withLock({ $0 }) else { return nil }
            if let here = LivingConnections.here(target.place.identity.path, like: target.configuration) {
                return Confined._resolve(target, here.store)
            }
            do {
                let store = try Store(configuration: target.configuration, isolation: nil)
                return Confined._resolve(target, store)
            } catch {
                target.configuration.readFailureHandler?(error)
                return nil
            }
        }
        set {
            let made = newValue?.__target()
            target.withLock { $0 = made }
        }
    }

    /// The variable itself, which can be sent.
    public var projectedValue: ThreadSafe { self }

    /// The object or results in a store, or nil when it was deleted. Moves and traps as ``Store/resolve(_:)`` does.
    public func resolve(in store: Store) -> Confined? {
        target.withLock { $0 }.flatMap { Confined._resolve($0, store) }
    }
}

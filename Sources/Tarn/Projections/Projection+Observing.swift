internal import TarnRecords

/// What an observer of a projection is told.
public enum ProjectionChange<Observed: ProjectionClass> {
    /// The first call, when it was asked for.
    case initial(Observed)
    /// Projected properties have changed: the projection, and which of its properties they are (PR1). The old value is
    /// known for properties of the root itself, as for ``PropertyChange/oldValue``.
    case change(Observed, [PropertyChange])
    /// The object is gone; the last call.
    case deleted
}

extension ProjectionClass {
    /// Calls a closure when projected properties have changed, whoever set them, and when the object was deleted.
    ///
    /// As ``ConcreteObject/observe(keyPaths:initial:_:)``, with the names of the projection. Traps when a property
    /// shows nothing that is persisted (PR1).
    public func observe(
        initial: Bool = false, _ body: @escaping (ProjectionChange<Self>) -> Void
    ) -> NotificationToken {
        let source = ObservedProjection(self, initial)
        return NotificationToken(source, source.connection, isDue: initial, body)
    }

    /// The changes of the projection as a sequence, which ends after `.deleted`.
    public func changes(initial: Bool = false) -> Changes<ProjectionChange<Self>> {
        let source = ObservedProjection(self, initial)
        return Changes(source.connection) { ObservedProjection(self, initial) }
    }
}

/// A projection as one subscriber follows it: its root, with what is reported translated.
final class ObservedProjection<Observed: ProjectionClass>: ChangeSource {
    private let projection: Observed
    private let paths: ProjectedPaths
    private let root: ObservedObject<Observed.Root>

    init(_ projection: Observed, _ wantsInitial: Bool) {
        guard let context = projection.rootObject.context else {
            preconditionFailure("C8: a projection of an unmanaged object cannot be observed")
        }
        self.projection = projection
        paths = ProjectedPaths(projection.projectedProperties, context)
        root = ObservedObject(projection.rootObject, paths.columns, wantsInitial)
    }

    var connection: Connection { root.connection }

    var subscriber: Subscriber? {
        get { root.subscriber }
        set { root.subscriber = newValue }
    }

    func begin() throws(StoreError) { try root.begin() }

    func take() -> ProjectionChange<Observed>? {
        switch root.take() {
        case nil: return nil
        case .initial(let object)?: return .initial(shown(object))
        case .deleted?: return .deleted
        case .change(let object, let changes)?:
            let told = changes.flatMap { change in
                (paths.names[change.name] ?? []).map { property in
                    let isOwn = ClassDescription.of(Observed.Root.self).property(at: property.keyPath) != nil
                    return isOwn
                        ? PropertyChange(name: property.name, oldValue: change.oldValue, newValue: change.newValue)
                        : PropertyChange(name: property.name, oldValue: nil, newValue: property.value(object))
                }
            }
            return told.isEmpty ? nil : .change(shown(object), told)
        }
    }

    private func shown(_ object: Observed.Root) -> Observed {
        object === projection.rootObject ? projection : Observed(projecting: object)
    }

    var isUnread: Bool { root.isUnread }
    var isExhausted: Bool { root.isExhausted }
    func skip() { root.skip() }
    func finish() { root.finish() }
}

extension ProjectedResults {
    /// Calls a closure with the projections as they are and then with each change of them, as `Results.observe`.
    ///
    /// An object counts as modified when what the projection shows of it has changed (PR1).
    public func observe(_ body: @escaping (CollectionChange<ProjectedResults>) -> Void) -> NotificationToken {
        rootObjects.core.check()
        return NotificationToken(
            ObservedProjections(self), rootObjects.core.context.connection, isDue: true, body)
    }

    /// The projections as they are and then each change of them, as a sequence.
    public var changes: Changes<CollectionChange<ProjectedResults>> {
        Changes(rootObjects.core.context.connection) { ObservedProjections(self) }
    }
}

/// Projections of what a query finds, as one subscriber follows them.
private final class ObservedProjections<Element: ProjectionClass>: ChangeSource {
    private let projections: ProjectedResults<Element>
    private let roots: ObservedResults<Element.Root>

    init(_ projections: ProjectedResults<Element>) {
        self.projections = projections
        let core = projections.rootObjects.core
        let properties = Element(projecting: Element.Root()).projectedProperties
        roots = ObservedResults(projections.rootObjects, .paths(ProjectedPaths(properties, core.context).columns))
    }

    var subscriber: Subscriber? {
        get { roots.subscriber }
        set { roots.subscriber = newValue }
    }

    func begin() {}

    func take() -> CollectionChange<ProjectedResults<Element>>? {
        switch roots.take() {
        case nil: nil
        case .initial?: .initial(projections)
        case .update(_, let update)?: .update(projections, update)
        }
    }

    var isUnread: Bool { roots.isUnread }
    var isExhausted: Bool { false }
    func skip() { roots.skip() }
    func finish() { roots.finish() }
}

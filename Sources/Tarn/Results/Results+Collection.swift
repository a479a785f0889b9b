public import TarnRecords

extension Results: RandomAccessCollection {
    /// Zero.
    public var startIndex: Int { 0 }
    /// The number of objects.
    public var endIndex: Int { core.count() }
    /// The number of objects. O(1) without filters; otherwise the query runs, once a version.
    public var count: Int { core.count() }

    /// The object at a place. O(log n) after the query has run. Traps outside of `0..<count` (L8).
    ///
    /// An unmanaged object when damage kept the query from being run; see ``Store/readFailure``.
    public subscript(position: Int) -> Element {
        let key = core.key(at: position)
        let object = Element()
        if let key { core.context.attach(object, key) }
        return object
    }

    /// The place of an object, or nil. O(log n) in storage order and while the results are kept up, O(n) otherwise.
    ///
    /// Traps for an object of another store or a deleted one (Q12).
    public func index(of object: Element) -> Int? {
        guard let context = object.context, context.connection === core.context.connection else {
            preconditionFailure("Q12: the object does not belong to the store of the results")
        }
        precondition(!object.isInvalidated, "Q12: the object has been deleted")
        // An object of a subclass has a number of its own class, which may be another object's here.
        if type(of: object) != Element.self { return nil }
        return core.index(of: object.__key)
    }

    /// Visits the objects that are found now, whatever the loop does to them; deleted ones come as invalidated (Q3).
    @inlinable
    public func makeIterator() -> ResultsIterator<Element> { ResultsIterator(makeCursor()) }

    /// Some of the objects that are found now. The slice keeps to them, whatever is written meanwhile (Q3).
    public subscript(bounds: Range<Int>) -> Slice<Results> {
        precondition(
            bounds.lowerBound >= 0 && bounds.upperBound <= count,
            "L8: \(bounds) is outside of results with \(count) objects")
        return Slice(base: Results(ResultsCore(pinning: core)), bounds: bounds)
    }

    /// The objects that are found now, from the last to the first, whatever is written meanwhile (Q3).
    public func reversed() -> ReversedCollection<Results> { Self.reversed(Results(ResultsCore(pinning: core))) }

    private static func reversed<C: BidirectionalCollection>(_ objects: C) -> ReversedCollection<C> {
        objects.reversed()
    }

    /// What a closure makes of each object found now, whatever it does to them (Q3).
    @inlinable
    public func map<T, Failure>(_ transform: (Element) throws(Failure) -> T) throws(Failure) -> [T] {
        var made: [T] = []
        made.reserveCapacity(count)
        for object in self { made.append(try transform(object)) }
        return made
    }

    /// The way through the objects.
    @usableFromInline
    func makeCursor() -> ResultsCursor { ResultsCursor(core) }
}

/// Makes the objects of ``Results`` one after the other.
///
/// An instance that nothing refers to any more when the next object is asked for stands for that one: a loop over a
/// million objects makes one instance. Classes with properties that are not persisted get a new one each time.
public struct ResultsIterator<Element: Object>: IteratorProtocol {
    @usableFromInline let cursor: ResultsCursor
    @usableFromInline var latest: Element?
    @usableFromInline var atBirth: UInt64 = 0

    @inlinable
    init(_ cursor: ResultsCursor) { self.cursor = cursor }

    /// The next object, or nil at the end.
    @inlinable
    public mutating func next() -> Element? {
        if cursor.reusesInstances && isOnlyReference(&latest, atBirth: atBirth), let latest {
            return cursor.advance(latest, isBound: true) ? latest : nil
        }
        let object = Element()
        atBirth = referenceState(of: object)
        if !cursor.advance(object, isBound: false) { return nil }
        if cursor.reusesInstances { latest = object }
        return object
    }
}

/// The untyped part of an iterator.
public final class ResultsCursor {
    @usableFromInline let reusesInstances: Bool
    private let context: ObjectContext
    private let rows: ObjectCursor?

    init(_ core: ResultsCore) {
        let found = core.membership()
        let context = core.context
        self.context = context
        reusesInstances = context.description.isWhollyPersisted
        rows = core.read(nil) { (session, query) throws(RecordError) in
            try ObjectCursor(session, query.table, found, context, context.assignment)
        }
    }

    /// Makes an instance stand for the next object; false at the end.
    @usableFromInline
    func advance(_ object: Object, isBound: Bool) -> Bool {
        guard let rows else { return false }
        do {
            return try rows.advance(object, isBound: isBound)
        } catch {
            context.connection.note(context.connection.failure(error))
            return false
        }
    }
}

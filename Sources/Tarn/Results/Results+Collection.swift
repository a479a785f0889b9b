internal import TarnRecords

extension Results: RandomAccessCollection {
    /// Zero.
    public var startIndex: Int { 0 }
    /// The number of objects.
    public var endIndex: Int { core.count() }
    /// The number of objects. O(1) without filters; otherwise the query runs, once a version.
    public var count: Int { core.count() }

    /// The object at a place. O(log n) after the query has run. Traps outside of `0..<count` (L8).
    public subscript(position: Int) -> Element {
        let found = core.membership()
        precondition(
            position >= 0 && position < found.count, "L8: index \(position) is outside of results with \(found.count) objects")
        let object = Element()
        core.context.attach(object, found.key(at: position))
        return object
    }

    /// The place of an object, or nil. O(log n) in storage order, O(n) otherwise.
    ///
    /// Traps for an object of another store or a deleted one (Q12).
    public func index(of object: Element) -> Int? {
        guard let context = object.context, context.connection === core.context.connection else {
            preconditionFailure("Q12: the object does not belong to the store of the results")
        }
        precondition(!object.isInvalidated, "Q12: the object has been deleted")
        return core.membership().index(of: object.__key)
    }

    /// Visits the objects that are found now, whatever the loop does to them; deleted ones come as invalidated (Q3).
    @inlinable
    public func makeIterator() -> ResultsIterator<Element> { ResultsIterator(makeCursor()) }

    /// The way through the objects.
    @usableFromInline
    func makeCursor() -> ResultsCursor { ResultsCursor(core) }
}

/// Makes the objects of ``Results`` one after the other.
public struct ResultsIterator<Element: Object>: IteratorProtocol {
    @usableFromInline let cursor: ResultsCursor

    @inlinable
    init(_ cursor: ResultsCursor) { self.cursor = cursor }

    /// The next object, or nil at the end.
    @inlinable
    public mutating func next() -> Element? {
        let object = Element()
        return cursor.advance(object) ? object : nil
    }
}

/// The untyped part of an iterator.
public final class ResultsCursor {
    private let context: ObjectContext
    private let rows: ObjectCursor?

    init(_ core: ResultsCore) {
        context = core.context
        let found = core.membership()
        rows = core.read(nil) { (session, query) throws(RecordError) in try ObjectCursor(session, query.table, found) }
    }

    /// Makes an instance stand for the next object; false at the end.
    @usableFromInline
    func advance(_ object: Object) -> Bool {
        guard let rows else { return false }
        do {
            return try rows.advance(object, context, context.assignment)
        } catch {
            context.connection.note(StoreError(error, path: context.connection.path))
            return false
        }
    }
}

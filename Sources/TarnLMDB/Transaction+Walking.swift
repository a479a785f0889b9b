/// In which order a range of keys is walked.
public enum WalkOrder: Sendable, Hashable {
    /// From the first key to the last.
    case forward
    /// From the last key to the first.
    case backward
}

/// Whether a walk goes on after an entry.
public enum WalkStep: Sendable, Hashable {
    /// To the next entry.
    case goOn
    /// The walk ends.
    case stop
}

extension Transaction where Self: ~Copyable {
    /// Lends the entries of a range to a closure, one after the other, until it says stop.
    ///
    /// - Throws: ``LMDBError``, or what the closure throws.
    public func walk(
        _ range: KeyRange = .all, in database: Database, order: WalkOrder = .forward,
        _ body: (_ key: Span<UInt8>, _ value: Span<UInt8>) throws -> WalkStep
    ) throws {
        try withCursor(in: database) { cursor in
            var more = try cursor.begin(range, order)
            while more, cursor.isInside(range, order) {
                if try cursor.withEntry(body) == .stop { return }
                more = try order == .forward ? cursor.next() : cursor.previous()
            }
        }
    }

    /// Copies the entries of a range.
    ///
    /// - Throws: ``LMDBError``.
    public func entries(
        _ range: KeyRange = .all, in database: Database, order: WalkOrder = .forward
    ) throws -> [(key: [UInt8], value: [UInt8])] {
        var entries: [(key: [UInt8], value: [UInt8])] = []
        try walk(range, in: database, order: order) { key, value in
            entries.append((key: [UInt8](key), value: [UInt8](value)))
            return .goOn
        }
        return entries
    }
}

extension Cursor {
    /// Moves to the first entry of a range in an order; it may lie outside where the range is empty.
    fileprivate mutating func begin(_ range: KeyRange, _ order: WalkOrder) throws(LMDBError) -> Bool {
        switch order {
        case .forward:
            switch range.lower {
            case .unbounded: return try first()
            case .included(let key): return try move(toOrAfter: key)
            case .excluded(let key):
                let found = try move(toOrAfter: key)
                return try found && raw.order(key, database.tree) == 0 ? nextKey() : found
            }
        case .backward:
            switch range.upper {
            case .unbounded: return try last()
            case .excluded(let key): return try move(toOrAfter: key) ? previousKey() : last()
            case .included(let key):
                if try !move(toOrAfter: key) { return try last() }
                if raw.order(key, database.tree) != 0 { return try previousKey() }
                return try database.options.duplicates == .none ? true : lastDuplicate()
            }
        }
    }

    /// Whether the entry under the cursor has not passed the end of a range.
    fileprivate func isInside(_ range: KeyRange, _ order: WalkOrder) -> Bool {
        let end = order == .forward ? range.upper : range.lower
        let sign = order == .forward ? 1 : -1
        switch end {
        case .unbounded: return true
        case .included(let key): return raw.order(key, database.tree) * sign <= 0
        case .excluded(let key): return raw.order(key, database.tree) * sign < 0
        }
    }
}

/// What one session has found out for a test of related objects, and how it goes about it.
///
/// Three ways, by what they cost: the filter is evaluated once over the related type and every relation is looked up in
/// the result; or, where few related objects pass, those that lead to them are found by the inverse links; or, where
/// few objects are tested at all, their related objects are tested one by one.
final class RelatedState {
    /// How an answer is found.
    enum Way: Equatable, Sendable {
        /// Related objects are tested as they are met.
        case oneByOne
        /// All related objects that pass are known.
        case targets(passing: Int)
        /// The objects themselves that pass are known, from the related ones that do.
        case sources(passing: Int)
    }

    /// So many tests are made one by one in any case.
    static let few = 64

    let test: RelatedTest
    private(set) var way: Way?
    /// The objects that pass, if they were found from the other end.
    private(set) var found: KeySet?
    let targets: RelatedTargets?
    private let session: RecordSession
    let table: Table

    init(_ test: RelatedTest, _ table: Table, _ session: RecordSession) {
        self.test = test
        self.session = session
        self.table = table
        if case .objects(let filter) = test.condition {
            targets = RelatedTargets(session, filter)
        } else {
            targets = nil
        }
    }

    /// Chooses the way for so many objects to be tested.
    func prepare(rows: Int) throws(RecordError) {
        if way != nil { return }
        way = try choose(rows)
    }

    /// Chooses between looking all related objects up in a set and testing them one by one, where they are counted.
    func prepareCounting(rows: Int) throws(RecordError) {
        if way != nil { return }
        if let targets, rows > Self.few, try targets.look().rows <= rows * 32 {
            way = .targets(passing: try targets.find().count)
        } else {
            way = .oneByOne
        }
    }

    private func choose(_ rows: Int) throws(RecordError) -> Way {
        guard let targets, rows > Self.few else { return .oneByOne }
        // To look at one related object takes as long as to scan some thirty of them.
        if try targets.look().rows > rows * 32 { return .oneByOne }
        let passing = try targets.find()
        if case .inverse(_, let column) = test.relation {
            let sources = try session.targets(of: passing, targets.table, column)
            found = sources
            return .sources(passing: passing.count)
        }
        if let sources = try sources(passing, targets.table, rows) {
            found = sources
            return .sources(passing: passing.count)
        }
        return .targets(passing: passing.count)
    }

    /// Those who lead to some related objects, unless it takes less to look at all.
    private func sources(
        _ passing: KeySet, _ target: Table, _ rows: Int
    ) throws(RecordError) -> KeySet? {
        let column: Int
        let limit: Int
        switch test.relation {
        case .link(let number): (column, limit) = (number, rows / 64)
        // A collection takes a search in its tree, a link only a look at a word.
        case .elements(let number): (column, limit) = (number, rows)
        case .inverse: return nil
        }
        guard passing.count <= limit / 4, try session.entryCount(leadingTo: passing, target, limit: limit) != nil else {
            return nil
        }
        var keys: [UInt64] = []
        var objects: [UInt64: UInt64] = [:]
        for member in passing.members { objects[member.number] = member.slots }
        try session.forEachSource(of: objects, target) { source, object, through in
            if source == table.id && through == column { keys.append(object.rawValue) }
        }
        ObjectPairs.sort(&keys)
        return KeySet(sortedKeys: keys)
    }

    /// Whether any related object or value of an object passes, found one by one.
    func passes(_ object: ObjectKey, _ row: Row) throws(RecordError) -> Bool {
        try count(object, row, limit: 1) > 0
    }

    /// How many related objects or values of an object pass, at most `limit`.
    func count(_ object: ObjectKey, _ row: Row, limit: Int = .max) throws(RecordError) -> Int {
        switch test.relation {
        case .link(let column):
            if row.isNull(column) { return 0 }
            return try targets?.passes(row.value(column, as: UInt64.self)) == true ? 1 : 0
        case .elements(let column):
            if row.value(column, as: Int64.self) == 0 { return 0 }
            let place = CollectionPlace(table: table, object: object, column: column)
            if let targets { return try count(targets, place, limit) }
            guard case .values(let filter) = test.condition else { return 0 }
            return try session.count(filter, place, limit)
        case .inverse(let source, let column):
            guard let targets else { return 0 }
            return try count(targets, leadingTo: object, source, column, limit)
        }
    }

    private func count(
        _ targets: RelatedTargets, _ place: CollectionPlace, _ limit: Int
    ) throws(RecordError) -> Int {
        var count = 0
        if table.columns[place.column].kind == .map {
            try session.forEachElement(place) { (value) throws(RecordError) in
                if case .link(let key) = value, try targets.passes(key.rawValue) { count += 1 }
                return count < limit
            }
            return count
        }
        for key in try session.linkKeys(place) where try targets.passes(key) {
            count += 1
            if count == limit { break }
        }
        return count
    }

    private func count(
        _ targets: RelatedTargets, leadingTo object: ObjectKey, _ source: UInt16, _ column: Int, _ limit: Int
    ) throws(RecordError) -> Int {
        var count = 0
        for key in try session.objects(leadingTo: object, table, source, column) {
            if count >= limit { break }
            if !(try targets.passes(key.rawValue)) { continue }
            count += limit == 1 ? 1 : try session.occurrences(of: object, in: targets.table, key, column)
        }
        return count
    }
}

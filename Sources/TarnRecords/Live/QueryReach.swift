/// What a query depends on: columns of its own objects, what these lead to, and whatever leads to them.
struct QueryReach {
    /// The own columns that decide about the place of an object.
    private(set) var placeColumns: Set<Int> = []
    /// The own columns that decide about its place or about whether it is there.
    private(set) var columns: Set<Int> = []
    /// The same for columns of other objects, as paths over links.
    private(set) var placePaths: Set<[Int]> = []
    private(set) var memberPaths: Set<[Int]> = []
    /// Whether it depends on which objects lead to its own; then a change of any type concerned may change everything.
    private(set) var looksBack = false
    /// The types concerned, the query's own among them.
    private(set) var tables: [Table]

    init(_ query: RecordQuery, _ catalogue: Catalogue) {
        var concerned: Set<UInt16> = [query.table.id]
        var members: Set<[Int]> = []
        var places: Set<[Int]> = []
        for step in query.steps {
            switch step {
            case .filter(let filter):
                members.formUnion(filter.paths)
                looksBack = looksBack || filter.looksBack
                filter.addTables(query.table, catalogue, to: &concerned)
            case .sort(let keys): for key in keys { places.insert(key.path + [key.column]) }
            case .distinct(let distinct): for column in distinct { places.insert([column]) }
            case .rank(let column, _):
                members.insert([column])
            case .limit: break
            }
        }
        for path in members.union(places) {
            var end: Table? = query.table
            for column in path.dropLast() {
                end = end.flatMap { Filter.Relation.elements(column: column).target($0, catalogue) }
                if let end { concerned.insert(end.id) }
            }
        }
        placeColumns = Set(places.compactMap(\.first))
        columns = placeColumns.union(members.compactMap(\.first))
        placePaths = places.filter { $0.count > 1 }
        memberPaths = members.filter { $0.count > 1 }
        tables = concerned.sorted().filter { Int($0) < catalogue.tables.count }.map { catalogue.tables[Int($0)] }
    }

    /// Whether the types concerned are the same in a version.
    func isCurrent(_ catalogue: Catalogue) -> Bool {
        tables.allSatisfy { Int($0.id) < catalogue.tables.count && catalogue.tables[Int($0.id)] === $0 }
    }

    /// Whether a change of objects that are reached through links matters.
    var hasPaths: Bool { !placePaths.isEmpty || !memberPaths.isEmpty }
}

/// Objects of a query's type that were not set themselves and may yet stand elsewhere, as slots by cluster number.
struct ReachedObjects {
    /// Those whose place may be another.
    var places: [UInt64: UInt64] = [:]
    /// Those that may have come or gone.
    var members: [UInt64: UInt64] = [:]

    static let none = ReachedObjects()

    var isEmpty: Bool { places.isEmpty && members.isEmpty }
}

extension VersionChanges {
    /// The objects that see a change through the paths of a query; nil when the changes are not known.
    func reached(_ table: Table, _ reach: QueryReach) throws(RecordError) -> ReachedObjects? {
        if !reach.hasPaths { return ReachedObjects.none }
        var reached = ReachedObjects()
        if !reach.placePaths.isEmpty {
            guard let places = try modified(table, .paths(Self.sorted(reach.placePaths))) else { return nil }
            reached.places = places
        }
        if !reach.memberPaths.isEmpty {
            guard let members = try modified(table, .paths(Self.sorted(reach.memberPaths))) else { return nil }
            reached.members = members
        }
        return reached
    }

    /// One name for one set of paths, so that many queries share the walk.
    private static func sorted(_ paths: Set<[Int]>) -> [[Int]] {
        paths.sorted { $0.lexicographicallyPrecedes($1) }
    }

    /// Whether anything at all happened to some types; true when that is not known.
    func concern(_ tables: [Table]) throws(RecordError) -> Bool {
        for table in tables where try of(table).map({ !$0.clusters.isEmpty }) ?? true { return true }
        return false
    }
}

extension Filter {
    /// Adds the types that the filter leads to, also those that are found by who leads to whom.
    fileprivate func addTables(_ table: Table, _ catalogue: Catalogue, to tables: inout Set<UInt16>) {
        func related(_ relation: Relation, _ part: Filter?, _ table: Table) {
            guard let target = relation.target(table, catalogue) else { return }
            tables.insert(target.id)
            part?.addTables(target, catalogue, to: &tables)
        }
        func operand(_ operand: Operand) {
            switch operand {
            case .constant: break
            case .path(let steps): _ = end(steps)
            case .count(let steps, let relation, let part): if let end = end(steps) { related(relation, part, end) }
            case .aggregate(let steps, let relation, _, _): if let end = end(steps) { related(relation, nil, end) }
            case .arithmetic(let one, _, let other):
                operandParts(one, other)
            }
        }
        func operandParts(_ one: Operand, _ other: Operand) {
            operand(one)
            operand(other)
        }
        func end(_ steps: [Step]) -> Table? {
            var end: Table? = table
            for case .column(let column) in steps {
                end = end.flatMap { Relation.elements(column: column).target($0, catalogue) }
                if let end { tables.insert(end.id) }
            }
            return end
        }
        switch self {
        case .constant, .compare, .columns, .isIn, .text, .fullText, .kind, .objects: break
        case .related(let relation, _, let part): related(relation, part, table)
        case .relatedCount(let relation, let part, _, _): related(relation, part, table)
        case .aggregate(let relation, _, _, _, _): related(relation, nil, table)
        case .expression(let one, _, let other), .search(let one, _, let other, _): operandParts(one, other)
        case .and(let parts), .or(let parts): for part in parts { part.addTables(table, catalogue, to: &tables) }
        case .not(let part): part.addTables(table, catalogue, to: &tables)
        }
    }
}

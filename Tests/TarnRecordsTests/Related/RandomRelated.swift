@testable import TarnRecords

/// Random edits of the related world, and random conditions, orders and queries over it. Values are few, so that
/// objects tie and meet.
struct RandomRelated {
    var random: RandomSource
    let catalogue: Catalogue
    /// Whether conditions may ask who leads to an object.
    var looksBack = true
    private var notes: Int64 = 0

    init(_ random: RandomSource, _ catalogue: Catalogue) {
        self.random = random
        self.catalogue = catalogue
    }

    private static let texts = ["", "a", "A", "ab", "Ab", "b", "e", "\u{e9}", "E"]

    mutating func value(_ kind: ValueKind, isOptional: Bool) -> StoredValue {
        if isOptional && random.isOne(in: 4) { return .null }
        switch kind {
        case .int64: return .integer(random.isOne(in: 30) ? .max : Int64(random.below(4)))
        case .double: return .double(random.pick([0, 0.5, 1, 2.5, 3, -1]))
        case .string: return .string(random.pick(Self.texts))
        case .decimal:
            let digits = [UInt8(random.below(3)), UInt8(random.below(2) * 5)]
            return .bytes(DecimalBytes.encode(isNegative: false, digits: digits, exponent: 1) ?? [])
        default: return .null
        }
    }

    // MARK: Edits

    /// A key of one of a few clusters.
    private mutating func key(_ table: Int) -> ObjectKey {
        switch table {
        case RelatedWorld.items: ObjectKey(Int64(random.below(3) * 61 + random.below(14)) - 70)
        case RelatedWorld.places: ObjectKey(Int64(random.below(2) * 200 + random.below(5)))
        default: ObjectKey(Int64(random.below(3)))
        }
    }

    mutating func edit(_ world: RelatedWorld) -> RelatedEdit {
        let number = random.pick([0, 0, 0, 0, 0, 1, 1, 2])
        let key = key(number)
        if world.tables[number][key] == nil { return .insert(number, key, newValues(world, number, key)) }
        if random.isOne(in: number == 0 ? 9 : 14) { return .delete(number, key) }
        let table = catalogue.tables[number]
        let column = random.below(table.columns.count)
        let description = table.columns[column]
        switch (description.kind, world.cell(number, key, column)) {
        case (.list, .elements(let elements)?):
            let start = random.below(elements.count + 1)
            let end = start + random.below(min(3, elements.count - start) + 1)
            let values = (0..<random.below(3)).compactMap { _ in element(world, description) }
            return .splice(number, key, column, start..<end, values)
        case (.set, .elements(let elements)?):
            if let known = elements.first, random.isOne(in: 3) {
                return .member(number, key, column, known, isAdded: false)
            }
            guard let value = element(world, description) else { break }
            return .member(number, key, column, value, isAdded: true)
        case (.map, _):
            let value = random.isOne(in: 4) ? nil : element(world, description)
            return .entry(number, key, column, random.pick(["k", "l", "m"]), value)
        default:
            if description.kind == .link && table.id == 0 && column == RelatedWorld.note {
                notes += 1
                return .giveNote(key, note: ObjectKey(notes), random.pick(Self.texts))
            }
            if column != table.primaryKey { return .set(number, key, column, single(world, description)) }
        }
        return .set(number, key, number == 0 ? 2 : 1, number == 2 ? .double(1) : .integer(Int64(random.below(4))))
    }

    private mutating func newValues(_ world: RelatedWorld, _ table: Int, _ key: ObjectKey) -> [StoredValue] {
        let columns = catalogue.tables[table].columns
        return columns.indices.map { column in
            if column == catalogue.tables[table].primaryKey { return .integer(key.number) }
            if table == 0 && column == RelatedWorld.note { return .null }
            return single(world, columns[column])
        }
    }

    private mutating func single(_ world: RelatedWorld, _ column: Table.Column) -> StoredValue {
        column.kind == .link ? link(world, column) ?? .null : value(column.kind, isOptional: column.isOptional)
    }

    private mutating func element(_ world: RelatedWorld, _ column: Table.Column) -> StoredValue? {
        guard let element = column.element else { return nil }
        if element.kind != .link { return value(element.kind, isOptional: element.isOptional) }
        if element.isOptional && random.isOne(in: 5) { return .null }
        return link(world, column)
    }

    private mutating func link(_ world: RelatedWorld, _ column: Table.Column) -> StoredValue? {
        let keys = world.keys(Int(column.linkTarget ?? 0))
        return keys.isEmpty || random.isOne(in: 5) ? nil : .link(random.pick(keys))
    }

    // MARK: Conditions

    mutating func filter(_ table: Int, depth: Int = 3) -> Filter {
        switch random.below(depth > 0 ? 12 : 3) {
        case 0...2: return leaf(table)
        case 3, 4, 5: return related(table, depth)
        case 6:
            let relation = relation(table)
            let part = random.isOne(in: 3) ? nil : self.part(relation, table, depth)
            return .relatedCount(relation, part, comparison(), random.below(4))
        case 7: return aggregate(table)
        case 8: return .expression(operand(table, depth), comparison(), operand(table, depth))
        case 9:
            let options = Filter.TextOptions(rawValue: UInt8(random.below(4)))
            let other = random.isOne(in: 2) ? textPath(table) : .constant(.string(random.pick(Self.texts)))
            return .search(textPath(table), random.pick([.contains, .beginsWith, .endsWith, .equal]), other, options)
        case 10: return .not(filter(table, depth: depth - 1))
        default:
            let parts = (0..<random.below(4)).map { _ in filter(table, depth: depth - 1) }
            return random.isOne(in: 2) ? .and(parts) : .or(parts)
        }
    }

    private mutating func comparison() -> Filter.Comparison { random.pick(Filter.Comparison.allCases) }

    private mutating func leaf(_ table: Int) -> Filter {
        let columns = catalogue.tables[table].columns
        let single = columns.indices.filter { !columns[$0].kind.isCollection }
        let column = random.pick(single)
        let kind = columns[column].kind
        if kind == .link {
            if random.isOne(in: 2) { return .objects((0..<random.below(9)).map { _ in key(table) }) }
            return .compare(
                column: column, random.pick([.equal, .notEqual]),
                random.isOne(in: 3) ? .null : .link(key(Int(columns[column].linkTarget ?? 0))))
        }
        switch random.below(6) {
        case 0: return .isIn(column: column, (0..<random.below(4)).map { _ in value(kind, isOptional: true) })
        case 1: return .columns(column, comparison(), random.pick(single.filter { columns[$0].kind == kind }))
        case 2 where kind == .string:
            return .text(
                column: column, random.pick(Filter.TextOperation.allCases), random.pick(Self.texts),
                .init(rawValue: UInt8(random.below(4))))
        default: return .compare(column: column, comparison(), value(kind, isOptional: true))
        }
    }

    private mutating func relation(_ table: Int) -> Filter.Relation {
        let columns = catalogue.tables[table].columns
        var relations: [Filter.Relation] = columns.indices.compactMap {
            columns[$0].kind == .link
                ? .link(column: $0) : columns[$0].kind.isCollection ? .elements(column: $0) : nil
        }
        if looksBack {
            for source in catalogue.tables {
                for column in source.relationColumns where source.columns[column].linkTarget == UInt16(table) {
                    relations.append(.inverse(table: source.id, column: column))
                }
            }
        }
        return relations.isEmpty ? .inverse(table: 1, column: 2) : random.pick(relations)
    }

    private mutating func part(_ relation: Filter.Relation, _ table: Int, _ depth: Int) -> Filter {
        if let target = relation.target(catalogue.tables[table], catalogue) {
            return filter(Int(target.id), depth: depth - 1)
        }
        return valueFilter(relation, table)
    }

    private mutating func related(_ table: Int, _ depth: Int) -> Filter {
        let relation = relation(table)
        return .related(
            relation, random.pick(Filter.Quantifier.allCases), part(relation, table, depth))
    }

    /// A condition on elements of a collection of values.
    private mutating func valueFilter(_ relation: Filter.Relation, _ table: Int) -> Filter {
        guard case .elements(let column) = relation, let element = catalogue.tables[table].columns[column].element
        else { return .constant(true) }
        let isMap = catalogue.tables[table].columns[column].kind == .map
        switch random.below(5) {
        case 0 where isMap: return .compare(column: 1, .equal, .string(random.pick(["k", "l", "z"])))
        case 1: return .not(.compare(column: 0, comparison(), value(element.kind, isOptional: true)))
        case 2 where element.kind == .string:
            return .text(column: 0, .contains, random.pick(Self.texts), [.caseInsensitive])
        case 3: return .isIn(column: 0, (0..<2).map { _ in value(element.kind, isOptional: true) })
        default: return .compare(column: 0, comparison(), value(element.kind, isOptional: true))
        }
    }

    private mutating func numeric(_ relation: Filter.Relation, _ table: Int) -> Int? {
        guard let target = relation.target(catalogue.tables[table], catalogue) else {
            guard case .elements(let column) = relation else { return nil }
            let kind = catalogue.tables[table].columns[column].element?.kind
            return kind == .int64 || kind == .double ? 0 : nil
        }
        let columns = target.columns.indices.filter { [.int64, .double].contains(target.columns[$0].kind) }
        return columns.isEmpty ? nil : random.pick(columns)
    }

    private mutating func aggregate(_ table: Int) -> Filter {
        let relation = relation(table)
        guard let column = numeric(relation, table) else { return leaf(table) }
        let value: StoredValue = random.isOne(in: 4) ? .null : .integer(Int64(random.below(5)))
        return .aggregate(
            relation, random.pick([.min, .max, .average, .sum]), column: column, comparison(), value)
    }

    // MARK: Computed values

    private mutating func operand(_ table: Int, _ depth: Int) -> Filter.Operand {
        switch random.below(depth > 0 ? 7 : 3) {
        case 0: return .constant(.integer(Int64(random.below(4))))
        case 1, 2: return .path(path(table, numeric: true))
        case 3:
            let relation = relation(table)
            return .count([], relation, random.isOne(in: 2) ? nil : part(relation, table, 1))
        case 4:
            let relation = relation(table)
            guard let column = numeric(relation, table) else { return .constant(.double(1.5)) }
            return .aggregate([], relation, random.pick([.min, .max, .average]), column: column)
        default:
            return .arithmetic(
                operand(table, depth - 1), random.pick(Filter.Arithmetic.allCases), operand(table, depth - 1))
        }
    }

    private mutating func textPath(_ table: Int) -> Filter.Operand { .path(path(table, numeric: false)) }

    /// Some links, elements of lists and values of maps, and then a column that fits.
    private mutating func path(_ table: Int, numeric: Bool) -> [Filter.Step] {
        var steps: [Filter.Step] = []
        var table = catalogue.tables[table]
        for _ in 0..<random.below(3) {
            let related = table.relationColumns
            if related.isEmpty { break }
            let column = random.pick(related)
            steps.append(.column(column))
            switch table.columns[column].kind {
            case .list: steps.append(random.pick([.first, .last, .index(random.below(3))]))
            case .map: steps.append(.key(random.pick(["k", "l"])))
            case .set: return steps
            default: break
            }
            table = catalogue.tables[Int(table.columns[column].linkTarget ?? 0)]
        }
        if numeric, table.id == 0, random.isOne(in: 4) {
            return steps
                + random.pick([
                    [.column(RelatedWorld.numbers), .first], [.column(RelatedWorld.numbers), .index(1)],
                    [.column(RelatedWorld.ranks), .key("k")],
                ])
        }
        let fitting = table.columns.indices.filter {
            numeric ? [.int64, .double].contains(table.columns[$0].kind) : table.columns[$0].kind == .string
        }
        return steps + (fitting.isEmpty ? [] : [.column(random.pick(fitting))])
    }

    // MARK: Queries

    private mutating func sortKey(_ number: Int) -> SortKey {
        var path: [Int] = []
        var table = catalogue.tables[number]
        while !table.linkColumns.isEmpty && random.isOne(in: 2) {
            let column = random.pick(table.linkColumns)
            path.append(column)
            table = catalogue.tables[Int(table.columns[column].linkTarget ?? 0)]
        }
        let columns = table.columns.indices.filter { !table.columns[$0].kind.isCollection }
        return SortKey(
            path: path, column: random.pick(columns), ascending: random.isOne(in: 2),
            collation: random.pick([.bytes, .bytes, .caseInsensitive, .caseAndDiacriticInsensitive]))
    }

    mutating func steps(_ table: Int) -> [RecordQuery.Step] {
        var steps: [RecordQuery.Step] = []
        if !random.isOne(in: 5) { steps.append(.filter(filter(table))) }
        if !random.isOne(in: 3) { steps.append(.sort((0...random.below(2)).map { _ in sortKey(table) })) }
        switch random.below(6) {
        case 0: steps.append(.limit(count: random.isOne(in: 5) ? nil : random.below(30), offset: random.below(5)))
        case 1: steps.append(.distinct([random.below(2)]))
        default: break
        }
        if random.isOne(in: 5) { steps.append(.sort([sortKey(table)])) }
        if random.isOne(in: 8) { steps.append(.filter(filter(table, depth: 1))) }
        return steps
    }
}

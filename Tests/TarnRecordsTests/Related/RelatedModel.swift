@testable import TarnRecords

/// What conditions on related objects mean, written down a second time in the plainest way.
struct RelatedModel {
    enum Subject {
        case object(Int, ObjectKey)
        case element(StoredValue, key: StoredValue)
        case nothing
    }

    let world: RelatedWorld

    func holds(_ filter: Filter, _ subject: Subject) -> Bool {
        switch filter {
        case .constant(let value): value
        case .compare(let column, let comparison, let value):
            FilterModel.compare(self.value(column, subject), comparison, value)
        case .columns(let one, let comparison, let other):
            FilterModel.compare(value(one, subject), comparison, value(other, subject))
        case .isIn(let column, let values):
            values.contains { FilterModel.compare(value(column, subject), .equal, $0) }
        case .text(let column, let operation, let text, let options):
            FilterModel.search(value(column, subject), operation, text, options)
        case .kind, .fullText: preconditionFailure("no column here is of that sort")
        case .objects(let keys): if case .object(_, let key) = subject { keys.contains(key) } else { false }
        case .related(let relation, let quantifier, let part):
            switch quantifier {
            case .any: related(relation, subject).contains { holds(part, $0) }
            case .all: related(relation, subject).allSatisfy { holds(part, $0) }
            case .none: !related(relation, subject).contains { holds(part, $0) }
            }
        case .relatedCount(let relation, let part, let comparison, let count):
            FilterModel.compare(
                .integer(Int64(self.count(relation, part, subject))), comparison, .integer(Int64(count)))
        case .aggregate(let relation, let aggregate, let column, let comparison, let value):
            FilterModel.compare(self.aggregate(relation, aggregate, column, subject), comparison, value)
        case .expression(let one, let comparison, let other):
            FilterModel.compare(value(one, subject), comparison, value(other, subject))
        case .search(let one, let operation, let other, let options):
            if case .string(let text) = value(other, subject) {
                FilterModel.search(value(one, subject), operation, text, options)
            } else {
                false
            }
        case .and(let parts): parts.allSatisfy { holds($0, subject) }
        case .or(let parts): parts.contains { holds($0, subject) }
        case .not(let part): !holds(part, subject)
        }
    }

    private func value(_ column: Int, _ subject: Subject) -> StoredValue {
        switch subject {
        case .object(let table, let key):
            if case .value(let value)? = world.cell(table, key, column) { value } else { .null }
        case .element(let value, let key): column == 0 ? value : key
        case .nothing: .null
        }
    }

    private func related(_ relation: Filter.Relation, _ subject: Subject) -> [Subject] {
        guard case .object(let table, let key) = subject else { return [] }
        switch relation {
        case .link(let column), .elements(let column):
            let target = world.catalogue.tables[table].columns[column].linkTarget
            func subject(_ value: StoredValue, _ name: StoredValue = .null) -> Subject? {
                guard let target else { return .element(value, key: name) }
                if case .link(let key) = value { return .object(Int(target), key) }
                return nil
            }
            switch world.cell(table, key, column) {
            case .value(let value)?: return [subject(value)].compactMap { $0 }
            case .elements(let values)?: return values.compactMap { subject($0) }
            case .entries(let entries)?: return entries.compactMap { subject($1, .string($0)) }
            case nil: return []
            }
        case .inverse(let source, let column):
            let target = world.catalogue.tables[Int(source)].columns[column].linkTarget
            if target != UInt16(table) { return [] }
            return world.keys(Int(source)).flatMap { object in
                let times =
                    switch world.cell(Int(source), object, column) {
                    case .value(let value)?: value == .link(key) ? 1 : 0
                    case .elements(let values)?: values.count { $0 == .link(key) }
                    case .entries(let entries)?: entries.values.count { $0 == .link(key) }
                    case nil: 0
                    }
                return [Subject](repeating: .object(Int(source), object), count: times)
            }
        }
    }

    private func count(_ relation: Filter.Relation, _ part: Filter?, _ subject: Subject) -> Int {
        if part == nil, case .elements(let column) = relation, case .object(let table, let key) = subject,
            case .entries(let entries)? = world.cell(table, key, column)
        {
            return entries.count
        }
        return related(relation, subject).count { related in part.map { holds($0, related) } ?? true }
    }

    private func aggregate(
        _ relation: Filter.Relation, _ aggregate: Filter.Aggregate, _ column: Int, _ subject: Subject
    ) -> StoredValue {
        let values = related(relation, subject).map { value(column, $0) }.filter { !$0.isNull }
        switch aggregate {
        case .min, .max:
            let wanted: Filter.Comparison = aggregate == .min ? .less : .greater
            return values.reduce(.null) { best, value in
                if !FilterModel.compare(value, .equal, value) { return best }
                return best.isNull || FilterModel.compare(value, wanted, best) ? value : best
            }
        case .sum, .average:
            let integers = values.compactMap { if case .integer(let value) = $0 { value } else { nil } }
            let doubles = values.compactMap { if case .double(let value) = $0 { value } else { nil } }
            let whole = integers.reduce(Int128(0)) { $0 + Int128($1) }
            if aggregate == .average {
                let sum = Double(whole) + doubles.reduce(0, +)
                let count = integers.count + doubles.count
                return count == 0 ? .null : .double(sum / Double(count))
            }
            if !doubles.isEmpty { return .double(doubles.reduce(0, +)) }
            return Int64(exactly: whole).map { .integer($0) } ?? .double(Double(whole))
        }
    }
}

/// Computed values.
extension RelatedModel {
    func value(_ operand: Filter.Operand, _ subject: Subject) -> StoredValue {
        switch operand {
        case .constant(let value): return value
        case .path(let steps): return end(steps, subject).value
        case .count(let steps, let relation, let part):
            return .integer(Int64(count(relation, part, end(steps, subject).subject)))
        case .aggregate(let steps, let relation, let aggregate, let column):
            return self.aggregate(relation, aggregate, column, end(steps, subject).subject)
        case .arithmetic(let one, let sign, let other):
            return Self.computed(value(one, subject), sign, value(other, subject))
        }
    }

    private static func computed(
        _ one: StoredValue, _ sign: Filter.Arithmetic, _ other: StoredValue
    ) -> StoredValue {
        if case .integer(let a) = one, case .integer(let b) = other {
            let (a, b) = (Int128(a), Int128(b))
            if sign == .divide && b == 0 { return .null }
            let result = sign == .add ? a + b : sign == .subtract ? a - b : sign == .multiply ? a * b : a / b
            return Int64(exactly: result).map { .integer($0) } ?? .null
        }
        func number(_ value: StoredValue) -> Double? {
            switch value {
            case .integer(let value): Double(value)
            case .double(let value): value
            default: nil
            }
        }
        guard let a = number(one), let b = number(other), sign != .divide || b != 0 else { return .null }
        return .double(sign == .add ? a + b : sign == .subtract ? a - b : sign == .multiply ? a * b : a / b)
    }

    /// Where a path ends, as a value and as what further relations begin at.
    private func end(_ steps: [Filter.Step], _ subject: Subject) -> (value: StoredValue, subject: Subject) {
        var subject = subject
        var value = StoredValue.null
        if case .object(_, let key) = subject { value = .link(key) }
        if case .element(let element, _) = subject { value = element }
        var cell: RelatedWorld.Cell?
        var target: UInt16?
        for step in steps {
            var next: StoredValue?
            switch step {
            case .column(let column):
                guard case .object(let table, let key) = subject else {
                    cell = nil
                    if case .element = subject { next = self.value(column, subject) }
                    break
                }
                cell = world.cell(table, key, column)
                target = world.catalogue.tables[table].columns[column].linkTarget
                if case .value(let value)? = cell { next = value }
            case .index(let index):
                if case .elements(let values)? = cell, values.indices.contains(index) { next = values[index] }
            case .first: if case .elements(let values)? = cell { next = values.first }
            case .last: if case .elements(let values)? = cell { next = values.last }
            case .key(let key): if case .entries(let entries)? = cell { next = entries[key] }
            }
            value = next ?? .null
            subject = .nothing
            if case .link(let key) = value, let target { subject = .object(Int(target), key) }
        }
        return (value, subject)
    }
}

/// Whole queries.
extension RelatedModel {
    func run(_ steps: [RecordQuery.Step], _ table: Int) -> [ObjectKey] {
        var keys = world.keys(table)
        for step in steps {
            switch step {
            case .filter(let filter): keys = keys.filter { holds(filter, .object(table, $0)) }
            case .sort(let order):
                let rows = keys.map { key in order.map { sortValue($0, .object(table, key)) } }
                keys = keys.indices.sorted { a, b in
                    for (place, key) in order.enumerated() {
                        let order = FilterModel.sortOrder(rows[a][place], rows[b][place])
                        if order != 0 { return key.ascending ? order < 0 : order > 0 }
                    }
                    return a < b
                }.map { keys[$0] }
            case .distinct(let columns):
                var kept: [[StoredValue]] = []
                keys = keys.filter { key in
                    let row = columns.map { value($0, .object(table, key)) }
                    let isKnown = kept.contains { other in
                        zip(row, other).allSatisfy { FilterModel.sortOrder($0, $1) == 0 }
                    }
                    if !isKnown { kept.append(row) }
                    return !isKnown
                }
            case .rank: preconditionFailure("nothing here is ranked")
            case .limit(let count, let offset):
                keys = Array(keys.dropFirst(max(0, offset)).prefix(max(0, count ?? .max)))
            }
        }
        return keys
    }

    private func sortValue(_ key: SortKey, _ subject: Subject) -> StoredValue {
        let value = end((key.path + [key.column]).map { .column($0) }, subject).value
        guard case .string(let text) = value, key.collation != .bytes else { return value }
        let small = text.lowercased()
        return .string(key.collation == .caseInsensitive ? small : small.replacing("\u{e9}", with: "e"))
    }
}

/// What one side of a condition looks at: over relations to a value, a computed number, or the object itself.
///
/// All front ends describe what they compare by places and leave it to them to make filters, so that conditions that
/// mean the same become the same filter.
package struct FilterPlace: Hashable, Sendable {
    /// The relations on the way, from the objects that are tested.
    package var hops: [Filter.Relation]
    /// What stands at the end of the way.
    package var end: End
    /// How values at the end are stored; nil for a relation.
    package var kind: ValueKind?

    /// What stands at the end of a way.
    package enum End: Hashable, Sendable {
        /// The object itself.
        case object
        /// A column of the object; for elements that are values 0, and 1 for keys of maps.
        case column(Int)
        /// Many objects or values that have not been looked into.
        case relation(Filter.Relation)
        /// How many there are, or how many pass.
        case count(Filter.Relation, Filter?)
        /// An aggregate of many.
        case aggregate(Filter.Relation, Filter.Aggregate, column: Int)
        /// The name of the kind of value that a column of any kind holds.
        case kind(column: Int)
        /// Whatever else can be computed: elements of lists by index, values of maps by key, arithmetic.
        case computed(Filter.Operand)
    }

    package init(_ hops: [Filter.Relation] = [], _ end: End = .object, kind: ValueKind? = .link) {
        self.hops = hops
        self.end = end
        self.kind = kind
    }

    /// Whether the way leads to many values, so that a condition has to say of how many it holds.
    package var isMany: Bool { hops.contains { !$0.isLink } }

    /// The type of the objects at the end of the way from those of another; nil for values.
    package func table(from root: Table, _ catalogue: Catalogue) -> Table? {
        hops.reduce(root as Table?) { table, hop in table.flatMap { hop.target($0, catalogue) } }
    }

    /// The place with its way ending in front of the last link, which the end looks through.
    private var split: (many: [Filter.Relation], steps: [Filter.Step]) {
        let start = (hops.lastIndex { !$0.isLink } ?? -1) + 1
        let steps = hops[start...].compactMap { hop -> Filter.Step? in
            if case .link(let column) = hop { .column(column) } else { nil }
        }
        return (Array(hops[..<start]), steps)
    }

    /// The relations to many, and what is computed for each of what they lead to.
    package var operand: (many: [Filter.Relation], Filter.Operand) {
        let (many, steps) = split
        switch end {
        case .object, .relation: return (many, .path(steps))
        case .column(let column), .kind(let column): return (many, .path(steps + [.column(column)]))
        case .count(let relation, let filter): return (many, .count(steps, relation, filter))
        case .aggregate(let relation, let aggregate, let column):
            return (many, .aggregate(steps, relation, aggregate, column: column))
        case .computed(let operand): return (many, operand.following(steps))
        }
    }
}

extension FilterPlace {
    /// The comparison with a value, which is in the form of the place's kind.
    package func compare(_ comparison: Filter.Comparison, _ value: StoredValue, _ quantifier: Quantity) -> Filter {
        quantified(quantifier, endCompare(comparison, value))
    }

    /// Whether the place has one of some values.
    package func isIn(_ values: [StoredValue], _ quantifier: Quantity) -> Filter {
        switch end {
        case .column(let column): return quantified(quantifier, .isIn(column: column, values))
        case .object:
            let keys = values.compactMap { if case .link(let key) = $0 { key } else { nil } }
            if keys.count == values.count { return quantified(quantifier, .objects(keys)) }
        default: break
        }
        return quantified(quantifier, .joined(any: values.map { endCompare(.equal, $0) }))
    }

    /// A search in the text at the place.
    package func search(
        _ operation: Filter.TextOperation, _ text: String, _ options: Filter.TextOptions, _ quantifier: Quantity
    ) -> Filter {
        if case .column(let column) = end {
            return quantified(quantifier, .text(column: column, operation, text, options))
        }
        let (many, operand) = operand
        let found = Filter.search(operand, operation, .constant(.string(text)), options)
        return FilterPlace(many).quantified(quantifier, found)
    }

    /// Whether a search in the text at the place fails, as it does in nil.
    package func searchFailing(
        _ operation: Filter.TextOperation, _ text: String, _ options: Filter.TextOptions, _ quantifier: Quantity
    ) -> Filter {
        if case .column(let column) = end {
            return quantified(quantifier, .not(.text(column: column, operation, text, options)))
        }
        let (many, operand) = operand
        return FilterPlace(many).quantified(
            quantifier, .not(.search(operand, operation, .constant(.string(text)), options)))
    }

    /// The comparison with another place; nil when they look at different ones of many.
    package func compare(
        _ comparison: Filter.Comparison, _ other: FilterPlace, _ quantifier: Quantity
    ) -> Filter? {
        if hops == other.hops, case .column(let one) = end, case .column(let two) = other.end {
            return quantified(quantifier, .columns(one, comparison, two))
        }
        let ((many, one), (otherMany, two)) = (operand, other.operand)
        guard many == otherMany else { return nil }
        return FilterPlace(many).quantified(quantifier, .expression(one, comparison, two))
    }

    /// A search in the text at the place for that at another; nil when they look at different ones of many.
    package func search(
        _ operation: Filter.TextOperation, _ other: FilterPlace, _ options: Filter.TextOptions, _ quantifier: Quantity
    ) -> Filter? {
        let ((many, one), (otherMany, two)) = (operand, other.operand)
        guard many == otherMany else { return nil }
        return FilterPlace(many).quantified(quantifier, .search(one, operation, two, options))
    }

    /// A filter on what stands at the end of the way, seen from its beginning.
    package func quantified(_ quantity: Quantity, _ filter: Filter) -> Filter {
        let quantifier: Filter.Quantifier = quantity == .all ? .all : .any
        let found = hops.reversed().reduce(filter) { inner, hop in
            if case .link(let column) = hop { return .linked([column], inner) }
            return .related(hop, quantifier, inner)
        }
        return quantity == .none ? found.negated : found
    }

    /// Of how many a condition holds.
    package typealias Quantity = Filter.Quantifier

    private func endCompare(_ comparison: Filter.Comparison, _ value: StoredValue) -> Filter {
        switch end {
        case .column(let column): return .compare(column: column, comparison, value)
        case .object:
            if case .link(let key) = value {
                if comparison == .equal { return .objects([key]) }
                if comparison == .notEqual { return .not(.objects([key])) }
            }
        case .count(let relation, let filter):
            if case .integer(let number) = value, let count = Int(exactly: number) {
                return .relatedCount(relation, filter, comparison, count)
            }
        case .aggregate(let relation, let aggregate, let column):
            return .aggregate(relation, aggregate, column: column, comparison, value)
        case .kind(let column):
            let kinds = MixedKind.named(value)
            if comparison == .equal { return .kind(column: column, kinds) }
            if comparison == .notEqual { return .not(.kind(column: column, kinds)) }
        case .relation, .computed: break
        }
        return .expression(FilterPlace([], end, kind: kind).operand.1, comparison, .constant(value))
    }
}

extension MixedKind {
    /// The kinds that a name stands for: its own, numbers of all kinds, or lists and maps.
    static func named(_ name: StoredValue) -> Set<MixedKind> {
        guard case .string(let name) = name else { return [] }
        switch name {
        case "numeric": return [.int, .float, .double, .decimal]
        case "collection": return [.list, .map]
        default: return Set(allCases.filter { $0.rawValue.lowercased() == name.lowercased() })
        }
    }
}

extension Filter.Relation {
    /// Whether the relation leads to one object at most.
    package var isLink: Bool { if case .link = self { true } else { false } }
}

extension Filter.Operand {
    /// The operand as seen from where some steps begin that lead to its object.
    func following(_ steps: [Filter.Step]) -> Filter.Operand {
        if steps.isEmpty { return self }
        switch self {
        case .constant: return self
        case .path(let rest): return .path(steps + rest)
        case .count(let rest, let relation, let filter): return .count(steps + rest, relation, filter)
        case .aggregate(let rest, let relation, let aggregate, let column):
            return .aggregate(steps + rest, relation, aggregate, column: column)
        case .arithmetic(let one, let sign, let other):
            return .arithmetic(one.following(steps), sign, other.following(steps))
        }
    }
}

extension Filter {
    /// The opposite, in the simplest form.
    package var negated: Filter {
        switch self {
        case .not(let filter): filter
        case .constant(let value): .constant(!value)
        case .related(let relation, .any, let filter) where !relation.isLink: .related(relation, .none, filter)
        case .related(let relation, .none, let filter): .related(relation, .any, filter)
        default: .not(self)
        }
    }
}

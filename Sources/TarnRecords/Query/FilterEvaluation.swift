/// Tests a filter on one subject after the other: slow beside a ``MaskProgram``, and able to do everything.
struct FilterEvaluation {
    /// What a filter is tested on.
    enum Subject {
        case object(Table, ObjectKey)
        /// One element of a collection of values, with its key in a map.
        case element(StoredValue, key: StoredValue)
        /// What nil leads to.
        case nothing
    }

    let session: RecordSession

    /// Whether a subject passes.
    func holds(_ filter: Filter, _ subject: Subject) throws(RecordError) -> Bool {
        switch filter {
        case .constant(let value): return value
        case .compare(let column, let comparison, let value):
            return try self.value(column, subject).satisfies(comparison, value)
        case .columns(let one, let comparison, let other):
            return try comparable(one, subject).compares(comparison, comparable(other, subject))
        case .isIn(let column, let values):
            let value = try value(column, subject)
            return values.contains { value.satisfies(.equal, $0) }
        case .text(let column, let operation, let text, let options):
            return try value(column, subject).matches(TextTest(operation, text, options))
        case .fullText(let column, let search):
            guard case .string(let text) = try value(column, subject) else { return false }
            return SearchTest(search).matches(Array(text.utf8))
        case .kind(let column, let kinds): return try kinds.contains(value(column, subject).mixed?.kind ?? .null)
        case .objects(let keys):
            if case .object(_, let key) = subject { return keys.contains(key) }
            return false
        case .related, .relatedCount, .aggregate: return try holds(related: filter, subject)
        case .expression(let one, let comparison, let other):
            return try value(one, subject).compares(comparison, value(other, subject))
        case .search(let one, let operation, let other, let options):
            guard case .string(let text) = try value(other, subject).plain else { return false }
            return try value(one, subject).plain.matches(TextTest(operation, text, options))
        case .and(let parts):
            for part in parts where !(try holds(part, subject)) { return false }
            return true
        case .or(let parts):
            for part in parts where try holds(part, subject) { return true }
            return false
        case .not(let part): return !(try holds(part, subject))
        }
    }

    private func holds(related filter: Filter, _ subject: Subject) throws(RecordError) -> Bool {
        switch filter {
        case .related(let relation, let quantifier, let part):
            var answer = quantifier != .any
            try forEach(relation, subject) { (related) throws(RecordError) in
                if try holds(part, related) == (quantifier == .all) { return true }
                answer.toggle()
                return false
            }
            return answer
        case .relatedCount(let relation, let part, let comparison, let count):
            let found = Int64(try self.count(relation, part, subject))
            return StoredValue.integer(found).satisfies(comparison, .integer(Int64(count)))
        case .aggregate(let relation, let aggregate, let column, let comparison, let value):
            return try self.aggregate(relation, aggregate, column, subject).compares(comparison, value)
        default: return false
        }
    }

    /// A column of a subject; of an element 0 is the element and 1 its key.
    func value(_ column: Int, _ subject: Subject) throws(RecordError) -> StoredValue {
        switch subject {
        case .object(let table, let key): try session.value(table, key, column) ?? .null
        case .element(let value, let key): column == 0 ? value : key
        case .nothing: .null
        }
    }

    /// A column of a subject as a value that says of which kind it is, where numbers of other kinds need to know.
    func comparable(_ column: Int, _ subject: Subject) throws(RecordError) -> StoredValue {
        let value = try value(column, subject)
        guard case .object(let table, _) = subject else { return value }
        return value.typed(table.columns[column].kind)
    }

    /// Calls the body with everything that a subject is related to, until it answers false.
    func forEach(
        _ relation: Filter.Relation, _ subject: Subject, _ body: (Subject) throws(RecordError) -> Bool
    ) throws(RecordError) {
        guard case .object(let table, let key) = subject, relation.exists(in: table, session.catalogue) else { return }
        let target = relation.target(table, session.catalogue)
        switch relation {
        case .link(let column):
            guard let target, case .link(let related) = try value(column, subject) else { return }
            _ = try body(.object(target, related))
        case .elements(let column):
            let place = CollectionPlace(table: table, object: key, column: column)
            if let target {
                for related in try session.targets(place)
                where !(try body(.object(target, ObjectKey(rawValue: related)))) { return }
            } else {
                let kind = table.columns[column].element?.kind ?? .any
                try session.forEachValue(place) { (value, key) throws(RecordError) in
                    try body(.element(value.typed(kind), key: key))
                }
            }
        case .inverse(let source, let column):
            guard let target else { return }
            for object in try session.objects(leadingTo: key, table, source, column) {
                for _ in 0..<(try session.occurrences(of: key, in: target, object, column))
                where !(try body(.object(target, object))) { return }
            }
        }
    }

    /// How many related objects or values there are, or pass a filter.
    func count(
        _ relation: Filter.Relation, _ part: Filter?, _ subject: Subject
    ) throws(RecordError) -> Int {
        if part == nil, case .elements(let column) = relation, case .object(let table, let key) = subject,
            relation.exists(in: table, session.catalogue)
        {
            return try session.count(CollectionPlace(table: table, object: key, column: column))
        }
        var count = 0
        try forEach(relation, subject) { (related) throws(RecordError) in
            if try part.map({ (part) throws(RecordError) in try holds(part, related) }) ?? true { count += 1 }
            return true
        }
        return count
    }

    /// An aggregate of a column of what a subject is related to.
    func aggregate(
        _ relation: Filter.Relation, _ aggregate: Filter.Aggregate, _ column: Int, _ subject: Subject
    ) throws(RecordError) -> StoredValue {
        var values: [StoredValue] = []
        try forEach(relation, subject) { (related) throws(RecordError) in
            values.append(try comparable(column, related))
            return true
        }
        return .aggregate(aggregate, values)
    }
}

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
            return try value(one, subject).satisfies(comparison, value(other, subject))
        case .isIn(let column, let values):
            let value = try value(column, subject)
            return values.contains { value.satisfies(.equal, $0) }
        case .text(let column, let operation, let text, let options):
            return try value(column, subject).matches(TextTest(operation, text, options))
        case .fullText(let column, let search):
            guard case .string(let text) = try value(column, subject) else { return false }
            return SearchTest(search).matches(Array(text.utf8))
        case .kind(let column, let kinds):
            let value = try value(column, subject)
            return kinds.contains(value.mixed?.kind ?? .null)
        case .objects(let keys):
            if case .object(_, let key) = subject { return keys.contains(key) }
            return false
        case .related(let relation, let quantifier, let part):
            var answer = quantifier != .any
            try forEach(relation, subject) { (related) throws(RecordError) in
                if try holds(part, related) == (quantifier == .all) { return true }
                answer.toggle()
                return false
            }
            return answer
        case .relatedCount(let relation, let part, let comparison, let count):
            let number = try self.count(relation, part, subject)
            return StoredValue.integer(Int64(number)).satisfies(comparison, .integer(Int64(count)))
        case .aggregate(let relation, let aggregate, let column, let comparison, let value):
            return try self.aggregate(relation, aggregate, column, subject).satisfies(comparison, value)
        case .expression(let one, let comparison, let other):
            return try value(one, subject).satisfies(comparison, value(other, subject))
        case .search(let one, let operation, let other, let options):
            guard case .string(let text) = try value(other, subject) else { return false }
            return try value(one, subject).matches(TextTest(operation, text, options))
        case .and(let parts):
            for part in parts where !(try holds(part, subject)) { return false }
            return true
        case .or(let parts):
            for part in parts where try holds(part, subject) { return true }
            return false
        case .not(let part): return !(try holds(part, subject))
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

    /// Calls the body with everything that a subject is related to, until it answers false.
    func forEach(
        _ relation: Filter.Relation, _ subject: Subject, _ body: (Subject) throws(RecordError) -> Bool
    ) throws(RecordError) {
        guard case .object(let table, let key) = subject else { return }
        switch relation {
        case .link(let column):
            guard case .link(let target) = try session.value(table, key, column),
                let type = relation.target(table, session.catalogue)
            else { return }
            _ = try body(.object(type, target))
        case .elements: return
        case .inverse(let source, let column):
            var sources: [ObjectKey] = []
            try session.forEachSource(of: [key.cluster: key.bit], table) { type, object, through in
                if type == source && through == column { sources.append(object) }
            }
            for object in sources {
                if !(try body(.object(session.catalogue.tables[Int(source)], object))) { return }
            }
        }
    }

    private func count(
        _ relation: Filter.Relation, _ part: Filter?, _ subject: Subject
    ) throws(RecordError) -> Int {
        var count = 0
        try forEach(relation, subject) { (related) throws(RecordError) in
            if try part.map({ (part) throws(RecordError) in try holds(part, related) }) ?? true { count += 1 }
            return true
        }
        return count
    }

    private func aggregate(
        _ relation: Filter.Relation, _ aggregate: Filter.Aggregate, _ column: Int, _ subject: Subject
    ) throws(RecordError) -> StoredValue {
        var values: [StoredValue] = []
        try forEach(relation, subject) { (related) throws(RecordError) in
            values.append(try value(column, related))
            return true
        }
        return .aggregate(aggregate, values)
    }

    /// What an operand is for a subject.
    func value(_ operand: Filter.Operand, _ subject: Subject) throws(RecordError) -> StoredValue {
        switch operand {
        case .constant(let value): return value
        case .path(let steps): return try follow(steps, subject)
        case .count(let steps, let relation, let part):
            return .integer(Int64(try count(relation, part, end(of: steps, subject))))
        case .aggregate(let steps, let relation, let aggregate, let column):
            return try self.aggregate(relation, aggregate, column, end(of: steps, subject))
        case .arithmetic(let one, let sign, let other):
            return try value(one, subject).combined(sign, value(other, subject))
        }
    }

    private func follow(_ steps: [Filter.Step], _ subject: Subject) throws(RecordError) -> StoredValue {
        guard let last = steps.last else {
            if case .object(_, let key) = subject { return .link(key) }
            return try value(0, subject)
        }
        guard case .column(let column) = last else { return .null }
        return try value(column, end(of: steps.dropLast(), subject))
    }

    private func end(of steps: some Sequence<Filter.Step>, _ subject: Subject) throws(RecordError) -> Subject {
        var place = subject
        for step in steps {
            guard case .column(let column) = step, case .object(let table, _) = place,
                case .link(let target) = try value(column, place),
                let type = Filter.Relation.link(column: column).target(table, session.catalogue)
            else { return .nothing }
            place = .object(type, target)
        }
        return place
    }
}

extension StoredValue {
    /// Whether text passes a test, or data one without options.
    func matches(_ test: TextTest) -> Bool {
        switch self {
        case .string(let text): test.matches(Array(text.utf8))
        case .bytes(let bytes): test.matches(bytes)
        default: false
        }
    }
}

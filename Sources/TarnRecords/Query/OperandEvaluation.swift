extension FilterEvaluation {
    /// Where the steps of a path have led.
    private enum Place {
        case subject(Subject)
        case collection(CollectionPlace)
        case value(StoredValue)
    }

    /// What an operand is for a subject.
    func value(_ operand: Filter.Operand, _ subject: Subject) throws(RecordError) -> StoredValue {
        switch operand {
        case .constant(let value): return value
        case .path(let steps): return try value(of: follow(steps, subject))
        case .count(let steps, let relation, let part):
            return .integer(Int64(try count(relation, part, end(of: steps, subject))))
        case .aggregate(let steps, let relation, let aggregate, let column):
            return try self.aggregate(relation, aggregate, column, end(of: steps, subject))
        case .arithmetic(let one, let sign, let other):
            return try value(one, subject).combined(sign, value(other, subject))
        }
    }

    private func value(of place: Place) -> StoredValue {
        switch place {
        case .value(let value), .subject(.element(let value, _)): value
        case .subject(.object(_, let key)): .link(key)
        case .subject(.nothing), .collection: .null
        }
    }

    private func end(of steps: [Filter.Step], _ subject: Subject) throws(RecordError) -> Subject {
        if case .subject(let end) = try follow(steps, subject) { end } else { .nothing }
    }

    private func follow(_ steps: [Filter.Step], _ subject: Subject) throws(RecordError) -> Place {
        var place = Place.subject(subject)
        for step in steps { place = try follow(step, place) }
        return place
    }

    private func follow(_ step: Filter.Step, _ place: Place) throws(RecordError) -> Place {
        switch (step, place) {
        case (.column(let column), .subject(.object(let table, let key))):
            guard table.columns.indices.contains(column) else { return .subject(.nothing) }
            if table.columns[column].kind.isCollection {
                return .collection(CollectionPlace(table: table, object: key, column: column))
            }
            let value = try comparable(column, .object(table, key))
            return reached(value, table.columns[column].linkTarget)
        case (.column(let column), .subject(let subject)): return .value(try value(column, subject))
        case (_, .collection(let place)): return try follow(step, in: place)
        case (_, .value(.any(let value))): return follow(step, in: value)
        default: return .subject(.nothing)
        }
    }

    private func follow(_ step: Filter.Step, in place: CollectionPlace) throws(RecordError) -> Place {
        let description = place.table.columns[place.column]
        var value: StoredValue?
        if description.kind == .map {
            guard case .key(let key) = step else { return .subject(.nothing) }
            value = try session.mapValue(place, key)
        } else {
            let count = try session.count(place)
            if let index = step.index(in: count) { value = try session.element(place, at: index) }
        }
        guard let value else { return .subject(.nothing) }
        return reached(value.typed(description.element?.kind ?? .any), description.linkTarget)
    }

    /// A step into a list or map that lies inside a value of any kind.
    private func follow(_ step: Filter.Step, in value: MixedValue) -> Place {
        switch (value, step) {
        case (.list(let values), _):
            step.index(in: values.count).map { reached(StoredValue(values[$0]), nil) } ?? .subject(.nothing)
        case (.map(let values), .key(let key)):
            values[key].map { reached(StoredValue($0), nil) } ?? .subject(.nothing)
        default: .subject(.nothing)
        }
    }

    private func reached(_ value: StoredValue, _ target: UInt16?) -> Place {
        switch value {
        case .null: return .subject(.nothing)
        case .link(let key):
            guard let target, Int(target) < session.catalogue.tables.count else { return .value(value) }
            return .subject(.object(session.catalogue.tables[Int(target)], key))
        case .any(.object(let link)):
            guard Int(link.table) < session.catalogue.tables.count else { return .subject(.nothing) }
            return .subject(.object(session.catalogue.tables[Int(link.table)], link.object))
        default: return .value(value)
        }
    }
}

extension Filter.Step {
    /// The place in a list of so many elements; nil when it is outside.
    fileprivate func index(in count: Int) -> Int? {
        let index: Int
        switch self {
        case .index(let number): index = number
        case .first: index = 0
        case .last: index = count - 1
        case .column, .key: return nil
        }
        return index >= 0 && index < count ? index : nil
    }
}

internal import TarnRecords

extension Results {
    /// The objects that pass all filters so far and this predicate too.
    ///
    ///     try people.filter("age > %@ AND ANY dogs.name CONTAINS[cd] %@", 17, "rex")
    ///     try people.filter("city == $0 OR $0 IN formerCities SORT(name ASC) LIMIT(10)", "Oslo")
    ///
    /// Arguments are values, key paths for `%K`, or sequences of values; they are never put into the text. The words
    /// are those of `docs/predicates.md`.
    ///
    /// - Throws: ``StoreError`` with `.invalidPredicate`, which shows the place in the text and says what was expected;
    ///   `.objectOfAnotherStore` and `.invalidatedObject` for objects that are no use as arguments.
    public func filter(_ predicate: String, _ arguments: Any?...) throws(StoreError) -> Results {
        try filter(predicate, arguments: arguments)
    }

    /// The objects that pass all filters so far and this predicate too, with its arguments as an array.
    ///
    /// - Throws: as ``filter(_:_:)``.
    public func filter(_ predicate: String, arguments: [Any?]) throws(StoreError) -> Results {
        core.check()
        return Results(try core.context.steps(predicate, arguments).reduce(core) { $0.adding($1) })
    }
}

extension Results {
    /// The objects ordered by what a path of names leads to, such as `"owner.name"`.
    ///
    /// Traps when the path is empty, names what is no property, leads through a collection, or ends in a link (Q9). A
    /// path that comes from outside the program belongs into a predicate, which throws:
    /// `filter("TRUEPREDICATE SORT(%K DESC)", path)`.
    public func sorted(byKeyPath keyPath: String, ascending: Bool = true) -> Results {
        Results(core.adding(.sort([core.sortKey(keyPath, ascending, "sorted by")])))
    }

    /// The first object of each group with the same values of some properties, in the order so far (Q7).
    ///
    /// Traps for a name that is no property of the class (Q9).
    public func distinct(by keyPaths: [String]) -> Results {
        Results(core.adding(.distinct(keyPaths.map { core.column(named: $0, "distinct by") })))
    }

    /// The smallest value of a property; nil and NaN are skipped, nil when there is nothing (Q13).
    ///
    /// Traps for a name that is no property of the type that is asked for (Q9).
    public func min<Value: OrderedValue>(ofProperty name: String) -> Value? {
        extreme(of: core.column(named: name, "compared by", Value.self), isMaximum: false)
    }

    /// The largest value of a property; nil and NaN are skipped, nil when there is nothing (Q13).
    ///
    /// Traps for a name that is no property of the type that is asked for (Q9).
    public func max<Value: OrderedValue>(ofProperty name: String) -> Value? {
        extreme(of: core.column(named: name, "compared by", Value.self), isMaximum: true)
    }

    /// The sum of a property; nil is skipped, zero when there is nothing (Q13).
    ///
    /// Traps when an integer sum overflows, and for a name that is no number of the class (Q9).
    public func sum<Value: SummableProperty>(ofProperty name: String, as type: Value.Type = Value.self) -> Value.Sum {
        sum(of: core.column(named: name, "summed over", Value.self), Value.self)
    }

    /// The average of a number property; nil is skipped, nil when there is nothing (Q13).
    ///
    /// Traps for a name that is no number of the class (Q9).
    public func average(ofProperty name: String) -> Double? {
        let column = core.column(named: name, "averaged over")
        core.requireNumber(column)
        return average(of: column)
    }
}

extension Results {
    /// As ``observe(keyPaths:_:)`` with paths of names, such as `["name", "owner.name"]`.
    ///
    /// Traps for a path that leads to no persisted property (N13).
    public func observe(
        keyPaths: [String], _ body: @escaping (CollectionChange<Results<Element>>) -> Void
    ) -> NotificationToken {
        core.check()
        let filter = ModificationFilter.paths(keyPaths.map { core.observedPath($0) })
        return NotificationToken(ObservedResults(self, filter), core.context.connection, isDue: true, body)
    }
}

extension ResultsCore {
    /// The order by a path of names; traps for one that has none (Q9).
    func sortKey(_ path: String, _ ascending: Bool, _ use: String) -> SortKey {
        check()
        do {
            return try PredicateParser.sortKey(path, ascending: ascending, context.table, context.predicateSchema)
        } catch {
            preconditionFailure("Q9: \(context.description.name) cannot be \(use) \"\(path)\": \(error)")
        }
    }

    /// The column of the class that a name stands for; traps when it has another type or is not there (Q9).
    func column(named name: String, _ use: String, _ type: (any Persistable.Type)? = nil) -> Int {
        let key = sortKey(name, true, use)
        precondition(
            key.path.isEmpty,
            "Q9: \(context.description.name) can only be \(use) its own persisted properties, and not \"\(name)\"")
        let kind = context.table.columns[key.column].kind
        precondition(
            type.map { $0._kind == kind } ?? true,
            "Q9: \(context.description.name).\(name) is \(kind.name), which is no \(type.map { "\($0)" } ?? "")")
        return key.column
    }

    /// Traps when a column holds no numbers (Q9).
    func requireNumber(_ column: Int) {
        let (kind, name) = (context.table.columns[column].kind, context.table.columns[column].name)
        precondition(
            kind.isInteger || kind == .float || kind == .double || kind == .decimal,
            "Q9: \(context.description.name).\(name) is \(kind.name), which has no average")
    }

    /// The columns that a path of names leads through; traps when there is no such property (N13).
    func observedPath(_ path: String) -> [Int] {
        do {
            let relations = try PredicateParser.columns(path, context.table, context.predicateSchema)
            return relations.map { relation in
                switch relation {
                case .link(let column), .elements(let column): return column
                case .inverse: preconditionFailure("N13: \"\(path)\" leads against the direction of a link")
                }
            }
        } catch {
            preconditionFailure(
                "N13: \"\(path)\" leads to no persisted property of \(context.description.name): \(error)")
        }
    }
}

internal import TarnRecords

extension ObjectContext {
    /// The order by what a key path leads to, over to-one links too; traps where that has none (Q9).
    func sortKey(_ keyPath: AnyKeyPath, _ ascending: Bool, _ collation: Collation) -> SortKey {
        if let property = queryProperty(at: keyPath) {
            return SortKey(column: orderedColumn(property, keyPath), ascending: ascending, collation: collation)
        }
        let name = description.name
        guard let steps = PathTrace.steps(of: keyPath, from: description), steps.count > 1 else {
            preconditionFailure("Q9: \(name) cannot be sorted by \(keyPath), which is no persisted property of it")
        }
        let columns = steps.map { step, property in
            guard let column = queryContext(of: step.type).table.column(named: property.columnName) else {
                preconditionFailure("Q9: \(step.name).\(property.name) is not in the file")
            }
            return column
        }
        precondition(
            steps.dropLast().allSatisfy { $0.1.kind == .link } && steps[steps.count - 1].1.kind.hasOrder,
            "Q9: \(name) cannot be sorted by \(keyPath): a sort path leads over links to one value")
        return SortKey(
            path: Array(columns.dropLast()), column: columns[columns.count - 1], ascending: ascending,
            collation: collation)
    }

    private func orderedColumn(_ property: QueryProperty, _ keyPath: AnyKeyPath) -> Int {
        precondition(
            property.kind.hasOrder && property.relation == nil,
            "Q9: \(description.name) cannot be sorted by \(keyPath), which is \(property.kind.name); name a property "
                + "behind it")
        return property.column
    }
}

extension ValueKind {
    /// Whether values have an order to sort by.
    fileprivate var hasOrder: Bool { self != .link && !isCollection }
}

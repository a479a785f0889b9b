internal import TarnRecords

/// Where the properties of a projection come from, as far as observers are told of them.
struct ProjectedPaths {
    /// For each property of the root the properties of the projection that come from it.
    let names: [String: [ProjectedProperty]]
    /// The columns that the properties lead through.
    let columns: [[Int]]

    /// Traps for a key path that leads to no persisted property (PR1).
    init(_ properties: [ProjectedProperty], _ context: ObjectContext) {
        var names: [String: [ProjectedProperty]] = [:]
        var columns: [[Int]] = []
        for property in properties {
            let steps = Self.steps(property.keyPath, context.description)
            guard let first = steps.first else {
                preconditionFailure("PR1: \(property.name) shows nothing that \(context.description.name) persists")
            }
            names[first.property.name, default: []].append(property)
            columns.append(
                steps.map { step in
                    let table = context.connection.context(step.type.type).table
                    guard let column = table.column(named: step.property.columnName) else {
                        preconditionFailure("PR1: \(step.type.name).\(step.property.name) is not in the file")
                    }
                    return column
                })
        }
        self.names = names
        self.columns = columns
    }

    private typealias Step = (type: ClassDescription, property: PropertyDescription)

    /// The properties on the way; those of a projected collection go on with a property of its elements.
    private static func steps(_ keyPath: AnyKeyPath, _ root: ClassDescription) -> [Step] {
        if let steps = PathTrace.steps(of: keyPath, from: root) { return steps.map { ($0.0, $0.1) } }
        let (prefix, value) = PathTrace.read(keyPath, from: root)
        guard let collection = value as? any AnyProjectedCollection else { return prefix.map { ($0.0, $0.1) } }
        return prefix.map { ($0.0, $0.1) } + steps(collection.keyPath, ClassDescription.of(collection.elementType))
    }
}

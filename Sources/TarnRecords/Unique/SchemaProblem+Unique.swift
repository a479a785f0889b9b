extension ObjectSchema {
    /// What is wrong with the rules of uniqueness of a type (U1).
    func uniqueProblems() -> [SchemaProblem] {
        var problems: [SchemaProblem] = []
        for property in properties where property.isUnique && !property.kind.canBeUnique {
            problems.append(
                SchemaProblem(
                    type: name, property: property.name,
                    reason: "a value of kind \(property.kind.name) cannot be unique"))
        }
        if uniqueKeys.count > 4095 { problems.append(SchemaProblem(type: name, reason: "has over 4095 unique keys")) }
        for key in uniqueKeys {
            let text = "the unique key [\(key.joined(separator: ", "))]"
            if key.isEmpty { problems.append(SchemaProblem(type: name, reason: "a unique key names no property")) }
            if Set(key).count < key.count {
                problems.append(SchemaProblem(type: name, reason: "\(text) names a property twice"))
            }
            for part in key {
                guard let property = properties.first(where: { $0.name == part }) else {
                    problems.append(SchemaProblem(type: name, property: part, reason: "\(text) needs it to exist"))
                    continue
                }
                if !property.kind.canBeUnique {
                    problems.append(
                        SchemaProblem(
                            type: name, property: part,
                            reason: "\(text) cannot have a value of kind \(property.kind.name)"))
                }
            }
        }
        return problems
    }
}

extension ValueKind {
    /// Whether values of the kind can be held unique.
    public var canBeUnique: Bool { self <= .link }
}

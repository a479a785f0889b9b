extension ObjectSchema {
    /// What is wrong with the embedded types and the delete rules of a set of types (L5).
    static func ownershipProblems(in schemas: [ObjectSchema]) -> [SchemaProblem] {
        let embedded = Set(schemas.filter(\.isEmbedded).map(\.name))
        if embedded.isEmpty { return [] }
        var problems: [SchemaProblem] = []
        for schema in schemas {
            for property in schema.properties {
                guard let target = property.linkTarget, embedded.contains(target) else { continue }
                if let reason = property.reasonAgainstEmbedding {
                    problems.append(SchemaProblem(type: schema.name, property: property.name, reason: reason))
                }
            }
        }
        let owned = Set(schemas.flatMap { $0.properties.compactMap(\.linkTarget) })
        let inherited = Set(schemas.compactMap(\.parent))
        for schema in schemas where schema.isEmbedded {
            if let key = schema.primaryKey {
                problems.append(
                    SchemaProblem(
                        type: schema.name, property: key.name, reason: "an embedded type cannot have a primary key"))
            }
            if !owned.contains(schema.name) && !inherited.contains(schema.name) {
                problems.append(
                    SchemaProblem(type: schema.name, reason: "is embedded, and no property of another type holds it"))
            }
        }
        return problems + circles(of: schemas.filter(\.isEmbedded))
    }

    /// Embedded types that hold themselves over embedded types alone: their objects would have no first owner.
    private static func circles(of embedded: [ObjectSchema]) -> [SchemaProblem] {
        var held = Dictionary(
            embedded.map { schema in (schema.name, Set(schema.properties.compactMap(\.linkTarget))) },
            uniquingKeysWith: { $0.union($1) })
        // What holds nothing embedded is in no circle; without it others hold nothing, and so on.
        while let name = held.first(where: { $0.value.isDisjoint(with: held.keys) })?.key { held[name] = nil }
        while let name = held.first(where: { entry in !held.values.contains { $0.contains(entry.key) } })?.key {
            held[name] = nil
        }
        return held.keys.sorted().map { name in
            SchemaProblem(type: name, reason: "is embedded and holds itself, over embedded types alone")
        }
    }
}

extension PropertySchema {
    /// Why the property cannot hold embedded objects, if it cannot.
    fileprivate var reasonAgainstEmbedding: String? {
        if kind == .set { return "a set cannot hold embedded objects; use a list" }
        if deleteRule == .deny { return "embedded objects always go with their owner; leave the delete rule out" }
        return nil
    }
}

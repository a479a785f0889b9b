/// One reason why a schema cannot be used, in words that name type and property.
public struct SchemaProblem: Sendable, Equatable, CustomStringConvertible {
    /// The type concerned.
    public let type: String
    /// The property concerned, if one is.
    public let property: String?
    /// What is wrong and what to do.
    public let reason: String

    /// Names a problem.
    public init(type: String, property: String? = nil, reason: String) {
        self.type = type
        self.property = property
        self.reason = reason
    }

    /// `Type.property: reason`.
    public var description: String { property.map { "\(type).\($0): \(reason)" } ?? "\(type): \(reason)" }
}

extension ObjectSchema {
    /// Everything that is wrong with a set of types by itself, before any file is looked at.
    public static func problems(in schemas: [ObjectSchema]) -> [SchemaProblem] {
        var problems: [SchemaProblem] = []
        let names = Set(schemas.map(\.name))
        var seen: Set<String> = []
        for schema in schemas {
            if !seen.insert(schema.name).inserted {
                problems.append(SchemaProblem(type: schema.name, reason: "two types have this name"))
            }
            problems += schema.ownProblems(names)
        }
        problems += schemas.flatMap { $0.uniqueProblems() }
        return problems + ownershipProblems(in: schemas)
    }

    private func ownProblems(_ names: Set<String>) -> [SchemaProblem] {
        var problems: [SchemaProblem] = []
        func report(_ property: PropertySchema?, _ reason: String) {
            problems.append(SchemaProblem(type: name, property: property?.name, reason: reason))
        }
        if properties.isEmpty { report(nil, "has no persisted property; mark at least one with @Persisted") }
        if properties.count > 4096 { report(nil, "has \(properties.count) properties; a type can have 4096") }
        let keys = properties.filter(\.isPrimaryKey)
        if keys.count > 1 {
            report(nil, "\(keys.map(\.name).joined(separator: " and ")) are all marked as the primary key; keep one")
        }
        var columns: Set<String> = []
        for property in properties {
            if !columns.insert(property.columnName).inserted {
                report(property, "the column name \"\(property.columnName)\" is used twice")
            }
            if property.columnName.isEmpty { report(property, "the column name is empty") }
            if property.isPrimaryKey && !property.kind.canBePrimaryKey {
                report(property, "a value of kind \(property.kind.name) cannot be a primary key")
            }
            if property.isIndexed && !property.kind.canBeIndexed {
                report(property, "a value of kind \(property.kind.name) cannot be indexed")
            }
            if property.isFullText && property.kind != .string {
                report(property, "only text can have a full-text index")
            }
            if let target = property.linkTarget, !names.contains(target) {
                report(property, "links to \(target), which is not among the object types of the store")
            }
            if property.deleteRule != .nullify && property.linkTarget == nil {
                report(property, "has a delete rule, which only links and collections of links can have")
            }
            if !property.defaultValue.fits(property.kind, isOptional: property.isOptional) {
                report(property, "the default value does not fit a column of kind \(property.kind.name)")
            }
            if property.defaultValue.byteCount > ClusterFormat.inlineLimit {
                report(property, "the default value is longer than \(ClusterFormat.inlineLimit) bytes")
            }
        }
        return problems
    }
}

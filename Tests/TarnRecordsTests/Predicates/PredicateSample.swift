@testable import TarnRecords

/// Types with a property of each kind, and predicates about them.
enum PredicateSample {
    static let catalogue: Catalogue = {
        func property(_ name: String, _ kind: ValueKind, key: Bool = false, optional: Bool = false) -> PropertySchema {
            PropertySchema(name: name, kind: kind, isOptional: optional, isPrimaryKey: key)
        }
        func link(_ name: String, _ target: String) -> PropertySchema {
            PropertySchema(name: name, kind: .link, linkTarget: target)
        }
        func many(
            _ name: String, _ kind: ValueKind, _ element: ValueKind, _ target: String? = nil
        ) -> PropertySchema {
            PropertySchema(name: name, kind: kind, element: CollectionElement(kind: element), linkTarget: target)
        }
        let person = ObjectSchema(
            name: "Person",
            properties: [
                property("id", .int64, key: true), property("age", .int64), property("name", .string),
                property("flag", .bool), property("ratio", .float), property("amount", .double),
                property("price", .decimal), property("born", .date), property("token", .uuid),
                property("number", .objectId), property("bytes", .data), property("note", .string, optional: true),
                property("thing", .any), link("friend", "Person"), link("city", "City"),
                many("dogs", .list, .link, "Dog"), many("tags", .set, .string), many("scores", .list, .int64),
                many("phones", .map, .string), many("pets", .map, .link, "Dog"), property("in", .int64),
                property("text", .int64), property("sort", .bool), property("any", .bool),
                PropertySchema(name: "story", kind: .string, isFullText: true),
                PropertySchema(name: "story", kind: .string, isFullText: true),
            ])
        let dog = ObjectSchema(
            name: "Dog",
            properties: [
                property("name", .string), property("age", .int64), property("weight", .double),
                property("good", .bool), link("owner", "Person"), many("toys", .list, .string),
            ])
        let city = ObjectSchema(
            name: "City", properties: [property("name", .string, key: true), property("size", .int64)])
        let empty = Catalogue(storeID: [UInt8](repeating: 7, count: 16), schemaVersion: 0, tables: [])
        guard case .added(let merged, _, _) = empty.merge([person, dog, city], schemaVersion: 0) else {
            preconditionFailure("the types of the sample fit an empty file")
        }
        return merged
    }()

    static var person: Table { catalogue.tables[0] }

    static func steps(_ text: String, _ arguments: [PredicateValue] = []) throws(PredicateFault) -> [RecordQuery.Step] {
        try PredicateParser.steps(text, arguments, person, PredicateSchema(catalogue))
    }

    static func filter(_ text: String, _ arguments: [PredicateValue] = []) throws -> Filter {
        let steps = try steps(text, arguments)
        guard steps.count == 1, case .filter(let filter) = steps[0] else { throw NoFilter() }
        return filter
    }

    /// What a text was read as, in words.
    static func words(_ text: String, _ arguments: [PredicateValue] = []) throws -> String {
        try filter(text, arguments).description(person, catalogue)
    }

    struct NoFilter: Error {}
}

import Testing

@testable import TarnRecords

/// What is refused of embedded types, delete rules and unique keys before any file is looked at.
@Suite struct OwnershipSchemaTests {
    private func link(_ name: String, _ target: String, _ rule: DeleteRule = .nullify) -> PropertySchema {
        PropertySchema(name: name, kind: .link, deleteRule: rule, linkTarget: target)
    }

    private func collection(_ name: String, _ kind: ValueKind, _ target: String) -> PropertySchema {
        PropertySchema(
            name: name, kind: kind, element: CollectionElement(kind: .link, isOptional: kind == .map),
            linkTarget: target)
    }

    private func problems(_ schemas: ObjectSchema...) -> [String] {
        ObjectSchema.problems(in: schemas).map(\.description)
    }

    private let name = PropertySchema(name: "name", kind: .string)

    // L5
    @Test func embeddedTypesHaveOwnersAndNoKey() {
        let key = PropertySchema(name: "id", kind: .int64, isPrimaryKey: true)
        let part = ObjectSchema(name: "Part", properties: [key], isEmbedded: true)
        let found = problems(part)
        #expect(found.contains("Part.id: an embedded type cannot have a primary key"))
        #expect(found.contains("Part: is embedded, and no property of another type holds it"))
        let sound = ObjectSchema(name: "Part", properties: [name], isEmbedded: true)
        #expect(problems(sound, ObjectSchema(name: "Whole", properties: [link("part", "Part")])).isEmpty)
        #expect(problems(sound, ObjectSchema(name: "Whole", properties: [collection("parts", .list, "Part")])).isEmpty)
        // A base class of embedded ones needs no owner of its own.
        let special = ObjectSchema(name: "Special", properties: [name], isEmbedded: true, parent: "Part")
        let whole = ObjectSchema(name: "Whole", properties: [link("part", "Special")])
        #expect(problems(sound, special, whole).isEmpty)
    }

    // L5
    @Test func setsHoldNothingEmbedded() {
        let part = ObjectSchema(name: "Part", properties: [name], isEmbedded: true)
        let whole = ObjectSchema(name: "Whole", properties: [collection("parts", .set, "Part")])
        #expect(problems(part, whole) == ["Whole.parts: a set cannot hold embedded objects; use a list"])
    }

    // L5
    @Test func embeddedTypesDoNotHoldThemselves() {
        let one = ObjectSchema(name: "One", properties: [link("two", "Two")], isEmbedded: true)
        let two = ObjectSchema(name: "Two", properties: [link("one", "One"), link("end", "End")], isEmbedded: true)
        let end = ObjectSchema(name: "End", properties: [name], isEmbedded: true)
        let before = ObjectSchema(name: "Before", properties: [link("one", "One")], isEmbedded: true)
        let whole = ObjectSchema(name: "Whole", properties: [link("before", "Before")])
        let found = problems(one, two, end, before, whole)
        #expect(found.map { $0.prefix(4) } == ["One:", "Two:"])
        // Over a type that stands by itself a circle has a beginning.
        let open = ObjectSchema(name: "One", properties: [link("whole", "Whole")], isEmbedded: true)
        #expect(problems(open, ObjectSchema(name: "Whole", properties: [link("one", "One")])).isEmpty)
    }

    // L9
    @Test func deleteRulesAreThoseOfLinks() {
        let number = PropertySchema(name: "number", kind: .int64, deleteRule: .cascade)
        let part = ObjectSchema(name: "Part", properties: [name], isEmbedded: true)
        let whole = ObjectSchema(name: "Whole", properties: [number, link("part", "Part", .deny)])
        let found = problems(part, whole)
        #expect(found.contains { $0.hasPrefix("Whole.number: has a delete rule") })
        #expect(found.contains { $0.hasPrefix("Whole.part: embedded objects always go with their owner") })
    }

    // U1
    @Test func collectionsAndValuesOfAnyKindAreNotUnique() {
        let any = PropertySchema(name: "any", kind: .any, isUnique: true)
        let list = PropertySchema(
            name: "list", kind: .list, isUnique: true, element: CollectionElement(kind: .int64, isOptional: false))
        let found = problems(ObjectSchema(name: "A", properties: [any, list, name], uniqueKeys: [["name", "any"]]))
        #expect(found.count == 3 && found.allSatisfy { $0.contains("cannot") })
    }
}

import Foundation
import Tarn
import Testing

/// What `create(_:value:update:)` takes and refuses.
@Suite struct CreatingRules {
    let folder = TemporaryFolder()

    // O7
    @Test func aDictionaryAnArrayAndAnObjectMakeTheSame() throws {
        let store = try Store(configuration: folder.rules)
        let source = EverythingSample.object(1)
        let values = EverythingSample.values(1)
        try store.write {
            let byName = try store.create(Everything.self, value: values.merging(["key": "dictionary"]) { $1 })
            let inOrder = try store.create(
                Everything.self,
                value: EverythingSample.names.map { $0 == "key" ? "array" : values[$0] ?? nil as Any? as Any })
            source.key = "object"
            let copied = try store.create(Everything.self, value: source)
            source.key = "managed"
            try store.add(source)
            source.maybeText = "newer"
            let again = try store.create(Everything.self, value: source, update: .modified)
            #expect(again == source)
            source.maybeText = values["maybeText"] as? String
            let expected = EverythingSample.text(source)
            for object in [byName, inOrder, copied] { #expect(EverythingSample.text(object) == expected) }
        }
        #expect(store.objects(Everything.self).count == 4)
    }

    // O12
    @Test func whatComesNestedTooDeeplyIsRefusedAsAWhole() throws {
        let store = try Store(configuration: folder.rules)
        func nested(_ depth: Int) -> [String: Any] {
            var value: [String: Any] = ["id": 0]
            for id in 1...depth { value = ["id": id, "next": value] }
            return value
        }
        try store.write {
            try store.create(Item.self, value: nested(200))
            #expect(store.objects(Item.self).count == 201)
            #expect(throws: StoreError.self) { try store.create(Item.self, value: nested(600), update: .all) }
            #expect(store.objects(Item.self).count == 201)
        }
    }

    // O7
    @Test func aDictionaryMayOmitProperties() throws {
        let store = try Store(configuration: folder.rules)
        try store.write {
            let item = try store.create(Item.self, value: ["id": 1])
            #expect(item.name == "new" && item.count == 0 && item.comment == nil)
            try store.create(
                Item.self, value: ["id": 1, "count": 4, "comment": "c"] as [String: Any], update: .modified)
            #expect(item.name == "new" && item.count == 4 && item.comment == "c")
            item.name = "set"
            try store.create(Item.self, value: ["id": 1, "comment": nil] as [String: Any?], update: .all)
            #expect(item.name == "set" && item.count == 4 && item.comment == nil)
            // Nothing at all makes an object of defaults.
            #expect(try store.create(Note.self).text.isEmpty)
        }
    }

    // O7
    @Test func linksTakeDictionariesArraysAndObjects() throws {
        let store = try Store(configuration: folder.rules)
        try store.write {
            let item = try store.create(
                Item.self,
                value: ["id": 1, "next": ["id": 2, "name": "nested", "count": 5], "note": ["text", 7, "large"]])
            #expect(item.next?.name == "nested" && item.note?.number == 7 && item.note?.size == .large)
            try store.create(Item.self, value: ["id": 3, "next": item])
            #expect(store.item(3)?.next == item)
            // What a nested dictionary does not give stays as it is.
            try store.create(
                Item.self, value: ["id": 1, "next": ["id": 2, "count": 6]] as [String: Any], update: .modified)
            #expect(item.next?.name == "nested" && item.next?.count == 6)
            try store.create(
                Item.self, value: ["id": 1, "next": ["id": 2, "comment": "c"]] as [String: Any], update: .all)
            #expect(item.next?.name == "nested" && item.next?.comment == "c" && item.note != nil)
            try store.create(Item.self, value: ["id": 1, "next": nil] as [String: Any?], update: .modified)
            #expect(item.next == nil && store.item(2) != nil)
        }
    }

    // O5
    @Test func anObjectOfAnotherStoreIsCopiedWithoutItsLinks() throws {
        let store = try Store(configuration: folder.rules)
        let other = try Store(configuration: folder.configuration(RuleModels.types, "other.tarn"))
        try other.addItems(0..<2)
        let foreign = try #require(other.item(0))
        try store.write { try store.create(Item.self, value: foreign) }
        #expect(store.item(0)?.name == "item-0")
        try other.write { foreign.next = other.item(1) }
        #expect(
            code { try store.write { try store.create(Item.self, value: foreign, update: .all) } }
                == .objectOfAnotherStore)
    }

    // O8
    @Test func anArrayHasAValueForEachProperty() throws {
        let store = try Store(configuration: folder.rules)
        for values: [Any] in [["text", 1], ["text", 1, "small", 4], []] {
            let text = message { try store.write { try store.create(Note.self, value: values) } }
            #expect(text.contains("O8: Note has 3 properties, the array \(values.count) values"))
        }
        #expect(store.isEmpty)
    }

    // O9
    @Test(arguments: [
        ("unknown", 1 as any Sendable), ("bool", 1), ("bool", "true"), ("int8", 128), ("int8", "1"), ("int16", 40000),
        ("int32", 1 << 40), ("int64", 1.5), ("float", 0.1), ("double", "0.1"), ("decimal", "one"), ("text", 1),
        ("data", "bytes"), ("date", 0.0), ("uuid", "no uuid"), ("objectId", "no id"), ("size", "huge"), ("level", 2),
        ("maybeInt", "1"), ("maybeSize", 1), ("key", 7),
    ])
    func aValueThatDoesNotFitIsNamed(property: String, value: any Sendable) throws {
        let store = try Store(configuration: folder.rules)
        var values: [String: Any] = ["key": "k"]
        values[property] = value
        let text = message { try store.write { try store.create(Everything.self, value: values) } }
        #expect(text.contains("O9: ") && text.contains("Everything") && text.contains(property))
        #expect(code { try store.write { try store.create(Everything.self, value: values) } } == .invalidValue)
        #expect(store.isEmpty)
    }

    // O7
    @Test func theNullOfJSONIsNil() throws {
        let store = try Store(configuration: folder.rules)
        let json = #"{"id": 1, "name": "Ann", "count": 4, "comment": null, "next": null}"#
        let values = try JSONSerialization.jsonObject(with: Data(json.utf8))
        try store.write { try store.create(Item.self, value: values) }
        let item = try #require(store.item(1))
        #expect(item.name == "Ann" && item.count == 4 && item.comment == nil && item.next == nil)
        let required: [String: Any] = ["id": 2, "name": NSNull()]
        #expect(code { try store.write { try store.create(Item.self, value: required) } } == .invalidValue)
    }

    // O10
    @Test func nilIsNoValueOfARequiredProperty() throws {
        let store = try Store(configuration: folder.rules)
        for name in ["bool", "int64", "text", "date", "uuid", "size", "key"] {
            var values: [String: Any] = ["key": "k"]
            values[name] = Int?.none as Any
            #expect(code { try store.write { try store.create(Everything.self, value: values) } } == .invalidValue)
        }
        #expect(
            code { try store.write { try store.create(Item.self, value: ["id": 1, "next": "no item"]) } }
                == .invalidValue)
        #expect(
            code { try store.write { try store.create(Item.self, value: ["id": 1, "next": Note("a")]) } }
                == .invalidValue)
        #expect(
            code { try store.write { try store.create(Item.self, value: ["id": 1, "next": ["no": 1]]) } }
                == .invalidValue)
        #expect(code { try store.write { try store.create(Item.self, value: 5) } } == .invalidValue)
        #expect(store.isEmpty)
    }
}

import Foundation
import Tarn
import Testing

private enum Maker {
    final class Part: EmbeddedObject, Codable {
        @Persisted var number: Int
    }

    final class Shelf: Object, Codable {
        @Persisted(primaryKey: true) var id: Int
        @Persisted var tags: List<String>
        @Persisted var numbers: MutableSet<Int>
        @Persisted var prices: Map<String, Double?>
        @Persisted var others: List<Shelf>
        @Persisted var parts: List<Part>
        @Persisted var mixed: List<AnyValue>
    }
}

@Suite struct DynamicCollectionTests {
    let folder = TemporaryFolder()

    @Test func collectionsAreReadAndChangedInPlace() throws {
        try Store(configuration: folder.configuration([Maker.Shelf.self])).close()
        let store = try Store(configuration: folder.configuration([]))
        try store.write {
            let shelf = try store.dynamicCreate(
                "Shelf",
                value: [
                    "id": 1, "tags": ["a", "b"], "numbers": [3, 1, 3], "prices": ["x": 1.5, "y": NSNull()],
                    "others": [["id": 2]], "parts": [["number": 7], ["number": 8]], "mixed": [1, "two", nil] as [Any?],
                ] as [String: Any])
            #expect(
                shelf["tags"] == ["a", "b"] && shelf["numbers"] == [1, 3] && shelf["prices"] == ["x": 1.5, "y": nil])
            #expect(shelf["mixed"] == [1, "two", nil] && shelf["parts"][1]?.object(DynamicObject.self)?["number"] == 8)
            let tags = try shelf.list("tags")
            try tags.append("c")
            try tags.insert("z", at: 0)
            try tags.move(from: 0, to: 3)
            try tags.remove(at: 0)
            try tags.set("B", at: 0)
            #expect(Array(tags) == ["B", "c", "z"])
            let numbers = try shelf.set("numbers")
            #expect(try numbers.insert(2) && !numbers.insert(3) && numbers.remove(1) && Array(numbers) == [2, 3])
            let prices = try shelf.map("prices")
            try prices.set(2, forKey: "z")
            #expect(try prices.removeValue(forKey: "x") && prices["x"] == nil && prices["z"] == 2.0)
            #expect(prices.map(\.key) == ["y", "z"])
            try shelf.list("parts").remove(at: 0)
            #expect(try store.dynamicObjects("Part").count == 1)
            try shelf.list("others").append(.object(shelf) as AnyValue)
            #expect(throws: StoreError.self) { try tags.append(5) }
            #expect(throws: StoreError.self) { try tags.append(nil) }
            #expect(throws: StoreError.self) { try shelf.set("text", for: "tags") }
        }
        let found = try store.dynamicObjects("Shelf").filter("ANY tags == 'z' AND others.@count == 2")
        #expect(found.map { $0["id"] } == [1])
        #expect(try Store.verify(at: folder.url.appendingPathComponent("test.tarn")).faults.isEmpty)
    }

    // O13
    @Test func collectionsAreCodedAndDetached() throws {
        let text = """
            {"id": 1, "tags": ["a"], "prices": {"x": 1.5}, "others": [{"id": 2}], "parts": [{"number": 3}],
             "mixed": [1]}
            """
        let decoded = try JSONDecoder().decode(Maker.Shelf.self, from: Data(text.utf8))
        let store = try Store(configuration: folder.configuration([Maker.Shelf.self]))
        try store.write { try store.add(decoded) }
        let shelf = try #require(store.object(ofType: Maker.Shelf.self, forPrimaryKey: 1))
        try store.write { shelf.others.append(shelf) }
        let copy = shelf.detached()
        #expect(copy.others.count == 2 && copy.others[1] === copy && Array(copy.tags) == ["a"])
        #expect(
            copy.parts[0].number == 3 && copy.prices["x"] == 1.5 && copy.mixed[0] == 1 && copy.parts[0].store == nil)
        copy.others.remove(at: 1)
        let again = try JSONDecoder().decode(Maker.Shelf.self, from: JSONEncoder().encode(copy))
        #expect(again.others[0].id == 2 && Array(again.tags) == ["a"] && again.parts[0].number == 3)
    }
}

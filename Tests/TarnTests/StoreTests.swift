import Foundation
import Tarn
import Testing

@Suite struct StoreTests {
    let folder = TemporaryFolder()

    @Test func anObjectIsFoundAgainAfterReopening() throws {
        let configuration = folder.configuration([Person.self])
        let store = try Store(configuration: configuration)
        let dog = Dog()
        dog.name = "Rex"
        let ann = Person(1, "Ann", age: 30)
        ann.dog = dog
        try store.write {
            try store.add(ann)
            #expect(ann.name == "Ann")
            ann.age = 31
            #expect(ann.age == 31)
        }
        #expect(ann.age == 31 && ann.dog?.name == "Rex" && ann.nickname == nil)
        store.close()
        #expect(ann.isInvalidated)

        let again = try Store(configuration: configuration)
        let found = try #require(again.object(ofType: Person.self, forPrimaryKey: 1))
        #expect(found.name == "Ann" && found.age == 31 && found.score == 0.5 && found.dog?.name == "Rex")
        #expect(again.object(ofType: Person.self, forPrimaryKey: 2) == nil)
        try again.write {
            try again.delete(try #require(found.dog))
        }
        #expect(found.dog == nil)
    }

    @Test func aURLThatIsNotOfAFileIsRefused() throws {
        let path = folder.url.appendingPathComponent("url.tarn").path
        for url in ["https://example.com\(path)", "data:\(path)"] {
            let configuration = Store.Configuration(fileURL: URL(string: url), objectTypes: [Person.self])
            #expect(code { try Store(configuration: configuration) } == .invalidPath, "\(url)")
        }
        #expect(!FileManager.default.fileExists(atPath: path))
    }
}

@Suite struct ResultsTests {
    let folder = TemporaryFolder()

    @Test func resultsCountIterateSortAndAddUp() throws {
        let store = try Store(configuration: folder.configuration([Person.self]))
        try store.write {
            for id in 0..<1000 { try store.add(Person(id, "name-\(id)", age: id % 100)) }
        }
        let all = store.objects(Person.self)
        #expect(all.count == 1000)
        #expect(all.map(\.id) == Array(0..<1000))
        #expect(all[500].name == "name-500")
        let sorted = all.sorted(by: \.age, ascending: false)
        #expect(sorted.first?.id == 99)
        #expect(sorted.limit(3).map(\.id) == [99, 199, 299])
        #expect(all.sum(of: \.age) == 49500)
        #expect(all.average(of: \.age) == 49.5)
        #expect(all.max(of: \.name) == "name-999")
        #expect(all.distinct(by: \.age).count == 100)
        #expect(all.values(of: \.name).last == "name-999")
        var total = 0
        all.scan(\.age, \.name) { ages, names in
            for index in 0..<ages.count { total += ages[index] + names.utf8Count(at: index) }
        }
        #expect(total == 49500 + 7890)
        try store.write {
            try all.limit(10).setValue(7, for: \.age)
            #expect(all[9].age == 7)
            try store.delete(all.limit(990))
            #expect(all.count == 10)
        }
        #expect(all.map(\.id) == Array(990..<1000))
    }
}

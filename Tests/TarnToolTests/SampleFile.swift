import Foundation
import Tarn

/// A person with one property of each kind that a tool prints differently.
final class Person: Object {
    @Persisted(primaryKey: true) var id: Int
    @Persisted var name: String
    @Persisted(indexed: true) var age: Int
    @Persisted var score: Double
    @Persisted var isActive: Bool
    @Persisted var nickname: String?
}

/// A file with four persons and so many others of age 20 as are asked for, in a folder that goes away with it.
final class SampleFile {
    let folder: URL
    let url: URL

    init(others: Int = 0) throws {
        folder = FileManager.default.temporaryDirectory.appendingPathComponent("tool-\(UUID())")
        url = folder.appendingPathComponent("people.tarn")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let store = try Store(configuration: .init(fileURL: url, objectTypes: [Person.self]))
        try store.write {
            for (id, name, age, nickname) in [
                (1, "Ann", 31, "A, \"n\""), (2, "Bo", 7, nil), (3, "Cy", 64, ""), (4, "Di", 31, nil),
            ] {
                let person = Person()
                person.id = id
                person.name = name
                person.age = age
                person.score = Double(id) / 2
                person.isActive = id % 2 == 1
                person.nickname = nickname
                try store.add(person)
            }
            for id in 0..<others { try store.create(Person.self, value: ["id": 100 + id, "age": 20]) }
        }
        store.close()
    }

    deinit { try? FileManager.default.removeItem(at: folder) }

    var path: String { url.path }
}

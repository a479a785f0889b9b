import Foundation
import Tarn

enum Size: String, PersistableEnum { case small, large }
enum Level: Int, PersistableEnum {
    case low = 1
    case high = 9
}

final class Person: Object {
    @Persisted(primaryKey: true) var id: Int
    @Persisted var name: String
    @Persisted(indexed: true) var age: Int
    @Persisted var score = 0.5
    @Persisted var city: String
    @Persisted var nickname: String?
    @Persisted var friend: Person?
    @Persisted var dog: Dog?
    var note = "ignored"

    convenience init(_ id: Int, _ name: String, age: Int = 0) {
        self.init()
        self.id = id
        self.name = name
        self.age = age
    }
}

final class Dog: Object {
    @Persisted var name: String
    @Persisted var size = Size.small
}

/// Every kind of value, each optional too.
final class Everything: Object {
    @Persisted(primaryKey: true) var key: String
    @Persisted var bool: Bool
    @Persisted var int8: Int8
    @Persisted var int16: Int16
    @Persisted var int32: Int32
    @Persisted var int64: Int64
    @Persisted var float: Float
    @Persisted var double: Double
    @Persisted var decimal: Decimal
    @Persisted var text: String
    @Persisted var data: Data
    @Persisted var date: Date
    @Persisted var uuid: UUID
    @Persisted var objectId: ObjectId
    @Persisted var size: Size
    @Persisted var level: Level
    @Persisted var maybeBool: Bool?
    @Persisted var maybeInt: Int?
    @Persisted var maybeInt8: Int8?
    @Persisted var maybeFloat: Float?
    @Persisted var maybeDouble: Double?
    @Persisted var maybeDecimal: Decimal?
    @Persisted var maybeText: String?
    @Persisted var maybeData: Data?
    @Persisted var maybeDate: Date?
    @Persisted var maybeUUID: UUID?
    @Persisted var maybeObjectId: ObjectId?
    @Persisted var maybeSize: Size?
    @Persisted var maybeLevel: Level?
}

/// A folder of its own for each test, removed when the test ends.
final class TemporaryFolder: Sendable {
    let url: URL
    init() {
        url = FileManager.default.temporaryDirectory.appendingPathComponent("tarn-\(UUID().uuidString)")
        try? FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    }
    deinit { try? FileManager.default.removeItem(at: url) }
    func configuration(_ types: [Object.Type], _ name: String = "test.tarn") -> Store.Configuration {
        Store.Configuration(fileURL: url.appendingPathComponent(name), objectTypes: types)
    }
}

import Foundation
import Tarn

/// Classes with values of any kind and of types of their own.
enum ValueModels {
    final class Owner: Object {
        @Persisted(primaryKey: true) var id: Int
        @Persisted var name: String
    }

    final class Setting: Object {
        @Persisted(primaryKey: true) var id: Int
        @Persisted var value: AnyValue
        @Persisted var maybe: AnyValue?
        @Persisted var preset: AnyValue = [1, "two"]
    }

    /// An embedded one, which no value of any kind can hold.
    final class Inner: EmbeddedObject {
        @Persisted var number: Int
    }

    final class Outer: Object {
        @Persisted var inner: Inner?
    }

    static let types: [Object.Type] = [Owner.self, Setting.self, Outer.self]

    /// A value of each kind that has no object in it.
    static var plain: [AnyValue] {
        [
            nil, true, 7, .float(1.5), 2.25, .decimal(Decimal(string: "1234567890.12345678901234567890")!), "text",
            .data(Data([1, 2])), .date(Date(timeIntervalSinceReferenceDate: 1.5)),
            .uuid(UUID(uuidString: "00000000-0000-4000-8000-000000000001")!),
            .objectId(ObjectId("65a1b2c3d4e5f60718293a41")!),
            [1, ["a": nil, "b": [true, 2.5]]], ["k": "v", "l": [[]]], .string(String(repeating: "long", count: 300)),
        ]
    }
}

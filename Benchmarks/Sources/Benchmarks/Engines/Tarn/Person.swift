internal import Tarn

/// The object of the common workload.
final class Person: Object {
    @Persisted(primaryKey: true) var id: Int
    @Persisted var name: String
    @Persisted(indexed: true) var age: Int
    @Persisted var score: Double
    @Persisted var city: String
    @Persisted var createdAt: Int
    @Persisted var active: Bool
}

// error: static property 'shared' is not concurrency-safe
import Tarn

final class Person: Object {
    @Persisted(primaryKey: true) var id: Int
    @Persisted var name: String
}

enum Global { static let shared = try? Store() }

// error: has no member 'write'
import Tarn

final class Person: Object {
    @Persisted(primaryKey: true) var id: Int
    @Persisted var name: String
}

func change(_ store: Store) throws {
    try store.frozen().write { print("never") }
}

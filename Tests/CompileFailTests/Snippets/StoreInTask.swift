// error: passing closure as a 'sending' parameter risks causing data races
import Tarn

final class Person: Object {
    @Persisted(primaryKey: true) var id: Int
    @Persisted var name: String
}

func share(_ store: Store) {
    Task { print(store.objects(Person.self).count) }
    print(store.isClosed)
}

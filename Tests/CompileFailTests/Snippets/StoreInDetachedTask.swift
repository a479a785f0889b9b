// error: passing closure as a 'sending' parameter risks causing data races
import Tarn

final class Person: Object {
    @Persisted(primaryKey: true) var id: Int
    @Persisted var name: String
}

func share(_ store: Store) {
    Task.detached { try store.write {} }
    print(store.isClosed)
}

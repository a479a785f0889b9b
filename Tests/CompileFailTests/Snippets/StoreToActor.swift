// error: sending 'store' risks causing data races
import Tarn

final class Person: Object {
    @Persisted(primaryKey: true) var id: Int
    @Persisted var name: String
}

actor Library {
    private var store: Store?
    func take(_ store: Store) { self.store = store }
}

func give(_ library: Library, _ store: Store) async { await library.take(store) }

// error: capture of 'store' with non-Sendable type
import Dispatch
import Tarn

final class Person: Object {
    @Persisted(primaryKey: true) var id: Int
    @Persisted var name: String
}

func share(_ store: Store, _ queue: DispatchQueue) {
    queue.async { print(store.isClosed) }
}

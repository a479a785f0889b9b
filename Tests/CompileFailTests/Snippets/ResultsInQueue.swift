// error: capture of 'people' with non-Sendable type
import Dispatch
import Tarn

final class Person: Object {
    @Persisted(primaryKey: true) var id: Int
    @Persisted var name: String
}

func share(_ people: Results<Person>, _ queue: DispatchQueue) {
    queue.async { print(people.count) }
}

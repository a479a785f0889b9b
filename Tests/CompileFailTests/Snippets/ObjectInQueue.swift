// error: capture of 'person' with non-Sendable type
import Dispatch
import Tarn

final class Person: Object {
    @Persisted(primaryKey: true) var id: Int
    @Persisted var name: String
}

func share(_ person: Person, _ queue: DispatchQueue) {
    queue.async { print(person.name) }
}

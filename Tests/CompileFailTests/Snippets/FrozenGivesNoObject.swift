// error: conformance of 'Object' to 'Sendable' is unavailable
import Tarn

final class Person: Object {
    @Persisted(primaryKey: true) var id: Int
    @Persisted var friend: Person?
}

func friend(_ person: Frozen<Person>) -> Person? {
    person.friend
}

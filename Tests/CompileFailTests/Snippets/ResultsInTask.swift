// error: passing closure as a 'sending' parameter risks causing data races
import Tarn

final class Person: Object {
    @Persisted(primaryKey: true) var id: Int
    @Persisted var name: String
}

func share(_ people: Results<Person>) {
    Task.detached { print(people.count) }
    print(people.count)
}

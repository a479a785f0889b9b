// error: has no member 'observe'
import Tarn

final class Person: Object {
    @Persisted(primaryKey: true) var id: Int
    @Persisted var name: String
}

func watch(_ people: Results<Person>) {
    let token = people.frozen().observe { _ in }
    print(token)
}

// error: has no dynamic member 'observe'
import Tarn

final class Person: Object {
    @Persisted(primaryKey: true) var id: Int
    @Persisted var name: String
}

func watch(_ person: Person) {
    let token = person.frozen().observe { _ in }
    print(token)
}

// error: dynamic key path member lookup cannot refer to instance method 'observe
import Tarn

final class Person: Object {
    @Persisted(primaryKey: true) var id: Int
    @Persisted var name: String
}

func watch(_ person: Person) {
    let token = person.frozen().observe { _ in }
    print(token)
}

// error: cannot assign to property
import Tarn

final class Person: Object {
    @Persisted(primaryKey: true) var id: Int
    @Persisted var name: String
}

func rename(_ person: Person) {
    var frozen = person.frozen()
    frozen.name = "Ann"
}

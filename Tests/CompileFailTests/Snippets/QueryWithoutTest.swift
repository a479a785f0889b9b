// error: cannot convert value of type 'Query<String>' to closure result type 'Query<Bool>'
import Tarn

final class Person: Object {
    @Persisted(primaryKey: true) var id: Int
    @Persisted var name: String
}

func find(_ store: Store) { print(store.objects(Person.self).where { $0.name }.count) }

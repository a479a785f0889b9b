// error: binary operator '>' cannot be applied to operands of type 'Query<String>' and 'Int'
import Tarn

final class Person: Object {
    @Persisted(primaryKey: true) var id: Int
    @Persisted var name: String
}

func find(_ store: Store) { print(store.objects(Person.self).where { $0.name > 5 }.count) }

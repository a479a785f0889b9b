// error: instance method 'sum(of:)' requires that 'String' conform
import Tarn

final class Person: Object {
    @Persisted(primaryKey: true) var id: Int
    @Persisted var name: String
}

func sum(_ store: Store) { print(store.objects(Person.self).sum(of: \.name)) }

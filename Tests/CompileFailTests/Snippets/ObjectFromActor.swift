// error: non-Sendable 'Person?'-typed result can not be returned
import Tarn

final class Person: Object {
    @Persisted(primaryKey: true) var id: Int
    @Persisted var name: String
}

actor Library {
    private let store: Store
    init(_ configuration: Store.Configuration) throws { store = try Store(configuration: configuration) }
    func first() -> Person? { store.objects(Person.self).first }
}

func read(_ library: Library) async { print(await library.first()?.name as Any) }

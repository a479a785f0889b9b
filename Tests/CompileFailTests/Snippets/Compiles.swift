// compiles
import Tarn

final class Person: Object {
    @Persisted(primaryKey: true) var id: Int
    @Persisted var name: String
}

func useStore(_ configuration: Store.Configuration) throws {
    let store = try Store(configuration: configuration)
    try store.write { try store.add(Person()) }
    print(store.objects(Person.self).where { $0.name == "a" }.sorted(by: \.id).count)
}

actor Library {
    private var store: Store?

    func open(_ configuration: Store.Configuration) async throws {
        store = try Store(configuration: configuration)
        await Task.yield()
        print(store?.objects(Person.self).first?.name as Any)
    }
}

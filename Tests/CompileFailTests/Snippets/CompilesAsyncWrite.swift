// compiles
import Tarn

final class Person: Object {
    @Persisted(primaryKey: true) var id: Int
    @Persisted var name: String
}

@MainActor func rename(_ key: Int, in store: Store) async throws -> Int {
    let person = store.object(ofType: Person.self, forPrimaryKey: key)
    let count = try await store.asyncWrite(author: "menu") { store in
        store.object(ofType: Person.self, forPrimaryKey: key)?.name = "other"
        return store.objects(Person.self).count
    }
    print(person?.name as Any)
    return count
}

actor Library {
    private var store: Store?
    private var failures = 0

    func fill() async throws {
        guard let store else { return }
        try await store.asyncWrite { store in try store.add(Person()) }
        store.writeAsync { store in
            try store.deleteAll(Person.self)
        } onComplete: { error in
            if error != nil { self.failures += 1 }
        }
        try await store.asyncRefresh()
    }
}

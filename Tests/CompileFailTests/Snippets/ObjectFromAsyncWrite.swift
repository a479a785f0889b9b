// error: conformance of 'Object' to 'Sendable' is unavailable
import Tarn

final class Person: Object {
    @Persisted(primaryKey: true) var id: Int
    @Persisted var name: String
}

@MainActor func first(in store: Store) async throws -> Person? {
    try await store.asyncWrite { store in store.objects(Person.self).first }
}

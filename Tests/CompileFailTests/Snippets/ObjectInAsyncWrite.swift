// error: capture of 'person' with non-Sendable type 'Person' in a '@Sendable' closure
import Tarn

final class Person: Object {
    @Persisted(primaryKey: true) var id: Int
    @Persisted var name: String
}

@MainActor func rename(_ person: Person, in store: Store) async throws {
    try await store.asyncWrite { _ in person.name = "other" }
}

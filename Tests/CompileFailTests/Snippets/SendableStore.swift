// error: conformance of 'Store' to 'Sendable' is unavailable
import Tarn

final class Person: Object {
    @Persisted(primaryKey: true) var id: Int
    @Persisted var name: String
}

func need<T: Sendable>(_ value: T) {}
func check(_ store: Store) { need(store) }

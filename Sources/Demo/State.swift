internal import Tarn

/// A state or territory, which has its airports in a list.
final class State: Object {
    @Persisted(primaryKey: true) var code: String
    @Persisted var airports: List<Airport>
}

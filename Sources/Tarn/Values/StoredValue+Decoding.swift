internal import TarnRecords

extension Persistable {
    /// Traps when a stored value is sound but makes no value of the type (E1, E2).
    static func requireValue(of stored: StoredValue, _ place: @autoclosure () -> String) {
        precondition(
            !(self is any PersistableEnum.Type), "E1: \(place()) holds \(stored.literal), which is no \(Self.self)")
        let isKnown = (self as? any FailableCustomPersistable.Type)?.isSound(stored) ?? false
        precondition(!isKnown, "E2: \(place()) holds \(stored.literal), of which no \(Self.self) is made")
    }
}

extension FailableCustomPersistable {
    /// Whether a stored value is one of the type that is stored.
    fileprivate static func isSound(_ stored: StoredValue) -> Bool { PersistedType._decode(stored, nil) != nil }
}

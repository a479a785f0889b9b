/// What adding an object does when one with its primary key exists.
public enum UpdatePolicy: Sendable, Hashable {
    /// Throws `duplicatePrimaryKey` (P3).
    case error
    /// Writes only the properties that differ (P6).
    case modified
    /// Writes every property, the same values too (P5).
    case all
}

/// What a value of any kind is, as `.@type` in a query asks.
public enum MixedKind: String, Hashable, Sendable, CaseIterable {
    /// One kind each.
    case null, bool, int, float, double, decimal, date, string, data, uuid, objectId, object, list, map
}

extension MixedValue {
    /// What the value is.
    public var kind: MixedKind {
        switch self {
        case .null: .null
        case .bool: .bool
        case .integer: .int
        case .float: .float
        case .double: .double
        case .date: .date
        case .decimal: .decimal
        case .uuid: .uuid
        case .objectId: .objectId
        case .string: .string
        case .data: .data
        case .object: .object
        case .list: .list
        case .map: .map
        }
    }
}

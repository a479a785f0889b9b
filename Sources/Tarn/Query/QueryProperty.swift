internal import FoundationEssentials
internal import TarnRecords

/// A persisted property that a query looks at.
struct QueryProperty {
    let column: Int
    let kind: ValueKind
}

extension ObjectContext {
    /// The property at the end of a key path, or nil when the path leads elsewhere.
    ///
    /// The first time costs two instances of the class; later the path is looked up, which is some 50 times faster.
    func queryProperty(at keyPath: AnyKeyPath) -> QueryProperty? {
        if let known = knownPaths[keyPath] { return known }
        guard let property = description.property(at: keyPath), property.isRead(by: keyPath, of: description.type),
            let column = table.column(named: property.columnName)
        else { return nil }
        let found = QueryProperty(column: column, kind: property.kind)
        knownPaths[keyPath] = found
        return found
    }
}

extension PropertyDescription {
    /// Whether a key path that reads the property gives what is in it.
    ///
    /// Tracing cannot tell a property from a computed one that makes something of it (`name.uppercased()`), and a query
    /// over the wrong one would find the wrong objects. So a few samples are put in and have to come out unchanged.
    fileprivate func isRead(by keyPath: AnyKeyPath, of type: Object.Type) -> Bool {
        let object = type.init()
        return samples.allSatisfy { sample in
            guard with(object, { $0.assign(sample) }) else { return true }
            let (value, stored) = with(object) { ($0.linkedObject, $0.stored) }
            guard let read = object[keyPath: keyPath] as? any Persistable else { return stored == .null }
            return kind == .link ? (read as? Object) === value : read.__stored == stored
        }
    }

    /// Values that computed properties are likely to change: signs, sizes, case, blanks, nothing at all.
    private var samples: [Any] {
        let nothing: [Any] = isOptional ? [Any?.none as Any] : []
        if let type = field.valueType as? any PersistableEnum.Type { return type.firstAndLast }
        if let type = field.valueType as? any EnumSamples.Type { return type.samples + nothing }
        switch kind {
        case .bool: return [true, false] + nothing
        case .int8: return [-41, 41] + nothing
        case .int16, .int32, .int64: return [-8191, 8191] + nothing
        case .float, .double: return [-8191.25, 8191.25] + nothing
        case .decimal: return [Decimal(-8191), Decimal(8191)] + nothing
        case .date: return [Date(timeIntervalSinceReferenceDate: -8191.25)] + nothing
        case .string: return [" Ab\u{E9}\t" + String(repeating: "9", count: 80), ""] + nothing
        case .data: return [Data([1, 0, 255])] + nothing
        case .uuid: return [UUID()] + nothing
        case .objectId: return [ObjectId()] + nothing
        case .any, .list, .set, .map: return []
        case .link: return (field.linkTarget.map { [$0.init()] } ?? []) + nothing
        }
    }
}

extension PersistableEnum {
    fileprivate static var firstAndLast: [Any] {
        let cases = Array(allCases)
        return cases.isEmpty ? [] : [cases[0], cases[cases.count - 1]]
    }
}

/// The samples of an enum behind an optional whose type is not known.
private protocol EnumSamples {
    static var samples: [Any] { get }
}

extension Optional: EnumSamples where Wrapped: PersistableEnum {
    fileprivate static var samples: [Any] { Wrapped.firstAndLast }
}

internal import FoundationEssentials
internal import TarnRecords

/// A persisted property that a query looks at.
struct QueryProperty {
    /// The number of the column; that of linking objects, which have none, is negative.
    let column: Int
    let kind: ValueKind
    /// Where the elements of a collection are; nil for a single value.
    var relation: Filter.Relation?
}

extension ObjectContext {
    /// The property at the end of a key path, or nil when the path leads elsewhere.
    ///
    /// The first time costs two instances of the class; later the path is looked up, which is some 50 times faster.
    func queryProperty(at keyPath: AnyKeyPath) -> QueryProperty? {
        if let known = knownPaths[keyPath] { return known }
        if let linking = PropertyTrace.linkingProperty(of: keyPath, in: description) {
            let found = queryTypes.relation(of: linking).map { QueryProperty(column: -1, kind: .list, relation: $0) }
            knownPaths[keyPath] = found
            return found
        }
        guard let property = description.property(at: keyPath), property.isRead(by: keyPath, of: description.type),
            let column = table.column(named: property.columnName)
        else { return nil }
        let relation: Filter.Relation? = property.kind.isCollection ? .elements(column: column) : nil
        let found = QueryProperty(column: column, kind: property.kind, relation: relation)
        knownPaths[keyPath] = found
        return found
    }
}

/// The types that queries can lead to, as the file and the classes know them.
struct QueryTypes: Sendable {
    let catalogue: Catalogue
    let descriptions: [ClassDescription]

    /// The class of a type of the file.
    func description(of table: Table) -> ClassDescription? { descriptions.first { $0.name == table.name } }

    /// Where the objects are that a linking property lists.
    func relation(of linking: LinkingProperty) -> Filter.Relation? {
        let origin = ClassDescription.of(linking.origin)
        guard let table = catalogue.table(named: origin.name),
            let source = origin.property(named: linking.originProperty),
            let column = table.column(named: source.columnName)
        else { return nil }
        return .inverse(table: table.id, column: column)
    }
}

extension ObjectContext {
    /// The types of the store, or of the frozen objects.
    var queryTypes: QueryTypes {
        if let frozenTypes { return frozenTypes }
        return QueryTypes(catalogue: connection.catalogue, descriptions: connection.descriptions)
    }

    /// The context of the class of linked objects.
    func queryContext(of type: Object.Type) -> ObjectContext {
        if type == description.type { return self }
        guard let types = frozenTypes else { return connection.context(type) }
        let linked = ClassDescription.of(type)
        guard let table = types.catalogue.table(named: linked.name) else {
            preconditionFailure("C11: \(linked.name) is not in the file")
        }
        let context = ObjectContext(freezing: linked, table)
        context.frozenTypes = types
        return context
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
        case .any: return [AnyValue.int(-8191), AnyValue.string(" Ab"), AnyValue.null]
        case .list, .set, .map: return []
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

internal import TarnRecords

/// A property that is computed of the links of others (L2). It has no column in the file.
struct LinkingProperty: Sendable {
    let name: String
    let offset: Int
    /// The class whose objects link here, and which of its properties does.
    let origin: Object.Type
    let originProperty: String
    /// What its wrapper holds in the place of a column; no column has such a number.
    let number: Int

    /// The number of the first computed property of a class.
    static let firstNumber = 0x8000

    /// The linking properties among the fields of a class.
    static func properties(_ fields: some Sequence<FieldLayout.Field>, _ prototype: Object) -> [LinkingProperty] {
        let found = fields.compactMap { field -> (FieldLayout.Field, any AnyLinkingObjects)? in
            guard let type = field.type as? any PersistedField.Type else { return nil }
            return linking(type, FieldAddress(of: prototype, offset: field.offset)).map { (field, $0) }
        }
        return found.enumerated().map { place, entry in
            LinkingProperty(
                name: entry.0.name.hasPrefix("_") ? String(entry.0.name.dropFirst()) : entry.0.name,
                offset: entry.0.offset, origin: type(of: entry.1).origin, originProperty: entry.1.originProperty,
                number: firstNumber + place)
        }
    }

    private static func linking<Field: PersistedField>(
        _ field: Field.Type, _ address: FieldAddress
    ) -> (any AnyLinkingObjects)? {
        address.with(Field.self) { $0.anyValue as? any AnyLinkingObjects }
    }

    /// Why the property cannot be computed, if it cannot.
    func problem(of target: ClassDescription) -> String? {
        let description = ClassDescription.of(origin)
        if originProperty.isEmpty { return "needs @Persisted(originProperty:) to say which property links here" }
        guard let property = description.property(named: originProperty) else {
            return "\(description.name) has no persisted property \(originProperty)"
        }
        if property.field.linkTarget == target.type { return nil }
        return "\(description.name).\(originProperty) does not link to \(target.name)"
    }
}

/// Linking objects whose class is not known.
protocol AnyLinkingObjects {
    static var origin: Object.Type { get }
    /// Empty unless it was declared.
    var originProperty: String { get }
}

extension ObjectContext {
    /// Where the objects of a linking property come from: the context of their class, and the column that links.
    func origin(_ property: LinkingProperty) -> (context: ObjectContext, column: Int) {
        let context = connection.context(property.origin)
        guard let source = context.description.property(named: property.originProperty),
            let column = context.table.column(named: source.columnName)
        else { preconditionFailure("L2: \(context.description.name).\(property.originProperty) is not in the file") }
        return (context, column)
    }
}

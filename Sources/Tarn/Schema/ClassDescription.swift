internal import Synchronization
internal import TarnRecords

/// What is known about a class of objects: found once by reflection, then kept.
final class ClassDescription: Sendable {
    let type: Object.Type
    let name: String
    let properties: [PropertyDescription]
    /// Those that are computed of the links of others.
    let linkingProperties: [LinkingProperty]
    /// Whether every stored property of the class is persisted, so that an instance has no state of its own.
    let isWhollyPersisted: Bool
    /// The property that identifies objects of the class.
    let primaryKey: PropertyDescription?
    /// Whether an instance can hold something that keeps it from being added, apart from its primary key.
    let canBeRefused: Bool

    private static let known = Mutex<[ObjectIdentifier: ClassDescription]>([:])

    /// The description of a class; the first call for a class looks at its metadata and one instance.
    static func of(_ type: Object.Type) -> ClassDescription {
        let identifier = ObjectIdentifier(type)
        if let found = known.withLock({ $0[identifier] }) { return found }
        let made = ClassDescription(type)
        return known.withLock { known in
            if let found = known[identifier] { return found }
            known[identifier] = made
            return made
        }
    }

    private init(_ type: Object.Type) {
        self.type = type
        name = String(describing: type)
        let mapping = type.propertiesMapping()
        let prototype = type.init()
        let inherited = FieldLayout.fields(of: Object.self).count
        let fields = FieldLayout.fields(of: type).dropFirst(inherited)
        properties = fields.compactMap { field in
            guard let fieldType = field.type as? any PersistedField.Type, !fieldType.isLinking else { return nil }
            return PropertyDescription(field, fieldType, mapping, prototype)
        }
        linkingProperties = LinkingProperty.properties(fields, prototype)
        isWhollyPersisted = properties.count + linkingProperties.count == fields.count
        primaryKey = properties.first(where: \.isPrimaryKey)
        canBeRefused = properties.contains {
            $0.kind == .decimal || $0.kind == .any || $0.kind.isCollection || $0.field.linkTarget != nil
        }
        checkOffsets(prototype)
    }

    /// What stands in for the class of a type that is read without: no properties, since those are reached by name.
    init(dynamic name: String) {
        type = DynamicObject.self
        self.name = name
        properties = []
        linkingProperties = []
        isWhollyPersisted = true
        primaryKey = nil
        canBeRefused = true
    }

    /// Whether it stands in for a class.
    var isDynamic: Bool { type == DynamicObject.self }

    /// Proves on a live instance that every offset is where its wrapper lies.
    private func checkOffsets(_ prototype: Object) {
        let offsets = (properties.map(\.offset) + linkingProperties.map(\.offset)).sorted()
        ColumnAssignment(offsets.enumerated().map { ($1, UInt16($0)) }).apply(to: prototype)
        var columns: [UInt16] = []
        var mirror: Mirror? = Mirror(reflecting: prototype)
        while let level = mirror {
            columns = level.children.compactMap { ($0.value as? any PersistedField)?.column } + columns
            mirror = level.superclassMirror
        }
        precondition(
            columns == offsets.indices.map { UInt16($0) },
            "the layout of \(name) is not what the runtime reports; this Swift version is not supported")
    }

    /// The class as the record layer describes it.
    var schema: ObjectSchema {
        ObjectSchema(
            name: name, properties: properties.map(\.schema), isEmbedded: isEmbedded, uniqueKeys: type.uniqueKeys(),
            parent: parent.map { String(describing: $0) })
    }

    /// Whether objects of the class belong to exactly one other object.
    var isEmbedded: Bool { type is EmbeddedObject.Type }

    /// The class with persisted properties that this one inherits from, if there is one.
    var parent: Object.Type? {
        guard let parent = _getSuperclass(type) as? Object.Type, parent != Object.self, parent != EmbeddedObject.self
        else { return nil }
        let description = ClassDescription.of(parent)
        return description.properties.isEmpty ? description.parent : parent
    }

    /// A property by its Swift name; O(properties).
    func property(named name: String) -> PropertyDescription? { properties.first { $0.name == name } }

    /// The places of all wrappers of an instance, and what each of them holds.
    ///
    /// - Parameter columns: The columns of the properties.
    func assignment(_ columns: [Int]) -> ColumnAssignment {
        ColumnAssignment(
            zip(properties, columns).map { ($0.offset, UInt16($1)) }
                + linkingProperties.map { ($0.offset, UInt16($0.number)) })
    }

    /// Lets go of the objects that an instance linked to before it was added. Collections that the program holds stand
    /// for those of the stored object from now on.
    func forgetLinks(of object: Object, _ context: ObjectContext) {
        for (property, column) in zip(properties, context.columns) {
            if property.kind == .link || property.kind == .any {
                _ = property.with(object) { $0.assign(Any?.none as Any) }
            } else if property.kind.isCollection {
                let collection = property.with(object) { $0.takeCollection() }
                collection?.manage(CollectionHome(owner: object, context: context, column: column))
            }
        }
    }

    /// The property at the end of a key path, or nil when the path leads elsewhere.
    func property(at keyPath: AnyKeyPath) -> PropertyDescription? {
        guard let index = PropertyTrace.lastProperty(of: keyPath, in: self) else { return nil }
        return properties[index]
    }
}

/// One persisted property of a class.
struct PropertyDescription: Sendable {
    let name: String
    let columnName: String
    let offset: Int
    let field: any PersistedField.Type
    let isPrimaryKey: Bool
    let isIndexed: Bool
    let options: FieldOptions
    let defaultValue: StoredValue

    init(
        _ layout: FieldLayout.Field, _ field: any PersistedField.Type, _ mapping: [String: String], _ prototype: Object
    ) {
        name = layout.name.hasPrefix("_") ? String(layout.name.dropFirst()) : layout.name
        columnName = mapping[name] ?? name
        offset = layout.offset
        self.field = field
        let (options, value) = Self.inspect(field, FieldAddress(of: prototype, offset: layout.offset))
        isPrimaryKey = options.contains(.primaryKey)
        isIndexed = options.contains(.indexed)
        self.options = options
        defaultValue = value
    }

    private static func inspect<Field: PersistedField>(
        _ field: Field.Type, _ address: FieldAddress
    ) -> (FieldOptions, StoredValue) {
        address.with(Field.self) { ($0.options, $0.stored) }
    }

    var kind: ValueKind { field.valueKind }
    var isOptional: Bool { field.valueIsOptional }

    var schema: PropertySchema {
        PropertySchema(
            name: name, columnName: columnName, kind: kind, isOptional: isOptional, isPrimaryKey: isPrimaryKey,
            isIndexed: isIndexed, isFullText: options.contains(.fullText), isUnique: options.contains(.unique),
            element: field.element, deleteRule: options.deleteRule, defaultValue: defaultValue,
            linkTarget: field.linkTarget.map { String(describing: $0) })
    }

    /// Does something with the wrapper of an instance.
    func with<R, Failure: Error>(
        _ object: Object, _ body: (inout any PersistedField) throws(Failure) -> R
    ) throws(Failure) -> R {
        try Self.open(field, FieldAddress(of: object, offset: offset), body)
    }

    private static func open<Field: PersistedField, R, Failure: Error>(
        _ field: Field.Type, _ address: FieldAddress, _ body: (inout any PersistedField) throws(Failure) -> R
    ) throws(Failure) -> R {
        try address.with(Field.self) { (wrapper) throws(Failure) in
            var any: any PersistedField = wrapper
            defer { if let changed = any as? Field { wrapper = changed } }
            return try body(&any)
        }
    }

    /// The value of an unmanaged instance written straight into a row.
    func write(_ object: Object, _ writer: RowWriter, _ column: Int) throws(RecordError) {
        try Self.write(field, FieldAddress(of: object, offset: offset), writer, column)
    }

    private static func write<Field: PersistedField>(
        _ field: Field.Type, _ address: FieldAddress, _ writer: RowWriter, _ column: Int
    ) throws(RecordError) {
        try address.with(Field.self) { (wrapper) throws(RecordError) in try wrapper.write(writer, column) }
    }

    /// The value of an object as text.
    func describe(_ object: Object) -> String {
        guard let context = object.context else { return with(object) { "\($0.anyValue)" } }
        return context.describe(object, self)
    }
}

extension PropertyDescription {
    /// What is wrong with how a link or a collection of links is declared (L1); nil when nothing is.
    ///
    /// What a link leads to can be deleted: the link is nil then, an element of a list or set goes, and the value of a
    /// map is nil.
    var linkProblem: String? {
        if field.linkTarget == nil { return nil }
        switch kind {
        case .link: return isOptional ? nil : "a link must be optional: declare it with ?"
        case .map:
            return field.element?.isOptional == true ? nil : "the objects of a map are optional: declare them with ?"
        default:
            return field.element?.isOptional == true ? "objects of a list or set are never nil: leave the ? out" : nil
        }
    }

    /// What a new object has; a new one each time, since a default such as UUID() differs from object to object.
    func initialValue<Value: Persistable>(in type: Object.Type) -> Value? {
        guard field == Persisted<Value>.self else { return nil }
        let object = type.init()
        return withExtendedLifetime(object) {
            FieldAddress(of: object, offset: offset).with(Persisted<Value>.self) { $0.value }
        }
    }

    /// The value of an instance, managed or not.
    func anyValue(of object: Object) -> Any {
        guard let context = object.context else { return with(object) { $0.anyValue } }
        return context.anyValue(object, self)
    }
}

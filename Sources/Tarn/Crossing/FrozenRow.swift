internal import TarnRecords

/// The values that an object had in one version, copied out of the file.
final class FrozenRow: Sendable {
    let type: FrozenClass
    let key: ObjectKey
    let version: UInt64
    /// By column; those that the program does not declare are null.
    let values: [StoredValue]
    /// Where the objects are that this one links to; nil without links and in a write.
    let snapshot: FrozenVersion?
    /// What became of the write that the object was frozen in.
    let fate: WriteFate?

    init(
        _ type: FrozenClass, _ key: ObjectKey, _ version: UInt64, _ values: [StoredValue], _ snapshot: FrozenVersion?,
        _ fate: WriteFate? = nil
    ) {
        self.type = type
        self.key = key
        self.version = version
        self.values = values
        self.snapshot = type.needsVersion(values) ? snapshot : nil
        self.fate = fate
    }

    /// Copies the values of an object, or nil when there is none with the key.
    static func values(
        _ session: RecordSession, _ type: FrozenClass, _ key: ObjectKey
    ) throws(RecordError) -> [StoredValue]? {
        guard let cluster = try session.cluster(type.table, key.cluster), cluster.presence & key.bit != 0 else {
            return nil
        }
        var values = Array(repeating: StoredValue.null, count: type.table.columns.count)
        for column in type.columns { values[column] = try session.value(cluster, key, column, type.table) }
        return values
    }

    /// An instance that reads from the copies. It lives as long as one access needs it.
    func instance() -> Object {
        let object = type.description.type.init()
        bind(object)
        return object
    }

    /// An instance of the class known to the compiler.
    func instance<T: Object>(of class: T.Type) -> T {
        if type.description.type == T.self {
            let object = T()
            bind(object)
            return object
        }
        guard let object = instance() as? T else {
            preconditionFailure("O9: a frozen \(type.description.name) is no \(T.self)")
        }
        return object
    }

    private func bind(_ object: Object) {
        type.context.attach(object, key)
        object.__found(.none, self)
    }

    /// The object that a link leads to.
    func linked(_ target: Object.Type, _ key: ObjectKey) -> Object? { linkedRow(target, key)?.instance() }

    /// The objects that link to this one by the property that one of its computed ones is the other end of.
    func linking(_ property: LinkingProperty) -> [FrozenRow] {
        guard let snapshot else {
            preconditionFailure(
                "F5: \(type.description.name) was frozen within a write, where who links to it is not final; "
                    + "follow links of what is frozen outside")
        }
        let origin = snapshot.type(property.origin)
        let source = origin.description.property(named: property.originProperty)?.columnName
        guard let column = source.flatMap({ origin.table.column(named: $0) }) else { return [] }
        let table = type.table
        let keys = snapshot.read { (session) throws(RecordError) in
            try session.sourceKeys(of: key, table, from: origin.table, column: column)
        }
        return (keys ?? []).compactMap { snapshot.row(origin, ObjectKey(rawValue: $0)) }
    }

    /// What a link leads to; traps where links cannot be followed.
    func linkedRow(_ target: Object.Type, _ key: ObjectKey) -> FrozenRow? {
        guard let snapshot else {
            preconditionFailure(
                "F5: \(type.description.name) was frozen within a write, where the objects that it links to are not "
                    + "final; follow links of what is frozen outside")
        }
        return snapshot.row(target, key)
    }

    /// A value of any kind; the objects in it are of the same version.
    func anyValue(_ stored: StoredValue) -> AnyValue {
        AnyValue(stored.mixed ?? .null) { link in
            guard let target = snapshot?.type(at: link.table) else { return nil }
            return linked(target, link.object)
        }
    }

    /// Whether two stand for the same object in the same version with the same values.
    func isSame(as other: FrozenRow) -> Bool {
        if self === other { return true }
        return key == other.key && version == other.version && type.table.id == other.type.table.id
            && type.identity == other.type.identity && values.count == other.values.count
            && zip(values, other.values).allSatisfy { $0.isIdentical(to: $1) }
    }
}

extension StoredValue {
    /// Whether it leads to another object.
    var isLink: Bool {
        switch self {
        case .link: true
        case .any(let value): !value.links.isEmpty
        default: false
        }
    }
}

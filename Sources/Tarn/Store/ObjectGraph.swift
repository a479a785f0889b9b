internal import FoundationEssentials
internal import TarnRecords

/// An object that is to be added and the unmanaged ones behind its links, checked before anything of them is written:
/// what is refused leaves nothing behind.
struct ObjectGraph {
    /// The object first, then those that it links to. Cycles end where an object has been met.
    private(set) var members: [(object: Object, context: ObjectContext)] = []
    /// Which member and which of its properties an embedded member belongs to through a link.
    private(set) var owners: [ObjectIdentifier: (member: Int, property: Int)] = [:]
    private let connection: Connection
    private let session: RecordSession
    private let policy: UpdatePolicy
    private var met: Set<ObjectIdentifier> = []
    private var keys: Set<MemberKey> = []

    private struct MemberKey: Hashable {
        let table: UInt16
        let bytes: [UInt8]
    }

    init(
        _ root: Object, _ connection: Connection, _ session: RecordSession, _ policy: UpdatePolicy
    ) throws(StoreError) {
        self.connection = connection
        self.session = session
        self.policy = policy
        add(root)
        var next = 0
        while next < members.count {
            let (object, context) = members[next]
            try checkKey(of: object, context)
            try checkValues(of: object, context, next)
            next += 1
        }
    }

    private mutating func add(_ object: Object) {
        if met.insert(ObjectIdentifier(object)).inserted {
            members.append((object, connection.context(type(of: object))))
        }
    }

    /// Takes what a collection links to along.
    private mutating func add(
        _ collection: PersistedCollection, _ target: Object.Type?, _ name: String
    ) throws(StoreError) {
        try collection.checkNumbers(name)
        for held in collection.heldObjects where try connection.isNew(held: held, name) { add(held) }
        for object in collection.linkedObjects {
            if object is EmbeddedObject {
                object.requireNoOwner(name)
                precondition(
                    !met.contains(ObjectIdentifier(object)),
                    "L4: \(name) holds an embedded object that has an owner already")
            }
            try object.requireClass(target, name)
            guard let other = object.context else {
                add(object)
                continue
            }
            guard other.connection === connection, other.exists(object) else {
                throw StoreError(
                    .objectOfAnotherStore, "O5: \(name) links to an object that is deleted or of another store")
            }
        }
    }

    private mutating func checkKey(of object: Object, _ context: ObjectContext) throws(StoreError) {
        let table = context.table
        guard let property = context.description.primaryKey, let column = table.primaryKey else { return }
        let value = property.with(object) { $0.stored }
        let coded = KeyCoding.bytes(value, table.columns[column].kind)
        if !table.hasIntegerKey && !coded.isExact {
            throw StoreError(RecordError.keyTooLong(table), path: connection.path)
        }
        if policy != .error { return }
        let existing = try connection.record { () throws(RecordError) in try session.object(table, primaryKey: value) }
        let isFirst = keys.insert(MemberKey(table: table.id, bytes: coded.bytes)).inserted
        if existing != nil || !isFirst {
            throw StoreError(
                .duplicatePrimaryKey, "P3: there is already a \(table.name) with the primary key \(value.literal)")
        }
    }

    /// Takes in an embedded object, which has no other owner (L4).
    private mutating func add(embedded target: Object, owner: Int, property: Int, _ name: @autoclosure () -> String) {
        target.requireNoOwner(name())
        precondition(
            !met.contains(ObjectIdentifier(target)), "L4: \(name()) holds an embedded object that has an owner already")
        owners[ObjectIdentifier(target)] = (owner, property)
        add(target)
    }

    private mutating func checkValues(of object: Object, _ context: ObjectContext, _ member: Int) throws(StoreError) {
        for (index, property) in context.description.properties.enumerated() {
            switch property.kind {
            case .link:
                guard let target = property.with(object, { $0.linkedObject }) else { continue }
                try target.requireClass(
                    property.field.linkTarget, "\(context.description.name).\(property.name)")
                if target is EmbeddedObject {
                    let name = "\(context.description.name).\(property.name)"
                    add(embedded: target, owner: member, property: index, name)
                    continue
                }
                guard let other = target.context else {
                    add(target)
                    continue
                }
                guard other.connection === connection, other.exists(target) else {
                    let name = "\(context.description.name).\(property.name)"
                    throw StoreError(
                        .objectOfAnotherStore, "O5: \(name) links to an object that is deleted or of another store")
                }
            case .decimal:
                if let decimal = property.with(object, { $0.anyValue }) as? Decimal, decimal.isNaN {
                    throw StoreError(
                        .invalidValue,
                        "\(context.description.name).\(property.name) is not a number; a decimal must be one")
                }
            case .list, .set, .map:
                guard let collection = property.with(object, { $0.collection }) else { continue }
                try add(collection, property.field.linkTarget, "\(context.description.name).\(property.name)")
            case .any:
                try add(heldBy: property.with(object, { $0.anyValue }), "\(context.description.name).\(property.name)")
            default: continue
            }
        }
    }

    /// Takes in the objects in a value of any kind.
    private mutating func add(heldBy value: Any, _ name: @autoclosure () -> String) throws(StoreError) {
        guard let value = value as? any ObjectHolder else { return }
        if let problem = value.problem { throw StoreError(.invalidValue, "\(name()): \(problem)") }
        for held in value.heldObjects where try connection.isNew(held: held, name()) { add(held) }
    }
}

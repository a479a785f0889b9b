internal import FoundationEssentials
internal import TarnRecords

/// What a property is given by its name, found to fit.
indirect enum DynamicInput {
    case stored(StoredValue)
    /// A value of any kind, whose objects may have to be added.
    case any(AnyValue)
    /// An unmanaged object of a class.
    case adopted(Object)
    /// An object to be created.
    case new(DynamicPlan)
    case elements([DynamicInput])
    case entries([(key: String, value: DynamicInput)])
}

/// An object to be created: what its columns are given.
struct DynamicPlan {
    let table: Table
    var inputs: [Int: DynamicInput] = [:]
}

/// Turns what comes from outside into what columns can hold, before anything is written.
struct DynamicInputs {
    private let connection: Connection
    /// The deepest nesting that is taken: what comes from outside must not use the stack up.
    private static let maximumDepth = 256

    init(_ connection: Connection) { self.connection = connection }

    /// An object of a dictionary or an array (O7).
    func plan(_ table: Table, _ value: Any, _ depth: Int) throws(StoreError) -> DynamicPlan {
        if depth > Self.maximumDepth {
            throw StoreError(
                .invalidValue, "O12: dictionaries are nested more than \(Self.maximumDepth) deep; add in parts")
        }
        var plan = DynamicPlan(table: table)
        switch (value as? AnyValue)?.payload ?? value {
        case let values as [String: Any]:
            for (name, value) in values {
                guard let column = table.column(named: name) else {
                    throw StoreError(.invalidValue, "O9: \(table.name) has no property \(name)")
                }
                plan.inputs[column] = try input(table, column, value, depth)
            }
        case let values as [Any]:
            guard values.count == table.columns.count else {
                throw StoreError(
                    .invalidValue,
                    "O8: \(table.name) has \(table.columns.count) properties, the array \(values.count) values")
            }
            for (column, value) in values.enumerated() { plan.inputs[column] = try input(table, column, value, depth) }
        default:
            throw StoreError(
                .invalidValue, "O9: \(table.name) is created of a dictionary or an array, not of \(type(of: value))")
        }
        return plan
    }

    /// The value of a property.
    func input(_ table: Table, _ column: Int, _ value: Any?, _ depth: Int) throws(StoreError) -> DynamicInput {
        let description = table.columns[column]
        let name = "\(table.name).\(description.name)"
        guard let member = description.member else { return try single(description, value, name, depth) }
        guard let value = Self.unwrapped(value) else {
            throw StoreError(
                .invalidValue, "O10: \(name) must have a value; nil is none for a \(description.kind.name)")
        }
        if description.kind == .map, let values = value as? [String: Any] {
            var entries: [(String, DynamicInput)] = []
            for (key, value) in values.sorted(by: { $0.key < $1.key }) {
                entries.append((key, try single(member, value, "\(name)[\"\(key)\"]", depth, isEntry: true)))
            }
            return .entries(entries)
        }
        guard description.kind != .map, let values = value as? [Any] else {
            throw mismatch(name, description.kind.name, value)
        }
        var elements: [DynamicInput] = []
        for (index, value) in values.enumerated() {
            elements.append(try single(member, value, "\(name)[\(index)]", depth))
        }
        return .elements(elements)
    }

    /// The value of a property that is no collection, or an element of one.
    ///
    /// - Parameter isEntry: whether it is the value of a key of a map, which keeps keys of links that lead nowhere.
    func single(
        _ column: Table.Column, _ value: Any?, _ name: String, _ depth: Int, isEntry: Bool = false
    ) throws(StoreError) -> DynamicInput {
        if column.kind == .any {
            guard let value = value.map({ AnyValue($0) }) ?? .some(.null) else {
                throw mismatch(name, "any", value ?? 0)
            }
            if let problem = value.problem { throw StoreError(.invalidValue, "O9: \(name): \(problem)") }
            for held in value.heldObjects { _ = try connection.isNew(held: held, name) }
            return .any(value)
        }
        guard let value = Self.unwrapped(value) else {
            if column.isOptional || isEntry && column.kind == .link { return .stored(.null) }
            throw StoreError(.invalidValue, "O10: \(name) must have a value, not nil")
        }
        if column.kind == .link { return try link(column, value, name, depth) }
        guard let stored = Self.stored(value, column.kind), stored.fits(column.kind, isOptional: false) else {
            throw mismatch(name, column.kind.name, value)
        }
        return .stored(stored)
    }

    private func link(
        _ column: Table.Column, _ value: Any, _ name: String, _ depth: Int
    ) throws(StoreError) -> DynamicInput {
        guard let id = column.linkTarget else { throw mismatch(name, column.kind.name, value) }
        let target = connection.catalogue.tables[Int(id)]
        guard let object = value as? Object else {
            guard value is [String: Any] || value is [Any] else { throw mismatch(name, target.name, value) }
            return .new(try plan(target, value, depth + 1))
        }
        guard let context = object.context else {
            guard try connection.isNew(held: object, name), ClassDescription.of(type(of: object)).name == target.name
            else { throw mismatch(name, target.name, value) }
            return .adopted(object)
        }
        guard context.connection === connection, context.exists(object) else {
            throw StoreError(
                .objectOfAnotherStore, "O5: \(name) links to an object that is deleted or of another store")
        }
        guard context.table.id == id else { throw mismatch(name, target.name, value) }
        if target.isEmbedded {
            throw StoreError(.invalidValue, "L4: \(name) cannot take an embedded object that has an owner; copy it")
        }
        return .stored(.link(object.__key))
    }

    private func mismatch(_ name: String, _ kind: String, _ value: Any) -> StoreError {
        let text = "\(value)"
        let shown = text.count > 60 ? text.prefix(57) + "..." : text[...]
        return StoreError(.invalidValue, "O9: \(name) is of type \(kind), and \(shown) is a \(type(of: value))")
    }

    /// The content of a value; nil for nil, null and `NSNull`.
    private static func unwrapped(_ value: Any?) -> Any? {
        guard let value else { return nil }
        if let any = value as? AnyValue { return any.payload }
        if let nothing = AnyValue(value), nothing.isNull { return nil }
        return value
    }

    /// The stored form of a value in a column that holds neither links nor values of any kind.
    private static func stored(_ value: Any, _ kind: ValueKind) -> StoredValue? {
        func convert<T: Persistable>(_ type: T.Type) -> StoredValue? { T._convert(value)?.__stored }
        switch kind {
        case .bool: return convert(Bool.self)
        case .int8, .int16, .int32, .int64: return convert(Int64.self)
        case .float: return convert(Float.self)
        case .double: return convert(Double.self)
        case .date: return convert(Date.self)
        case .decimal: return Decimal._convert(value).flatMap { $0.isNaN ? nil : $0.__stored }
        case .uuid: return convert(UUID.self)
        case .objectId: return convert(ObjectId.self)
        case .string: return convert(String.self)
        case .data: return convert(Data.self)
        case .link, .any, .list, .set, .map: return nil
        }
    }
}

extension AnyValue {
    /// The content; nil for null.
    var payload: Any? {
        switch self {
        case .null: nil
        case .bool(let value): value
        case .int(let value): value
        case .float(let value): value
        case .double(let value): value
        case .decimal(let value): value
        case .string(let value): value
        case .data(let value): value
        case .date(let value): value
        case .uuid(let value): value
        case .objectId(let value): value
        case .object(let value): value
        case .list(let values): values
        case .map(let values): values
        }
    }
}

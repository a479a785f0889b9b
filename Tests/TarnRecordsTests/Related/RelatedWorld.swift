@testable import TarnRecords

/// Types that are related in every way, and all their objects as dictionaries.
struct RelatedWorld {
    /// What a column of an object holds.
    enum Cell: Equatable {
        case value(StoredValue)
        /// Of a set in no particular order.
        case elements([StoredValue])
        case entries([String: StoredValue])
    }

    static let (items, places, regions, notes): (Int, Int, Int, Int) = (0, 1, 2, 3)
    /// Columns of items.
    static let (boss, home, friends, visited, byName): (Int, Int, Int, Int, Int) = (5, 6, 7, 8, 9)
    static let (numbers, tags, ranks, note): (Int, Int, Int, Int) = (10, 11, 12, 13)

    static func schemas(indexed: Bool) -> [ObjectSchema] {
        [
            ObjectSchema(
                name: "Item",
                properties: [
                    .init(name: "id", kind: .int64, isPrimaryKey: true),
                    .init(name: "name", kind: .string, isOptional: true, isIndexed: indexed),
                    .init(name: "number", kind: .int64, isOptional: true, isIndexed: indexed),
                    .init(name: "ratio", kind: .double, isOptional: true),
                    .init(name: "price", kind: .decimal),
                    .init(name: "boss", kind: .link, linkTarget: "Item"),
                    .init(name: "home", kind: .link, linkTarget: "Place"),
                    .init(name: "friends", kind: .list, element: .init(kind: .link), linkTarget: "Item"),
                    .init(name: "visited", kind: .set, element: .init(kind: .link), linkTarget: "Place"),
                    .init(
                        name: "byName", kind: .map, element: .init(kind: .link, isOptional: true), linkTarget: "Place"),
                    .init(name: "numbers", kind: .list, element: .init(kind: .int64, isOptional: true)),
                    .init(name: "tags", kind: .set, element: .init(kind: .string)),
                    .init(name: "ranks", kind: .map, element: .init(kind: .double)),
                    .init(name: "note", kind: .link, linkTarget: "Note"),
                ]),
            ObjectSchema(
                name: "Place",
                properties: [
                    .init(name: "title", kind: .string, isIndexed: indexed),
                    .init(name: "size", kind: .int64, isIndexed: indexed),
                    .init(name: "region", kind: .link, linkTarget: "Region"),
                    .init(name: "guests", kind: .list, element: .init(kind: .link), linkTarget: "Item"),
                ]),
            ObjectSchema(
                name: "Region",
                properties: [
                    .init(name: "title", kind: .string, isOptional: true),
                    .init(name: "weight", kind: .double, isOptional: true),
                ]),
            ObjectSchema(name: "Note", properties: [.init(name: "text", kind: .string)], isEmbedded: true),
        ]
    }

    let catalogue: Catalogue
    private(set) var tables: [[ObjectKey: [Cell]]]

    init(_ catalogue: Catalogue) {
        self.catalogue = catalogue
        tables = catalogue.tables.map { _ in [:] }
    }

    func keys(_ table: Int) -> [ObjectKey] { tables[table].keys.sorted() }

    func cell(_ table: Int, _ key: ObjectKey, _ column: Int) -> Cell? { tables[table][key]?[column] }

    /// Does to the dictionaries what ``RelatedEdit/apply(_:)`` does to the file.
    mutating func apply(_ edit: RelatedEdit) {
        switch edit {
        case .insert(let table, let key, let values):
            let kinds = catalogue.tables[table].columns.map(\.kind)
            tables[table][key] = zip(values, kinds).map { value, kind in
                kind == .map ? .entries([:]) : kind.isCollection ? .elements([]) : .value(value)
            }
        case .delete(let table, let key): delete(table, key)
        case .set(let table, let key, let column, let value): tables[table][key]?[column] = .value(value)
        case .giveNote(let key, let note, let text):
            if case .value(.link(let old))? = cell(Self.items, key, Self.note) { tables[Self.notes][old] = nil }
            tables[Self.notes][note] = [.value(.string(text))]
            tables[Self.items][key]?[Self.note] = .value(.link(note))
        case .splice(let table, let key, let column, let range, let values):
            guard case .elements(var elements)? = cell(table, key, column) else { return }
            elements.replaceSubrange(range, with: values)
            tables[table][key]?[column] = .elements(elements)
        case .member(let table, let key, let column, let value, let isAdded):
            guard case .elements(var elements)? = cell(table, key, column) else { return }
            elements.removeAll { $0 == value }
            if isAdded { elements.append(value) }
            tables[table][key]?[column] = .elements(elements)
        case .entry(let table, let key, let column, let name, let value):
            guard case .entries(var entries)? = cell(table, key, column) else { return }
            entries[name] = value
            tables[table][key]?[column] = .entries(entries)
        }
    }

    /// Whatever led to the object leads nowhere: links and values of maps are nil, lists and sets lose it.
    private mutating func delete(_ table: Int, _ key: ObjectKey) {
        if table == Self.items, case .value(.link(let note))? = cell(table, key, Self.note) {
            tables[Self.notes][note] = nil
        }
        tables[table][key] = nil
        for source in catalogue.tables {
            for column in source.relationColumns where source.columns[column].linkTarget == UInt16(table) {
                for (object, cells) in tables[Int(source.id)] {
                    let cell: Cell =
                        switch cells[column] {
                        case .value(let value): .value(value == .link(key) ? .null : value)
                        case .elements(let elements): .elements(elements.filter { $0 != .link(key) })
                        case .entries(let entries): .entries(entries.mapValues { $0 == .link(key) ? .null : $0 })
                        }
                    tables[Int(source.id)][object]?[column] = cell
                }
            }
        }
    }
}

/// One change of the world.
enum RelatedEdit {
    /// Collections begin empty, whatever stands in their place.
    case insert(Int, ObjectKey, [StoredValue])
    case delete(Int, ObjectKey)
    case set(Int, ObjectKey, Int, StoredValue)
    /// Gives an item a note of its own; the one before goes.
    case giveNote(ObjectKey, note: ObjectKey, String)
    case splice(Int, ObjectKey, Int, Range<Int>, [StoredValue])
    case member(Int, ObjectKey, Int, StoredValue, isAdded: Bool)
    /// Sets the value of a key, or removes it.
    case entry(Int, ObjectKey, Int, String, StoredValue?)

    func apply(_ session: RecordSession) throws {
        let tables = session.catalogue.tables
        func place(_ table: Int, _ key: ObjectKey, _ column: Int) -> CollectionPlace {
            CollectionPlace(table: tables[table], object: key, column: column)
        }
        switch self {
        case .insert(let number, let key, let values):
            let table = tables[number]
            if let column = table.primaryKey { try session.enter(primaryKey: values[column], of: key, table) }
            let writer = try session.makeObject(table, key)
            for (column, value) in values.enumerated() where !table.columns[column].kind.isCollection {
                guard try writer.set(value, column) else { throw RecordSession.NotChanged() }
            }
        case .delete(let table, let key): _ = try session.delete(tables[table], key)
        case .set(let table, let key, let column, let value):
            try session.change(tables[table], key, column, value)
        case .giveNote(let key, let note, let text):
            let (items, notes) = (tables[RelatedWorld.items], tables[RelatedWorld.notes])
            if case .link(let old)? = try session.value(items, key, RelatedWorld.note) {
                _ = try session.delete(notes, old)
            }
            try session.make(notes, note, [.string(text)])
            try session.change(items, key, RelatedWorld.note, .link(note))
        case .splice(let table, let key, let column, let range, let values):
            try session.replace(range, with: values, in: place(table, key, column))
        case .member(let table, let key, let column, let value, let isAdded):
            if isAdded {
                _ = try session.insert(value, intoSet: place(table, key, column))
            } else {
                _ = try session.remove(value, fromSet: place(table, key, column))
            }
        case .entry(let table, let key, let column, let name, let value):
            if let value {
                try session.set(value, forKey: name, in: place(table, key, column))
            } else {
                _ = try session.removeValue(forKey: name, in: place(table, key, column))
            }
        }
    }
}

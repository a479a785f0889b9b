internal import TarnRecords

/// Unmanaged copies of frozen objects, each made once.
struct DetachedCopies {
    private var made: [Original: Object] = [:]

    private struct Original: Hashable {
        let table: UInt16
        let key: ObjectKey
    }

    /// The copy of an object.
    ///
    /// Goes one level of links after the other, so that an object is copied with as many links as its shortest
    /// distance leaves it, and without using the stack up.
    mutating func copy(_ row: FrozenRow, _ linkDepth: Int) -> Object {
        let root = copy(row)
        var level = [(row, root)]
        for _ in 0..<max(0, linkDepth) {
            var next: [(FrozenRow, Object)] = []
            for (row, object) in level { next += copyLinks(row, object) }
            if next.isEmpty { break }
            level = next
        }
        return root
    }

    /// Copies what is no link.
    private mutating func copy(_ row: FrozenRow) -> Object {
        let object = row.type.description.type.init()
        made[Original(table: row.type.table.id, key: row.key)] = object
        for (property, column) in zip(row.type.description.properties, row.type.columns) where property.kind != .link {
            if property.kind.isCollection {
                if property.field.linkTarget == nil { copyValues(row, property, column, object) }
                continue
            }
            let stored = row.values[column]
            let isTaken = property.field.decode(stored, row.type.context).map { value in
                property.with(object) { $0.assign(value) }
            }
            let rule = property.field.valueType is any FailableCustomPersistable.Type ? "E2" : "E1"
            precondition(
                isTaken == true,
                "\(rule): \(row.type.description.name).\(property.name) holds \(stored.literal), which is no "
                    + "\(property.field.valueType)")
        }
        return object
    }

    /// Copies a collection of values.
    private func copyValues(_ row: FrozenRow, _ property: PropertyDescription, _ column: Int, _ object: Object) {
        guard let collection = property.field.attach(row.instance(), row.type.context, column) else { return }
        _ = property.with(object) { $0.assign(collection) }
    }

    /// Sets the links of a copy.
    ///
    /// - Returns: the copies that were made for it, whose own links are nil so far.
    private mutating func copyLinks(_ row: FrozenRow, _ object: Object) -> [(FrozenRow, Object)] {
        var added: [(FrozenRow, Object)] = []
        for (property, column) in zip(row.type.description.properties, row.type.columns) {
            guard let target = property.field.linkTarget else { continue }
            if property.kind.isCollection {
                let elements = copyElements(row, property, column, target, &added)
                _ = property.with(object) { $0.assign(elements) }
            } else if case .link(let key) = row.values[column], let copy = copy(row, key, target, &added) {
                _ = property.with(object) { $0.assign(copy) }
            }
        }
        return added
    }

    /// The copy of what a link leads to, made unless there is one.
    private mutating func copy(
        _ row: FrozenRow, _ key: ObjectKey, _ target: Object.Type, _ added: inout [(FrozenRow, Object)]
    ) -> Object? {
        guard let linked = row.linkedRow(target, key) else { return nil }
        if let known = made[Original(table: linked.type.table.id, key: key)] { return known }
        let copy = copy(linked)
        added.append((linked, copy))
        return copy
    }

    /// The copies of what the elements of a collection lead to: an array, or the entries of a map.
    private mutating func copyElements(
        _ row: FrozenRow, _ property: PropertyDescription, _ column: Int, _ target: Object.Type,
        _ added: inout [(FrozenRow, Object)]
    ) -> Any {
        let home = CollectionHome(owner: row.instance(), context: row.type.context, column: column)
        var copies: [Any] = []
        if property.kind != .map {
            let elements = home.read([]) { (session, place) throws(RecordError) in
                try session.elements(place, 0..<session.count(place))
            }
            for case .link(let key) in elements { copy(row, key, target, &added).map { copies.append($0) } }
            return copies
        }
        let entries = home.read([]) { (session, place) throws(RecordError) in
            try session.entries(place, 0..<session.count(place))
        }
        return MapEntries(
            entries: entries.map { key, value in
                let copied: Object? = if case .link(let link) = value { copy(row, link, target, &added) } else { nil }
                return (key, copied as Any)
            })
    }
}

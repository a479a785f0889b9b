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
            let stored = row.values[column]
            let isTaken = property.field.decode(stored, row.type.context).map { value in
                property.with(object) { $0.assign(value) }
            }
            precondition(
                isTaken == true,
                "E1: \(row.type.description.name).\(property.name) holds \(stored.literal), which is no "
                    + "\(property.field.valueType)")
        }
        return object
    }

    /// Sets the links of a copy.
    ///
    /// - Returns: the copies that were made for it, whose own links are nil so far.
    private mutating func copyLinks(_ row: FrozenRow, _ object: Object) -> [(FrozenRow, Object)] {
        var added: [(FrozenRow, Object)] = []
        for (property, column) in zip(row.type.description.properties, row.type.columns) {
            guard case .link(let key) = row.values[column], let target = property.field.linkTarget,
                let linked = row.linkedRow(target, key)
            else { continue }
            let known = made[Original(table: linked.type.table.id, key: key)]
            let copy = known ?? copy(linked)
            if known == nil { added.append((linked, copy)) }
            _ = property.with(object) { $0.assign(copy) }
        }
        return added
    }
}

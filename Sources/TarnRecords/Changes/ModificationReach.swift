/// Finds the objects that see a change through their links and collections of links, by walking those backwards in the
/// new version.
struct ModificationReach {
    /// Objects of one type, as slots by cluster number.
    typealias Objects = [UInt64: UInt64]

    private let changes: VersionChanges
    private var catalogue: Catalogue { changes.new.catalogue }

    init(_ changes: VersionChanges) { self.changes = changes }

    /// The objects of a type that were set, or that lead over at most so many links to one that was. Nil when the
    /// changes are not known.
    ///
    /// An object is followed once, from the level at which it was first met: later meetings have fewer links left.
    func objects(of table: Table, links: Int) throws(RecordError) -> Objects? {
        let distances = distances(from: table, limit: links)
        var met: [UInt16: Objects] = [:]
        for (source, _) in distances {
            guard let own = try changes.of(catalogue.tables[Int(source)]) else { return nil }
            met[source] = own.modified(in: nil)
        }
        var frontier = met
        for level in 0..<links {
            var next: [UInt16: Objects] = [:]
            for (target, objects) in frontier where !objects.isEmpty {
                let wanted = linkColumns(to: target).filter { table, _ in
                    distances[table].map { level + 1 + $0 <= links } ?? false
                }
                if wanted.isEmpty { continue }
                try changes.new.forEachSource(of: objects, catalogue.tables[Int(target)]) { source, object, column in
                    guard wanted.contains(where: { $0.table == source && $0.column == column }),
                        (met[source]?[object.cluster] ?? 0) & object.bit == 0
                    else { return }
                    met[source, default: [:]][object.cluster, default: 0] |= object.bit
                    next[source, default: [:]][object.cluster, default: 0] |= object.bit
                }
            }
            frontier = next
        }
        return met[table.id] ?? [:]
    }

    /// The objects of a type for which the value at the end of one of some paths may be another now. Nil when the
    /// changes are not known.
    func objects(of table: Table, _ paths: [[Int]]) throws(RecordError) -> Objects? {
        var found: Objects = [:]
        for path in paths {
            guard let reached = try objects(of: table, path[...]) else { return nil }
            found.merge(reached) { $0 | $1 }
        }
        return found
    }

    private func objects(of table: Table, _ path: ArraySlice<Int>) throws(RecordError) -> Objects? {
        guard let column = path.first else { return [:] }
        guard let own = try changes.of(table) else { return nil }
        var found = own.modified(in: [column])
        if path.count == 1 { return found }
        guard column < table.columns.count, let target = table.columns[column].linkTarget else { return found }
        let next = catalogue.tables[Int(target)]
        guard let beyond = try objects(of: next, path.dropFirst()) else { return nil }
        try changes.new.forEachSource(of: beyond, next) { source, object, via in
            if source == table.id && via == column { found[object.cluster, default: 0] |= object.bit }
        }
        return found
    }

    /// The types that objects of the observed one lead to, with the number of links that it takes at least.
    private func distances(from observed: Table, limit: Int) -> [UInt16: Int] {
        var distances: [UInt16: Int] = [observed.id: 0]
        var level = [observed]
        for distance in stride(from: 1, through: limit, by: 1) {
            var next: [Table] = []
            for table in level {
                for column in table.relationColumns {
                    guard let target = table.columns[column].linkTarget, distances[target] == nil else { continue }
                    distances[target] = distance
                    next.append(catalogue.tables[Int(target)])
                }
            }
            level = next
        }
        return distances
    }

    private func linkColumns(to target: UInt16) -> [(table: UInt16, column: Int)] {
        catalogue.tables.flatMap { table in
            table.relationColumns.filter { table.columns[$0].linkTarget == target }.map { (table.id, $0) }
        }
    }
}

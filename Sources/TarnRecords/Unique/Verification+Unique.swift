/// What the tree `keys` should have, counted while the objects are looked at.
struct UniqueCounts {
    private var expected: [Place: Int] = [:]
    private var found: [Place: Int] = [:]

    private struct Place: Hashable {
        let table: UInt16
        let number: Int
    }

    /// Looks an object's values up under every rule of its type, and answers the names of the rules it is missing in.
    mutating func check(
        _ table: Table, _ object: ObjectKey, _ values: [StoredValue], _ session: RecordSession
    ) throws(RecordError) -> [String] {
        var missing: [String] = []
        for rule in table.uniqueRules {
            guard let key = rule.key(rule.columns.map { values[$0] }, table) else { continue }
            expected[Place(table: table.id, number: rule.number), default: 0] += 1
            if try session.uniqueHolder(table, rule, key) != object { missing.append(rule.name(in: table)) }
        }
        return missing
    }

    /// Counts an entry.
    mutating func note(_ table: UInt16, _ number: Int) { found[Place(table: table, number: number), default: 0] += 1 }

    /// What does not fit: entries of no rule, and rules with another number of entries than objects.
    func faults(_ catalogue: Catalogue) -> [String] {
        let places = found.keys.sorted { ($0.table, $0.number) < ($1.table, $1.number) }
        return places.compactMap { place in
            guard Int(place.table) < catalogue.tables.count else { return nil }
            let table = catalogue.tables[Int(place.table)]
            if place.number == table.primaryKey { return nil }
            guard let rule = table.uniqueRules.first(where: { $0.number == place.number }) else {
                return "\(table.name) has entries under the number \(place.number), which is that of no unique key"
            }
            let (count, wanted) = (found[place] ?? 0, expected[place] ?? 0)
            if count == wanted { return nil }
            return "\(rule.name(in: table)) has \(count) entries for \(wanted) objects"
        }
    }
}

/// Objects that are to be deleted and all that goes with them, found before anything is changed.
///
/// The objects wait in a line and not on the stack, so that chains of any length are followed. Each is met once: cycles
/// end, and what several objects own goes with the first of them.
package struct Deletion {
    private let session: RecordSession
    /// What goes, owners before what they own.
    private var doomed: [Member] = []
    private var met: [UInt16: [UInt64: UInt64]] = [:]
    /// Objects that may not go unless their target goes as well.
    private var conditions: [Condition] = []

    private struct Member {
        let table: UInt16
        let key: ObjectKey
    }

    private struct Condition {
        let owner: Member
        let column: Int
        let target: Member
    }

    package init(_ session: RecordSession) { self.session = session }

    /// Takes an object in, if there is one.
    package mutating func add(_ table: Table, _ key: ObjectKey) throws(RecordError) {
        if try session.exists(table, key) { take(Member(table: table.id, key: key)) }
    }

    private mutating func take(_ member: Member) {
        if met[member.table, default: [:]][member.key.cluster, default: 0] & member.key.bit != 0 { return }
        met[member.table, default: [:]][member.key.cluster, default: 0] |= member.key.bit
        doomed.append(member)
    }

    private func isDoomed(_ member: Member) -> Bool {
        (met[member.table]?[member.key.cluster] ?? 0) & member.key.bit != 0
    }

    /// Finds what goes along, and deletes everything.
    ///
    /// - Parameter emptied: Types of which the caller deletes every object afterwards.
    /// - Throws: `deletionDenied` when the rule of a link keeps one of the objects; nothing is changed then.
    package mutating func carryOut(with emptied: [UInt16] = []) throws(RecordError) {
        try follow()
        for condition in conditions where !emptied.contains(condition.target.table) && !isDoomed(condition.target) {
            throw denial(condition)
        }
        // Owners go first: what they own has no links left then that would have to be cut one by one.
        for member in doomed { _ = try session.deleteAlone(session.catalogue.tables[Int(member.table)], member.key) }
    }

    private mutating func follow() throws(RecordError) {
        var next = 0
        while next < doomed.count {
            let member = doomed[next]
            next += 1
            let table = session.catalogue.tables[Int(member.table)]
            let ownership = session.ownership(table)
            for column in ownership.cascading {
                for target in try targets(of: member, table, column) { take(target) }
            }
            for column in ownership.denying {
                for target in try targets(of: member, table, column) {
                    conditions.append(Condition(owner: member, column: column, target: target))
                }
            }
        }
    }

    private func targets(of member: Member, _ table: Table, _ column: Int) throws(RecordError) -> [Member] {
        guard let id = table.columns[column].linkTarget else { return [] }
        return try session.linkedKeys(table, member.key, column).map { Member(table: id, key: $0) }
    }

    private func denial(_ condition: Condition) -> RecordError {
        let table = session.catalogue.tables[Int(condition.owner.table)]
        let target = session.catalogue.tables[Int(condition.target.table)]
        let place = "\(table.name).\(table.columns[condition.column].name)"
        return RecordError(
            .deletionDenied, tree: "clusters", key: place,
            message: "an object of \(table.name) cannot be deleted while its \(table.columns[condition.column].name) "
                + "has an object of \(target.name); delete that first or take it out")
    }
}

extension RecordSession {
    /// The objects that a column of an object leads to, once for each time that it does.
    package func linkedKeys(_ table: Table, _ key: ObjectKey, _ column: Int) throws(RecordError) -> [ObjectKey] {
        if table.columns[column].kind.isCollection {
            let place = CollectionPlace(table: table, object: key, column: column)
            return try targets(place).map { ObjectKey(rawValue: $0) }
        }
        if case .link(let target) = try value(table, key, column) ?? .null { return [target] }
        return []
    }
}

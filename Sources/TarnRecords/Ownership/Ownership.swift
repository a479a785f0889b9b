/// Which columns of a type decide what becomes of the objects that they lead to when their object is deleted.
package struct Ownership: Sendable {
    /// Columns whose targets go too: embedded objects, and those of the rule `cascade`.
    package let cascading: [Int]
    /// Columns whose targets keep the object from being deleted.
    package let denying: [Int]

    /// Most types decide nothing, and their objects are deleted without a look at what they link to.
    package var isEmpty: Bool { cascading.isEmpty && denying.isEmpty }

    init(of table: Table, in tables: [Table]) {
        let leading = table.columns.indices.filter { table.columns[$0].linkTarget != nil }
        func isEmbedding(_ column: Int) -> Bool {
            guard let target = table.columns[column].linkTarget, Int(target) < tables.count else { return false }
            return tables[Int(target)].isEmbedded
        }
        cascading = leading.filter { isEmbedding($0) || table.columns[$0].deleteRule == .cascade }
        denying = leading.filter { !isEmbedding($0) && table.columns[$0].deleteRule == .deny }
    }
}

extension RecordSession {
    /// Which columns of a type decide what becomes of their targets.
    package func ownership(_ table: Table) -> Ownership { catalogue.ownerships[Int(table.id)] }

    /// Deletes an object with everything that goes with it; false when there is no such object.
    ///
    /// - Throws: `deletionDenied` before anything is changed.
    package func delete(_ table: Table, _ key: ObjectKey) throws(RecordError) -> Bool {
        if ownership(table).isEmpty { return try deleteAlone(table, key) }
        guard try exists(table, key) else { return false }
        try delete([key], of: table)
        return true
    }

    /// Deletes several objects with everything that goes with them; those that do not exist count as deleted.
    ///
    /// O(objects that go x log n).
    ///
    /// - Throws: `deletionDenied` before anything is changed.
    package func delete(_ keys: some Sequence<ObjectKey>, of table: Table) throws(RecordError) {
        if ownership(table).isEmpty {
            for key in keys { _ = try deleteAlone(table, key) }
            return
        }
        var deletion = Deletion(self)
        for key in keys { try deletion.add(table, key) }
        try deletion.carryOut()
    }

    /// Removes every object of a table with everything that goes with them; O(objects).
    ///
    /// - Throws: `deletionDenied` before anything is changed.
    package func deleteAll(_ table: Table) throws(RecordError) { try deleteAll([table]) }

    /// Removes every object of several tables at once: none of them keeps another.
    ///
    /// - Throws: `deletionDenied` before anything is changed.
    package func deleteAll(_ tables: [Table]) throws(RecordError) {
        var deletion = Deletion(self)
        for table in tables where !ownership(table).isEmpty {
            for key in try allObjects(table).keys { try deletion.add(table, ObjectKey(rawValue: key)) }
        }
        // What denies nothing by itself can still be what another must not lose, so it is known before that is asked.
        let others = tables.filter { ownership($0).isEmpty }
        try deletion.carryOut(with: others.map(\.id))
        for table in others {
            for key in try allObjects(table).keys { _ = try deleteAlone(table, ObjectKey(rawValue: key)) }
        }
    }

    /// Deletes the embedded object that a link holds, before the link is set to another.
    package func deleteEmbedded(_ table: Table, _ key: ObjectKey, _ column: Int) throws(RecordError) {
        guard let target = embeddedTarget(table, column) else { return }
        if case .link(let old) = try value(table, key, column) ?? .null { _ = try delete(target, old) }
    }

    /// The type of the embedded objects that a column leads to; nil when it leads to none.
    package func embeddedTarget(_ table: Table, _ column: Int) -> Table? {
        guard let id = table.columns[column].linkTarget, Int(id) < catalogue.tables.count else { return nil }
        let target = catalogue.tables[Int(id)]
        return target.isEmbedded ? target : nil
    }

    /// Whether there is an object.
    package func exists(_ table: Table, _ key: ObjectKey) throws(RecordError) -> Bool {
        (try cluster(table, key.cluster)?.presence ?? 0) & key.bit != 0
    }
}

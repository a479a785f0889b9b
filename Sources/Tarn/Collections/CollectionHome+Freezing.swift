internal import TarnRecords

extension CollectionHome {
    /// Reads in the version that the owner was frozen in.
    ///
    /// Traps for what was frozen within a write, unless it is empty (F5).
    func readFrozen<R: Sendable>(
        _ fallback: R, _ body: (RecordSession, CollectionPlace) throws(RecordError) -> R
    ) -> R {
        guard let row = owner.__rowOwner as? FrozenRow, row.values[column] != .integer(0) else { return fallback }
        guard let snapshot = row.snapshot else {
            preconditionFailure(
                "F5: \(context.description.name) was frozen within a write, where its collections are not final; read "
                    + "collections of what is frozen outside")
        }
        let place = CollectionPlace(table: row.type.table, object: row.key, column: column)
        return snapshot.read { (session) throws(RecordError) in try body(session, place) } ?? fallback
    }
}

extension FrozenClass {
    /// Whether frozen values lead to something that is not copied: other objects, and the elements of collections.
    func needsVersion(_ values: [StoredValue]) -> Bool {
        values.contains { $0.isLink } || !description.linkingProperties.isEmpty
            || table.collectionColumns.contains { values[$0] != .integer(0) && values[$0] != .null }
    }
}

internal import TarnRecords

extension Store {
    /// Whether a write transaction is open on this handle.
    public var isInWriteTransaction: Bool { connection.isInWriteTransaction }

    /// Runs a block in a write transaction and commits it.
    ///
    /// The block waits for other writers of the file first and then sees the newest version (W1). If it throws, nothing
    /// of it is kept and the error is thrown on (W3). It may commit or cancel by itself (W4). It must not suspend.
    /// Traps in a write (W2) and on a read-only store (W14).
    ///
    /// - Parameters:
    ///   - tokens: Observations of this store that are not told of exactly this commit (N18), such as the one of a list
    ///     on the screen in which the user has just made the change by hand. Everybody else is told, and they of
    ///     everything else. Traps when one belongs to another store. Since they hear of everything before it first,
    ///     such a write begins again when others commit just before it: where they write without pause it waits long.
    ///   - author: What the writer calls itself in the history, at most 255 bytes; see ``HistoryCommit/author``.
    ///   - body: What to do.
    /// - Returns: what the block returns.
    /// - Throws: what the block throws, or ``StoreError`` when the write cannot begin or be made durable; the last
    ///   commit is intact then.
    @discardableResult
    public func write<Result>(
        withoutNotifying tokens: [NotificationToken] = [], author: String? = nil, _ body: () throws -> Result
    ) throws -> Result {
        if tokens.isEmpty { try connection.beginWrite() } else { try connection.beginWrite(silencing: tokens) }
        connection.name(author: author)
        let result: Result
        do {
            result = try body()
        } catch {
            if isInWriteTransaction { connection.cancelWrite() }
            throw error
        }
        if isInWriteTransaction { try connection.commitWrite() }
        return result
    }

    /// Begins a write transaction, which ``commitWrite()`` or ``cancelWrite()`` ends on the same thread.
    ///
    /// - Throws: ``StoreError``.
    public func beginWrite() throws(StoreError) { try connection.beginWrite() }

    /// Commits the write transaction. Traps outside one (W5).
    ///
    /// - Throws: ``StoreError``; nothing of the write is kept then, and the write is over.
    public func commitWrite() throws(StoreError) { try connection.commitWrite() }

    /// Gives up the write transaction. Objects added in it become invalid; deleted ones are found again by queries, not
    /// through old references (W6). Traps outside a write (W5).
    public func cancelWrite() { connection.cancelWrite() }

    /// Deletes an object, with the embedded objects that belong to it and those behind its links of the rule
    /// `DeleteRule.cascade`. Links of others to it become nil (O3). Traps outside a write (W8) and for an embedded
    /// object (L5).
    ///
    /// - Throws: ``StoreError`` with `.objectOfAnotherStore` (O2), `.invalidatedObject`, or `.deletionDenied` before
    ///   anything is changed (L9).
    public func delete(_ object: Object) throws(StoreError) {
        let session = connection.writing("an object can be deleted")
        let context = try deletable(object)
        connection.dataVersion &+= 1
        try connection.record { () throws(RecordError) in _ = try session.delete(context.table, object.__key) }
        object.__wasDeleted = true
        object.__forgetRow()
    }

    /// Deletes several objects at once: none of them keeps another. Those deleted before are an error.
    ///
    /// - Throws: as ``delete(_:)-(Object)``; nothing is changed then.
    public func delete(_ objects: some Sequence<Object>) throws(StoreError) {
        let session = connection.writing("objects can be deleted")
        let objects = Array(objects)
        for object in objects { _ = try deletable(object) }
        connection.dataVersion &+= 1
        try connection.record { () throws(RecordError) in
            var deletion = Deletion(session)
            for object in objects {
                if let context = object.context { try deletion.add(context.table, object.__key) }
            }
            try deletion.carryOut()
        }
        for object in objects {
            object.__wasDeleted = true
            object.__forgetRow()
        }
    }

    /// The context of an object that can be deleted.
    private func deletable(_ object: Object) throws(StoreError) -> ObjectContext {
        object.requireTopLevel("deleted")
        guard let context = object.context, context.connection === connection else {
            throw StoreError(
                .objectOfAnotherStore, "O2: an object can only be deleted from the store that it belongs to")
        }
        guard context.exists(object) else {
            throw StoreError(.invalidatedObject, "the \(context.description.name) has already been deleted")
        }
        return context
    }

    /// Deletes every object of a class, with all that goes with them. Traps outside a write (W8) and for a class of
    /// embedded objects (L5).
    ///
    /// - Throws: ``StoreError``, with `.deletionDenied` as ``delete(_:)-(Object)``.
    public func deleteAll(_ type: Object.Type) throws(StoreError) {
        let session = connection.writing("objects can be deleted")
        ClassDescription.of(type).requireTopLevel("deleted")
        let table = connection.context(type).table
        connection.dataVersion &+= 1
        try connection.record { () throws(RecordError) in try session.deleteAll(table) }
    }

    /// Deletes every object of the store's classes. Traps outside a write (W8).
    ///
    /// - Throws: ``StoreError``, with `.deletionDenied` when an object of a class that the store was not opened with
    ///   is what keeps another.
    public func deleteAll() throws(StoreError) {
        let session = connection.writing("objects can be deleted")
        connection.dataVersion &+= 1
        let tables = connection.descriptions.filter { !$0.isEmbedded }.map { connection.context($0.type).table }
        try connection.record { () throws(RecordError) in try session.deleteAll(tables) }
    }
}

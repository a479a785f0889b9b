internal import TarnRecords

extension Store {
    /// The place in the history that the store sees now: everything that it shows has happened before.
    ///
    /// - Throws: ``StoreError`` when the snapshot cannot be begun.
    public var historyToken: HistoryToken {
        get throws(StoreError) {
            connection.check()
            let session = try connection.session()
            return try connection.token(session.version, session)
        }
    }

    /// What was committed since a place in the history, by any thread or process, up to what the store sees now (H7).
    ///
    ///     let history = try store.history(since: savedToken)
    ///     for commit in history where commit.author != "sync" {
    ///         for deleted in commit.changes(of: Person.self).deleted { queue.append(.delete(deleted.primaryKey)) }
    ///     }
    ///     save(history.token)
    ///
    /// How far it goes back is a matter of ``Configuration/historyLimits``. The records of the commits are copied, so a
    /// long history is better read in parts.
    ///
    /// - Parameters:
    ///   - token: The place, from ``historyToken``, ``History/token`` or ``HistoryCommit/token``; nil for the oldest
    ///     commit that is kept.
    ///   - limit: How many commits are read at most; `token` of the history then leads to the next ones.
    /// - Throws: ``StoreError`` with `.historyPruned` when commits after the place are no longer kept,
    ///   `.historyOfAnotherStore` for a token of another store, `.historyTokenAhead` for one of a later version than
    ///   the store sees, or `.corrupt`.
    public func history(since token: HistoryToken? = nil, limit: Int? = nil) throws(StoreError) -> History {
        connection.check()
        precondition(
            limit ?? 1 >= (token == nil ? 1 : 0),
            "H8: a limit of the history cannot be negative, nor 0 from its beginning, which has no token")
        let session = try connection.session()
        let types = HistoryTypes(session.catalogue, connection.descriptions)
        if let token { try connection.checkToken(token, session) }
        let next = token.map { $0.version + 1 } ?? session.oldestRecord
        let count = min(session.version + 1 - min(next, session.version + 1), UInt64(limit ?? .max))
        var commits: [HistoryCommit] = []
        for version in next..<next + count {
            guard let (record, mark) = try connection.loggedCommit(version, session) else {
                throw connection.pruned(version, session)
            }
            let place = HistoryToken(storeID: session.catalogue.storeID, version: version, mark: mark)
            commits.append(HistoryCommit(place, types, record))
        }
        let place: HistoryToken
        if let last = commits.last?.token ?? token {
            place = last
        } else {
            place = try connection.token(session.version, session)
        }
        return History(commits, types, place, isComplete: token != nil || session.oldestRecord <= 1)
    }

    /// The object of a commit, if it still exists in the version that the store sees, or nil. If its primary key was
    /// given to a new object, that one is found.
    ///
    /// Traps when the object is of another class (H4).
    public func object<T: Object>(ofType type: T.Type, at object: HistoryObject) -> T? {
        connection.check()
        precondition(object.objectType == type, "H4: the \(object.objectType) of a commit is no \(type)")
        return self.object(type, object.key)
    }
}

extension Connection {
    /// How many clusters one commit can have touched: a thousand million objects. Damaged bytes can claim any number.
    private static let largestCommit: UInt64 = 1 << 24

    /// The place after a commit that is kept.
    fileprivate func token(_ version: UInt64, _ session: RecordSession) throws(StoreError) -> HistoryToken {
        let mark = try loggedCommit(version, session)?.mark ?? 0
        return HistoryToken(storeID: session.catalogue.storeID, version: version, mark: mark)
    }

    fileprivate func loggedCommit(
        _ version: UInt64, _ session: RecordSession
    ) throws(StoreError) -> (record: ChangeRecord, mark: UInt64)? {
        guard let commit = try record({ () throws(RecordError) in try session.loggedCommit(version) }) else {
            return nil
        }
        if commit.record.types.contains(where: { $0.clusterCount > Self.largestCommit }) {
            let damage = RecordError(
                .corrupt, tree: "log", key: "\(version)", message: "the change record claims too many objects")
            throw failure(damage)
        }
        return commit
    }

    /// Refuses a token that the history cannot go on from.
    fileprivate func checkToken(_ token: HistoryToken, _ session: RecordSession) throws(StoreError) {
        if token.storeID != session.catalogue.storeID {
            throw StoreError(
                .historyOfAnotherStore,
                "the history token is of another store than \(path); read this store from the start")
        }
        if token.version > session.version {
            throw StoreError(
                .historyTokenAhead,
                "the history token is of version \(token.version), the store sees \(session.version); refresh the "
                    + "store; if that is the newest version, the file was replaced by an older copy: read it anew")
        }
        guard let commit = try loggedCommit(token.version, session) else { throw pruned(token.version, session) }
        if commit.mark != token.mark {
            throw StoreError(
                .historyOfAnotherStore,
                "version \(token.version) of \(path) is not the one of the history token: the file was replaced by a "
                    + "copy that went another way; read it from the start")
        }
    }

    fileprivate func pruned(_ version: UInt64, _ session: RecordSession) -> StoreError {
        StoreError(
            .historyPruned,
            "version \(version) is no longer in the history, which begins with \(session.oldestRecord) (\(path)); "
                + "read the objects anew and go on from historyToken, or raise Configuration.historyLimits")
    }
}

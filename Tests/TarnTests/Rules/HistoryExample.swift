import Tarn

/// Tells a server what was changed since the last time, except what came from there.
func upload(from store: Store, since token: HistoryToken?, _ send: (String) -> Void) throws -> HistoryToken {
    let history = try store.history(since: token)
    for commit in history where commit.author != "server" {
        let changes = commit.changes(of: Item.self)
        for inserted in changes.inserted {
            if let item = store.object(ofType: Item.self, at: inserted) { send("put \(item.name)") }
        }
        for modified in changes.modified {
            guard let item = store.object(ofType: Item.self, at: modified.object) else { continue }
            send("put \(item.name): \(modified.properties.joined(separator: ", "))")
        }
        for deleted in changes.deleted {
            if let id = deleted.primaryKey as? Int { send("delete \(id)") }
        }
    }
    return history.token
}

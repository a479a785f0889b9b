public import FoundationEssentials
internal import TarnRecords

/// One commit of a store's history: who made it, when, and what it changed. A value that can be sent anywhere.
public struct HistoryCommit: Sendable {
    /// The place after this commit; history since it goes on with the next.
    public let token: HistoryToken
    private let types: HistoryTypes
    let record: ChangeRecord

    init(_ token: HistoryToken, _ types: HistoryTypes, _ record: ChangeRecord) {
        self.token = token
        self.types = types
        self.record = record
    }

    /// The number of the commit.
    public var version: UInt64 { token.version }

    /// What the writer called itself: `store.write(author: "sync") { ... }`.
    public var author: String? { record.stamp?.author }

    /// When it was made, by the clock of who made it. Never before an earlier commit: where a clock was put back, time
    /// stands still (H6). Nil for commits made before times were kept.
    public var date: Date? {
        record.stamp.map { Date(timeIntervalSince1970: Double($0.time) / 1000) }
    }

    /// The classes of the store whose objects were changed. Empty for a commit that only changed the schema, or types
    /// that the store has no class for.
    public var objectTypes: [Object.Type] {
        types.known.filter { known in record.types.contains { $0.table == known.table.id } }.map(\.description.type)
    }

    /// The names of all types whose objects were changed, also of those that the store has no class for.
    public var typeNames: [String] { record.types.compactMap { types.name(of: $0.table) } }

    /// What happened to the objects of a class; O(objects changed). Traps for a class that the store was not opened
    /// with (C11).
    public func changes(of type: Object.Type) -> HistoryChanges {
        let known = types.known(type)
        return HistoryChanges(known, changes(known))
    }

    func changes(_ known: HistoryTypes.Known) -> TableChanges {
        record.types.first { $0.table == known.table.id }.map { TableChanges($0) } ?? TableChanges()
    }

    /// What happened to the objects of each class of the store.
    public var changes: [HistoryChanges] { objectTypes.map { changes(of: $0) } }
}

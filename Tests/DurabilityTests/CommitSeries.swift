import Foundation
import Tarn

final class Account: Object {
    @Persisted(primaryKey: true) var id: Int
    @Persisted(indexed: true) var group: Int
    @Persisted var balance: Int
}

final class Note: Object {
    @Persisted(primaryKey: true) var name: String
    @Persisted(indexed: true) var topic: String
    @Persisted var text: String
    @Persisted var account: Account?
    @Persisted var previous: Note?
}

final class Counter: Object {
    @Persisted(primaryKey: true) var id: Int
    @Persisted var value: Int
}

/// Commits whose outcome is known: the content of the store follows from the number of the last one alone.
///
/// Each touches all three types, both indexes, text keys, links, values kept outside their cluster, and deletes.
struct CommitSeries {
    static let types: [Object.Type] = [Account.self, Note.self, Counter.self]
    private static let accountsKept = 20
    private static let notesKept = 30
    private static let groups = 7
    let store: Store

    /// What the store does not agree with.
    struct Inconsistency: Error, CustomStringConvertible {
        let description: String
    }

    static func text(_ number: Int) -> String {
        String(repeating: Character(UnicodeScalar(UInt8(97 + number % 26))), count: number * 137 % 2500)
    }

    /// Makes one commit.
    func commit(_ number: Int) throws { try store.write { try change(number) } }

    /// What one commit does, in a write that is open.
    func change(_ number: Int) throws {
        try store.create(Counter.self, value: ["id": 0, "value": number], update: .modified)
        let account = Account()
        account.id = number
        account.group = number % Self.groups
        try store.add(account)
        let note = Note()
        note.name = "note-\(number)"
        note.topic = "topic \(number % 5)"
        note.text = Self.text(number)
        note.account = account
        note.previous = store.object(ofType: Note.self, forPrimaryKey: "note-\(number - 1)")
        try store.add(note)
        try store.objects(Account.self).where { $0.group == number % Self.groups }.setValue(number, for: \.balance)
        if let old = store.object(ofType: Account.self, forPrimaryKey: number - Self.accountsKept) {
            try store.delete(old)
        }
        if let old = store.object(ofType: Note.self, forPrimaryKey: "note-\(number - Self.notesKept)") {
            try store.delete(old)
        }
    }

    /// The number of the last commit, after everything in the store was compared with what it must be.
    func check() throws -> Int {
        let last = store.object(ofType: Counter.self, forPrimaryKey: 0)?.value ?? 0
        let accounts = max(1, last - Self.accountsKept + 1)..<(last + 1)
        let notes = max(1, last - Self.notesKept + 1)..<(last + 1)
        try expect(store.objects(Counter.self).count == min(last, 1), "counters")
        try expect(store.objects(Account.self).map(\.id) == Array(accounts), "accounts of \(last)")
        for account in store.objects(Account.self) {
            let changed = last - (last - account.id) % Self.groups
            try expect(account.balance == changed && account.group == account.id % Self.groups, "account \(account.id)")
        }
        for group in 0..<Self.groups {
            let found = store.objects(Account.self).where { $0.group == group }.map(\.id)
            try expect(found == accounts.filter { $0 % Self.groups == group }, "index of group \(group) of \(last)")
        }
        try expect(store.objects(Note.self).count == notes.count, "notes of \(last)")
        for number in notes { try check(number, accounts, notes) }
        for topic in 0..<5 {
            let found = store.objects(Note.self).where { $0.topic == "topic \(topic)" }.map(\.name)
            let expected = notes.filter { $0 % 5 == topic }.map { "note-\($0)" }
            try expect(found == expected, "index of topic \(topic) of \(last)")
        }
        try expect(store.readFailure == nil, "a read failed: \(String(describing: store.readFailure))")
        return last
    }

    private func check(_ number: Int, _ accounts: Range<Int>, _ notes: Range<Int>) throws {
        guard let note = store.object(ofType: Note.self, forPrimaryKey: "note-\(number)") else {
            throw Inconsistency(description: "note \(number) is missing")
        }
        try expect(note.topic == "topic \(number % 5)" && note.text == Self.text(number), "values of note \(number)")
        try expect(note.account?.id == (accounts.contains(number) ? number : nil), "account of note \(number)")
        let previous = notes.contains(number - 1) ? "note-\(number - 1)" : nil
        try expect(note.previous?.name == previous, "previous of note \(number)")
    }

    private func expect(_ holds: Bool, _ what: String) throws {
        if !holds { throw Inconsistency(description: what) }
    }
}

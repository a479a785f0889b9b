import Testing
import TarnLMDB

@testable import TarnRecords

/// The newest snapshot of a file and the one that was asked for before.
struct SnapshotPair: ~Copyable {
    private var old: ReadTransaction
    private let file: CollectionFile

    init(_ file: CollectionFile) throws {
        self.file = file
        old = try file.records.environment.beginRead()
    }

    /// Compares a collection now with what it was the last time: the difference must lead from one to the other (N3).
    mutating func expectDifference(_ place: CollectionPlace, _ comment: Comment) throws {
        let new = try file.records.environment.beginRead()
        let (before, after) = (try file.records.session(old.raw), try file.records.session(new.raw))
        let difference = try #require(try VersionChanges(from: before, to: after).difference(place))
        let oldElements = try before.snapshot(place)
        let newElements = try after.snapshot(place)
        difference.expect(from: oldElements, to: newElements, place.form.collection, comment)
        old = new
    }
}

extension RecordSession {
    /// All elements with their keys, which lists and sets have none of.
    fileprivate func snapshot(_ place: CollectionPlace) throws -> [Entry] {
        let all = 0..<(try count(place))
        if place.form.collection == .map { return try entries(place, all).map { Entry(key: $0.key, value: $0.value) } }
        return try elements(place, all).map { Entry(key: "", value: $0) }
    }
}

/// An element as a test sees it.
struct Entry: Equatable {
    let key: String
    let value: StoredValue
}

extension CollectionDifference {
    func expect(from old: [Entry], to new: [Entry], _ kind: ValueKind, _ comment: Comment) {
        var made = old
        for index in deletions.reversed() { made.remove(at: index) }
        for index in insertions { made.insert(new[index], at: index) }
        #expect(modifications.count == newModifications.count, comment)
        for (from, to) in zip(modifications, newModifications) {
            #expect(old[from].value != new[to].value, comment)
            #expect(made[to] == old[from], comment)
            made[to] = new[to]
        }
        #expect(made == new, comment)
        #expect(isEmpty == (old == new), comment)
        for list in [deletions, insertions, modifications, newModifications] {
            #expect(zip(list, list.dropFirst()).allSatisfy { $0 < $1 }, comment)
        }
        for move in moves {
            #expect(deletions.contains(move.from) && insertions.contains(move.to), comment)
            #expect(old[move.from] == new[move.to], comment)
        }
        if kind != .map { return }
        #expect(deletedKeys == deletions.map { old[$0].key } && insertedKeys == insertions.map { new[$0].key }, comment)
        #expect(modifiedKeys == newModifications.map { new[$0].key }, comment)
    }
}

import Foundation
import Tarn
import Testing

final class Track: Object {
    @Persisted(primaryKey: true) var id: Int
    @Persisted var title: String
    @Persisted var genre: String
    @Persisted var plays: Int
    @Persisted var album: Album?

    convenience init(_ id: Int, _ title: String, _ genre: String, plays: Int = 0) {
        self.init()
        (self.id, self.title, self.genre, self.plays) = (id, title, genre, plays)
    }
}

final class Album: Object {
    @Persisted(primaryKey: true) var id: Int
    @Persisted var name: String
}

/// Sectioned results and what their observers are told (SR1 to SR4).
@Suite struct SectionedResultsTests {
    let store: Store

    init() throws {
        let types: [Object.Type] = [Track.self, Album.self]
        store = try Store(configuration: .init(inMemoryIdentifier: UUID().uuidString, objectTypes: types))
    }

    private func add(_ tracks: [Track]) throws { try store.write { try store.add(tracks) } }

    /// The keys of the sections and the ids of their objects.
    private func shape<Key>(_ sections: SectionedResults<Key, Track>) -> [Section<Key>] {
        sections.map { Section(key: $0.key, ids: $0.map(\.id)) }
    }

    struct Section<Key: Hashable>: Equatable {
        var key: Key?
        var ids: [Int]
    }

    // SR1
    @Test func objectsStandInSectionsByAProperty() throws {
        try add([
            Track(1, "c", "rock"), Track(2, "a", "jazz"), Track(3, "b", "rock"), Track(4, "d", "folk"),
            Track(5, "e", "jazz"),
        ])
        let all = store.objects(Track.self)
        let up = all.sectioned(by: \.genre)
        #expect(up.allKeys == ["folk", "jazz", "rock"])
        #expect(up.map { $0.map(\.id) } == [[4], [2, 5], [1, 3]])
        #expect(up[SectionedIndex(section: 2, item: 1)].title == "b")
        #expect(
            all.sorted(by: \.title).sectioned(by: \.genre, ascending: false).map { $0.map(\.title) } == [
                ["b", "c"], ["a", "e"], ["d"],
            ])
        let byLetter = all.sectioned(by: { $0.title < "c" }, sortDescriptors: [.init(\.title, ascending: false)])
        #expect(byLetter.allKeys == [false, true])
        #expect(byLetter.map { $0.map(\.title) } == [["e", "d", "c"], ["b", "a"]])
        // By a closure the order is that of the first objects, and the objects need not stand together.
        #expect(all.sectioned { $0.genre }.map { $0.map(\.id) } == [[1, 3], [2, 5], [4]])
        #expect(all.where { $0.genre == "none" }.sectioned(by: \.genre).isEmpty)
    }

    // SR1
    @Test func sectionsFollowTheStore() throws {
        let sections = store.objects(Track.self).sectioned(by: \.genre)
        #expect(sections.isEmpty)
        try add([Track(1, "a", "rock"), Track(2, "b", "jazz")])
        #expect(sections.allKeys == ["jazz", "rock"])
        try store.write { store.object(ofType: Track.self, forPrimaryKey: 1)?.genre = "jazz" }
        #expect(shape(sections) == [Section(key: "jazz", ids: [1, 2])])
    }

    // SR1
    @Test func sectionsCanBeMadeOfWhatALinkLeadsTo() throws {
        try store.write {
            let album = Album()
            (album.id, album.name) = (1, "Blue")
            let track = Track(1, "a", "rock")
            track.album = album
            try store.add([track, Track(2, "b", "jazz")])
        }
        let sections = store.objects(Track.self).sectioned(by: \.album?.name)
        #expect(sections.allKeys == [nil, "Blue"])
        var changes: [[String?]] = []
        let token = sections.observe { change in
            switch change {
            case .initial(let sections), .update(let sections, _): changes.append(sections.allKeys)
            }
        }
        _ = try store.refresh()
        try store.write { store.object(ofType: Album.self, forPrimaryKey: 1)?.name = "Red" }
        #expect(changes == [[nil, "Blue"], [nil, "Red"]])
        token.invalidate()
    }

    // SR2
    @Test func aChangeNamesSectionsAndPlaces() throws {
        try add([Track(1, "a", "rock"), Track(2, "b", "jazz"), Track(3, "c", "rock")])
        var updates: [SectionedUpdate] = []
        var calls = 0
        let token = store.objects(Track.self).sectioned(by: \.genre).observe { change in
            calls += 1
            if case .update(_, let update) = change { updates.append(update) }
        }
        _ = try store.refresh()
        #expect(calls == 1)
        try store.write { store.object(ofType: Track.self, forPrimaryKey: 3)?.plays = 1 }
        #expect(updates.last?.modifications == [SectionedIndex(section: 1, item: 1)])
        #expect(updates.last?.newModifications == [SectionedIndex(section: 1, item: 1)])
        try store.write { store.object(ofType: Track.self, forPrimaryKey: 3)?.genre = "folk" }
        #expect(updates.last?.deletions == [SectionedIndex(section: 1, item: 1)])
        #expect(updates.last?.insertions == [SectionedIndex(section: 0, item: 0)])
        #expect(updates.last?.sectionsToInsert == [0])
        #expect(updates.last?.sectionsToDelete == [])
        try store.write { try store.delete(store.objects(Track.self).where { $0.genre == "jazz" }) }
        #expect(updates.last?.sectionsToDelete == [1])
        #expect(updates.last?.deletions == [])
        token.invalidate()
        try add([Track(9, "z", "new")])
        #expect(updates.count == 3)
    }

    // SR3
    @Test func keyPathsFilterModificationsAndNotSections() throws {
        try add([Track(1, "a", "rock"), Track(2, "b", "jazz")])
        var updates: [SectionedUpdate] = []
        let token = store.objects(Track.self).sectioned(by: \.genre).observe(keyPaths: [\.title]) { change in
            if case .update(_, let update) = change { updates.append(update) }
        }
        _ = try store.refresh()
        try store.write { store.object(ofType: Track.self, forPrimaryKey: 1)?.plays = 7 }
        #expect(updates.isEmpty)
        try store.write { store.object(ofType: Track.self, forPrimaryKey: 1)?.title = "x" }
        #expect(updates.count == 1)
        try store.write { store.object(ofType: Track.self, forPrimaryKey: 1)?.genre = "jazz" }
        #expect(updates.last?.sectionsToDelete == [1])
        #expect(updates.last?.insertions == [SectionedIndex(section: 0, item: 0)])
        token.invalidate()
    }

    // SR4
    @Test func aSilencedWriteIsNotToldAndMovesTheBase() throws {
        try add([Track(1, "a", "rock"), Track(2, "b", "jazz")])
        var updates: [SectionedUpdate] = []
        let token = store.objects(Track.self).sectioned(by: \.genre).observe { change in
            if case .update(_, let update) = change { updates.append(update) }
        }
        _ = try store.refresh()
        try store.write(withoutNotifying: [token]) { try store.add(Track(3, "c", "folk")) }
        #expect(updates.isEmpty)
        try store.write { try store.add(Track(4, "d", "folk")) }
        #expect(updates.count == 1)
        #expect(updates.last?.insertions == [SectionedIndex(section: 0, item: 1)])
        #expect(updates.last?.sectionsToInsert == [])
        token.invalidate()
    }

    /// A list view that does what changes say.
    private final class Mirror<Key: Hashable> {
        var sections: [Section<Key>] = []
        var faults: [String] = []

        func apply(_ change: SectionedResultsChange<Key, Track>) {
            switch change {
            case .initial(let results): sections = results.map { Section(key: $0.key, ids: $0.map(\.id)) }
            case .update(let results, let update):
                for index in update.deletions.reversed() { sections[index.section].ids.remove(at: index.item) }
                for section in update.sectionsToDelete.reversed() { sections.remove(at: section) }
                for section in update.sectionsToInsert {
                    sections.insert(Section(key: results.allKeys[section], ids: []), at: section)
                }
                for index in update.insertions {
                    sections[index.section].ids.insert(results[index].id, at: index.item)
                }
                let shown = results.map { Section(key: $0.key, ids: $0.map(\.id)) }
                if sections != shown { faults.append("\(sections) is shown and \(shown) is there: \(update)") }
                for index in update.newModifications where update.insertions.contains(index) {
                    faults.append("N4 \(index)")
                }
            }
        }
    }

    // SR2, N3
    @Test func applyingAChangeGivesTheNewSections() throws {
        let seed = ProcessInfo.processInfo.environment["TARN_SEED"].flatMap { UInt64($0) } ?? .random(in: 1...999_999)
        var random = SplitMix(seed: seed)
        let all = store.objects(Track.self)
        let (sorted, loose, limited) = (Mirror<String>(), Mirror<Int>(), Mirror<String>())
        let tokens = [
            all.sectioned(by: \.genre).observe { sorted.apply($0) },
            all.where { $0.plays < 8 }.sectioned(by: { $0.plays % 3 }, sortDescriptors: [.init(\.title)])
                .observe(keyPaths: [\.genre]) { loose.apply($0) },
            all.sorted(by: \.title).limit(6).sectioned(by: \.genre, ascending: false).observe { limited.apply($0) },
        ]
        _ = try store.refresh()
        var next = 0
        for _ in 0..<120 {
            try store.write {
                for _ in 0..<Int.random(in: 1...4, using: &random) {
                    let count = all.count
                    let track = count == 0 ? nil : all[Int.random(in: 0..<count, using: &random)]
                    switch Int.random(in: 0..<6, using: &random) {
                    case 0, 1:
                        next += 1
                        let title = ["a", "b", "c", "d"].randomElement(using: &random) ?? ""
                        let genre = ["folk", "jazz", "rock"].randomElement(using: &random) ?? ""
                        try store.add(Track(next, title, genre, plays: Int.random(in: 0...9, using: &random)))
                    case 2: if let track, count > 12 { try store.delete(track) }
                    case 3: track?.genre = ["folk", "jazz", "rock", "soul"].randomElement(using: &random) ?? ""
                    case 4: track?.plays = Int.random(in: 0...9, using: &random)
                    default: track?.title = ["a", "b", "c", "d"].randomElement(using: &random) ?? ""
                    }
                }
            }
        }
        #expect(sorted.faults.isEmpty, "TARN_SEED=\(seed)")
        #expect(loose.faults.isEmpty, "TARN_SEED=\(seed)")
        #expect(limited.faults.isEmpty, "TARN_SEED=\(seed)")
        #expect(sorted.sections == shape(all.sectioned(by: \.genre)).map { Section(key: $0.key, ids: $0.ids) })
        for token in tokens { token.invalidate() }
    }
}

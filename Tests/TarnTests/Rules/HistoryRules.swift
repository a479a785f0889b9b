import Foundation
import Tarn
import Testing

@Suite struct HistoryRules {
    let folder = TemporaryFolder()

    private func open(
        _ limits: Store.HistoryLimits = .init(), isolation: isolated (any Actor)? = #isolation
    ) throws -> Store {
        var configuration = folder.rules
        configuration.historyLimits = limits
        return try Store(configuration: configuration, isolation: isolation)
    }

    // H1
    @Test func eachCommitIsReadOnceAndInOrder() throws {
        let store = try open()
        var token: HistoryToken?
        var seen: [UInt64] = []
        for round in 0..<20 {
            for key in 0..<round % 4 { try store.addItems(round * 10 + key..<round * 10 + key + 1) }
            let history = try store.history(since: token)
            #expect(history.isComplete)
            seen += history.map(\.version)
            if let last = history.last { #expect(history.token == last.token) }
            token = history.token
        }
        #expect(try seen == Array(1...store.version()))
        #expect(try token == store.historyToken)
        #expect(try store.history(since: token).isEmpty)
        let halfway = try store.history()[10]
        #expect(halfway.version == 11)
        #expect(try store.history(since: halfway.token).first?.version == 12)
    }

    // H1
    @Test func aHistoryCanBeReadInParts() throws {
        let store = try open()
        for key in 0..<10 { try store.addItems(key..<key + 1) }
        var (token, sizes) = (HistoryToken?.none, [Int]())
        repeat {
            let part = try store.history(since: token, limit: 4)
            sizes.append(part.count)
            token = part.token
        } while sizes.last != 0
        #expect(sizes == [4, 4, 3, 0])
        #expect(try store.history(since: token, limit: 0).token == token)
    }

    // H1: nothing is committed by a write that changes nothing (W16) or is cancelled.
    @Test func onlyCommitsThatChangeSomethingAreThere() throws {
        let store = try open()
        let token = try store.historyToken
        try store.write {}
        try store.beginWrite()
        try store.add(Item(1))
        #expect(try store.history(since: token).isEmpty)
        store.cancelWrite()
        #expect(try store.history(since: token).isEmpty)
    }

    // H3
    @Test func tokensSurviveReopeningAndCanBeStored() throws {
        let store = try open()
        try store.addItems(0..<3)
        let stored = try JSONEncoder().encode([store.historyToken])
        try store.addItems(3..<5)
        store.close()
        let again = try open()
        let token = try #require(try JSONDecoder().decode([HistoryToken].self, from: stored).first)
        #expect(HistoryToken(token.description) == token)
        let history = try again.history(since: token)
        #expect(history.count == 1)
        #expect(history[0].changes(of: Item.self).inserted.map { $0.primaryKey as? Int } == [3, 4])
        for text in ["", "1.2.3", "0" + token.description, token.description + ".0", "\u{e9}" + token.description] {
            #expect(HistoryToken(text) == nil)
        }
    }

    // H3
    @Test @MainActor func anotherProcessGoesOnWhereThisOneStopped() async throws {
        // Opened here, so that it belongs to the actor, which may go on on another thread.
        let store = try Store(configuration: folder.rules)
        try store.addItems(0..<2)
        let token = try store.historyToken
        await #expect(processExitsWith: .success) { [text = token.description as String, url = folder.url as URL] in
            let configuration = Store.Configuration(
                fileURL: url.appendingPathComponent("test.tarn"), objectTypes: RuleModels.types)
            let store = try Store(configuration: configuration)
            let token = try #require(HistoryToken(text))
            try #require(try store.history(since: token).isEmpty)
            try store.write(author: "child") { store.item(1)?.name = "changed" }
            try #require(try store.history(since: token).count == 1)
        }
        try store.refresh()
        let history = try store.history(since: token)
        #expect(history.map(\.author) == ["child"])
        #expect(history[0].changes(of: Item.self).modified.map(\.properties) == [["name"]])
    }

    // H4
    @Test func changesAreNamed() throws {
        let store = try open()
        try store.addItems(0..<200)
        let token = try store.historyToken
        try store.write {
            try store.add(Item(900))
            store.item(3)?.name = "three"
            store.item(3)?.comment = nil
            store.item(4)?.next = store.item(900)
            try store.add(Note("a note"))
        }
        try store.write {
            try store.delete(try #require(store.item(7)))
            try store.delete(try #require(store.item(900)))
        }
        let history = try store.history(since: token)
        let (first, second) = (history[0].changes(of: Item.self), history[1].changes(of: Item.self))
        #expect(first.objectType == Item.self)
        #expect(first.inserted.map { $0.primaryKey as? Int } == [900])
        #expect(first.modified.map { $0.object.primaryKey as? Int } == [3, 4])
        #expect(first.modified.map(\.properties) == [["name", "comment"], ["next"]])
        #expect(first.deleted.isEmpty)
        #expect(history[0].objectTypes.map { "\($0)" } == ["Item", "Note"])
        #expect(history[0].typeNames == ["Item", "Note"])
        #expect(history[0].changes(of: Note.self).inserted.count == 1)
        #expect(history[1].changes.map(\.deleted.count) == [2])
        #expect(second.deleted.map { $0.primaryKey as? Int } == [7, 900])
        // O3: the link to the deleted object was set to nil.
        #expect(second.modified.map(\.properties) == [["next"]])
        #expect(history[1].changes(of: Note.self).isEmpty)
        let net = history.netChanges(of: Item.self)
        #expect(net.inserted.isEmpty)
        #expect(net.modified.map { $0.object.primaryKey as? Int } == [3, 4])
        #expect(net.deleted.map { $0.primaryKey as? Int } == [7])
        #expect("\(second.deleted[0])" == "Item 7")
    }

    // P8
    @Test func anObjectMadeAgainWithItsKeyIsDeletedAndInserted() throws {
        let store = try open()
        try store.addItems(0..<3)
        let token = try store.historyToken
        try store.write {
            try store.delete(try #require(store.item(1)))
            try store.add(Item(1, "again"))
            store.item(1)?.count = 5
        }
        let changes = try #require(try store.history(since: token).first).changes(of: Item.self)
        #expect(changes.deleted == changes.inserted && changes.deleted.count == 1)
        #expect(changes.modified.isEmpty)
    }

    // H4
    @Test func objectsThatStillExistAreFound() throws {
        let store = try open()
        try store.write {
            try store.add([Item(1, "one"), Item(2, "two")])
            try store.add([Note("first"), Note("second")])
        }
        try store.write { try store.delete(try #require(store.item(2))) }
        let commit = try #require(try store.history().first { !$0.objectTypes.isEmpty })
        let items = commit.changes(of: Item.self).inserted.map { store.object(ofType: Item.self, at: $0)?.name }
        #expect(items == ["one", nil])
        let notes = commit.changes(of: Note.self).inserted
        #expect(notes.map { store.object(ofType: Note.self, at: $0)?.text } == ["first", "second"])
        #expect(notes.map { $0.primaryKey == nil } == [true, true])
    }

    // H5
    @Test func authorsAndTimesAreKept() throws {
        let store = try open()
        let token = try store.historyToken
        try store.write(author: "sync") { try store.add(Item(1)) }
        try store.addItems(2..<3)
        #expect(throws: StoreError.self) { try store.write(author: "failed") { try store.add(Item(1)) } }
        try store.beginWrite()
        try store.add(Item(4))
        try store.commitWrite()
        try store.write(author: "") { try store.add(Item(5)) }
        let history = try store.history(since: token)
        #expect(history.map(\.author) == ["sync", nil, nil, ""])
        let dates = history.compactMap(\.date)
        #expect(dates.count == 4 && dates == dates.sorted())
    }

    // H6
    @Test func oldCommitsGoAndWhoeverMissedThemIsTold() throws {
        let store = try open(.init(commits: 10, bytes: nil))
        let start = try store.historyToken
        for key in 0..<30 { try store.addItems(key..<key + 1) }
        #expect(code { try store.history(since: start) } == .historyPruned)
        #expect(message { try store.history(since: start) }.contains("Configuration.historyLimits"))
        let kept = try store.history()
        #expect(!kept.isComplete && (10...12).contains(kept.count))
        #expect(try store.history(since: kept[0].token).count == kept.count - 1)
        // The commit of a token has to be there, or a file that was replaced would not be noticed.
        #expect(kept[kept.count - 1].token == (try store.historyToken))
    }

    // H6
    @Test func aHistoryKeepsToItsSize() throws {
        let store = try open(.init(commits: nil, bytes: 1000))
        let start = try store.historyToken
        for key in 0..<100 { try store.write(author: "0123456789") { try store.add(Item(key)) } }
        #expect(code { try store.history(since: start) } == .historyPruned)
        #expect(try (5...40).contains(store.history().count))
        try store.write(author: String(repeating: "x", count: 255)) { try store.addSpread() }
        #expect(try store.history().count == 1)
    }

    // H6
    @Test func aHistoryKeepsToItsAge() throws {
        let store = try open(.init(commits: nil, bytes: nil, age: .zero))
        let start = try store.historyToken
        for key in 0..<100_000 {
            try store.addItems(key..<key + 1)
            if code({ try store.history(since: start) }) == .historyPruned { return }
        }
        Issue.record("100,000 commits were not older than the newest")
    }

    // H6
    @Test func anUnlimitedHistoryKeepsEverything() throws {
        var configuration = Store.Configuration(inMemoryIdentifier: folder.url.path, objectTypes: RuleModels.types)
        configuration.historyLimits = .unlimited
        let store = try Store(configuration: configuration)
        for key in 0..<1500 { try store.addItems(key..<key + 1) }
        #expect(try store.history().count == 1501)
        #expect(try store.history().isComplete)
    }

    // H2
    @Test func tokensOfOtherStoresAreRefused() throws {
        let store = try open()
        let other = try Store(configuration: folder.configuration(RuleModels.types, "other.tarn"))
        let token = try other.historyToken
        #expect(code { try store.history(since: token) } == .historyOfAnotherStore)
    }

    // H2: a copy is the same store until it goes another way.
    @Test func aCopyGoesOnUntilItGoesAnotherWay() throws {
        let store = try open()
        try store.addItems(0..<3)
        let token = try store.historyToken
        let url = folder.url.appendingPathComponent("copy.tarn")
        try store.writeCopy(to: url)
        let copy = try Store(configuration: .init(fileURL: url, objectTypes: RuleModels.types))
        #expect(try copy.history(since: token).isEmpty)
        try store.addItems(3..<4)
        let later = try store.historyToken
        #expect(code { try copy.history(since: later) } == .historyTokenAhead)
        try copy.addItems(4..<5)
        #expect(code { try copy.history(since: later) } == .historyOfAnotherStore)
        #expect(try copy.history(since: token).count == 1)
    }

    // H7
    @Test func theHistoryEndsWithWhatTheStoreSees() throws {
        let (store, other) = (try open(), try open())
        let token = try store.historyToken
        try other.addItems(0..<1)
        #expect(try store.history(since: token).isEmpty)
        let newer = try other.historyToken
        #expect(code { try store.history(since: newer) } == .historyTokenAhead)
        #expect(message { try store.history(since: newer) }.contains("refresh"))
        try store.refresh()
        #expect(try store.history(since: token).count == 1)
        #expect(try store.history(since: newer).isEmpty)
    }

    // H7
    @Test @MainActor func aHistoryIsAValueThatStaysAsItWas() async throws {
        let store = try Store(configuration: folder.rules)
        try store.addItems(0..<3)
        let history = try store.history()
        try store.write { try store.deleteAll() }
        store.close()
        let keys = await Task.detached {
            history.flatMap { $0.changes(of: Item.self).inserted }.compactMap { $0.primaryKey as? Int }
        }.value
        #expect(keys == [0, 1, 2])
    }

    /// The program of docs/history.md.
    @Test func theProgramOfThePageTellsTheServer() throws {
        let store = try open()
        try store.write(author: "server") { try store.add([Item(1, "one"), Item(2, "two")]) }
        var told: [String] = []
        var token = try upload(from: store, since: nil) { told.append($0) }
        #expect(told.isEmpty)
        try store.write {
            try store.add(Item(3, "three"))
            store.item(1)?.name = "uno"
            try store.delete(try #require(store.item(2)))
        }
        token = try upload(from: store, since: token) { told.append($0) }
        #expect(told == ["put three", "put uno: name", "delete 2"])
        token = try upload(from: store, since: token) { told.append($0) }
        #expect(told.count == 3)
    }

    @Test(arguments: Misuse.history) func misuseTraps(_ misuse: Misuse) async throws {
        try await misuse.expectTrap(in: folder)
    }
}

extension Store {
    /// Items that share no cluster, so that the record of the commit is long.
    fileprivate func addSpread() throws {
        for key in 1..<100 { try add(Item(key * 1000)) }
    }
}

extension Misuse {
    static let history: [Misuse] = [
        Misuse("H8", "an author that is too long") { store in
            try store.write(author: String(repeating: "x", count: 256)) {}
        },
        Misuse("H8", "a negative limit of the history") { _ in print(Store.HistoryLimits(commits: -1)) },
        Misuse("H8", "a negative age of the history") { _ in print(Store.HistoryLimits(age: .seconds(-1))) },
        Misuse("H8", "reading no commits from the beginning") { store in print(try store.history(limit: 0).count) },
        Misuse("H8", "reading a negative number of commits") { store in print(try store.history(limit: -1).count) },
        Misuse("H4", "finding an object of a commit as another class") { store in
            try store.addItems(0..<1)
            let commit = try #require(try store.history().last)
            let item = try #require(commit.changes(of: Item.self).inserted.first)
            print(store.object(ofType: Note.self, at: item) as Any)
        },
        Misuse("C11", "the changes of a class that the store was not opened with") { store in
            try store.addItems(0..<1)
            print(try store.history()[0].changes(of: Person.self).isEmpty)
        },
        Misuse("C1", "reading the history on another thread") { store in
            nonisolated(unsafe) let store = store
            try onAnotherThread { print(try store.history().count) }
        },
    ]
}

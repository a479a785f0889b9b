import TarnLMDB
import Testing

@Suite struct CursorTests {
    let folder: TemporaryFolder
    let environment: Environment
    let database: Database
    let many: Database

    init() throws {
        folder = try TemporaryFolder()
        environment = try folder.open()
        database = try environment.openDatabase(named: "a")
        many = try environment.openDatabase(named: "many", options: .init(duplicates: .sorted))
        try environment.store(["a": "1", "c": "3", "e": "5"], in: database)
        try environment.store(["a": "1", "b": "1", "b": "2", "b": "3", "c": "1"], in: many)
    }

    @Test func aCursorMovesInOrder() throws {
        let read = try environment.beginRead()
        try read.withCursor(in: database) { (cursor: inout ReadCursor) throws in
            #expect(cursor.isPositioned == false)
            #expect(try cursor.next() == true)
            #expect(cursor.text == "a=1")
            #expect(try cursor.next() == true)
            #expect(cursor.text == "c=3")
            #expect(try cursor.last() == true)
            #expect(cursor.text == "e=5")
            #expect(try cursor.next() == false)
            #expect(cursor.isPositioned == false)
            #expect(try cursor.first() == true)
            #expect(try cursor.previous() == false)
        }
        try read.withCursor(in: database) { (cursor: inout ReadCursor) throws in
            #expect(try cursor.previous() == true)
            #expect(cursor.text == "e=5")
        }
    }

    @Test func aCursorMovesToAKeyOrTheOneAfterIt() throws {
        let read = try environment.beginRead()
        try read.withCursor(in: database) { (cursor: inout ReadCursor) throws in
            #expect(try cursor.move(to: "c") == true)
            #expect(cursor.text == "c=3")
            #expect(try cursor.move(to: "d") == false)
            #expect(try cursor.move(toOrAfter: "d") == true)
            #expect(cursor.text == "e=5")
            #expect(try cursor.move(toOrAfter: "f") == false)
            #expect(try cursor.move(toOrAfter: "") == true)
            #expect(cursor.text == "a=1")
        }
    }

    @Test func duplicatesAreEntriesOfTheirOwn() throws {
        let read = try environment.beginRead()
        try read.withCursor(in: many) { (cursor: inout ReadCursor) throws in
            #expect(try cursor.move(to: "b") == true)
            #expect(try cursor.duplicateCount == 3)
            #expect(try cursor.lastDuplicate() == true)
            #expect(cursor.text == "b=3")
            #expect(try cursor.nextDuplicate() == false)
            #expect(cursor.text == "b=3")
            #expect(try cursor.previousDuplicate() == true)
            #expect(cursor.text == "b=2")
            #expect(try cursor.nextKey() == true)
            #expect(cursor.text == "c=1")
            #expect(try cursor.previousKey() == true)
            #expect(cursor.text == "b=3")
            #expect(try cursor.firstDuplicate() == true)
            #expect(cursor.text == "b=1")
            #expect(try cursor.previous() == true)
            #expect(cursor.text == "a=1")
            #expect(try cursor.nextDuplicate() == false)
            #expect(try cursor.duplicateCount == 1)
        }
        try read.withCursor(in: database) { (cursor: inout ReadCursor) throws in
            #expect(try cursor.duplicateCount == 0)
            #expect(try cursor.first() && !cursor.nextDuplicate() && cursor.lastDuplicate() == true)
            #expect(cursor.text == "a=1")
        }
    }

    @Test func aCursorMovesToAPairOrTheOneAfterIt() throws {
        let read = try environment.beginRead()
        try read.withCursor(in: many) { (cursor: inout ReadCursor) throws in
            #expect(try cursor.move(to: "b", value: "2") == true)
            #expect(cursor.text == "b=2")
            #expect(try cursor.move(to: "b", value: "4") == false)
            #expect(try cursor.move(to: "b", valueOrAfter: "22") == true)
            #expect(cursor.text == "b=3")
            #expect(try cursor.move(to: "b", valueOrAfter: "4") == false)
        }
        #expect(
            code { try read.withCursor(in: database) { _ = try $0.move(to: "a", value: "1") } } == .incompatible)
    }

    @Test func aWriteCursorStoresAndReplaces() throws {
        var write = try environment.beginWrite()
        let database = database
        try write.withWriteCursor(in: database) { (cursor: inout WriteCursor) throws in
            #expect(try cursor.put("2", for: "b") == true)
            #expect(cursor.text == "b=2")
            #expect(try cursor.put("x", for: "b", mode: .ifKeyIsNew) == false)
            #expect(try cursor.move(to: "c") == true)
            try cursor.replaceValue(with: String(repeating: "3", count: 5000))
            #expect(cursor.value.count == 5000)
            try cursor.replaceValue(with: "33")
            #expect(cursor.text == "c=33")
            #expect(try cursor.next() == true)
            #expect(cursor.text == "e=5")
        }
        #expect(try write.texts(in: database) == ["a=1", "b=2", "c=33", "e=5"])
    }

    @Test func theMoveAfterADeletionIsToTheEntryThatFollowed() throws {
        var write = try environment.beginWrite()
        let (database, many) = (database, many)
        try write.withWriteCursor(in: database) { (cursor: inout WriteCursor) throws in
            #expect(try cursor.move(to: "a") == true)
            try cursor.delete()
            #expect(cursor.isPositioned == false)
            #expect(try cursor.next() == true)
            #expect(cursor.text == "c=3")
        }
        try write.withWriteCursor(in: many) { (cursor: inout WriteCursor) throws in
            #expect(try cursor.move(to: "b", value: "2") == true)
            try cursor.delete()
            #expect(try cursor.next() == true)
            #expect(cursor.text == "b=3")
            try cursor.delete(allDuplicates: true)
            #expect(try cursor.next() == true)
            #expect(cursor.text == "c=1")
        }
        #expect(try write.texts(in: many) == ["a=1", "c=1"])
    }

    @Test func aLoopMayDeleteEverything() throws {
        var write = try environment.beginWrite()
        let many = many
        try write.withWriteCursor(in: many) { (cursor: inout WriteCursor) throws in
            while try cursor.next() { try cursor.delete() }
        }
        #expect(try write.count(of: many) == 0)
    }

    @Test func anEntryOfACursorThatStandsNowhereTraps() async {
        await #expect(processExitsWith: .failure) {
            let environment = try TemporaryFolder().open()
            let database = try environment.openDatabase(named: "a")
            let read = try environment.beginRead()
            try read.withCursor(in: database) { _ = $0.key }
        }
    }

    @Test func aCursorThatLeavesItsScopeTraps() async {
        await #expect(processExitsWith: .failure) {
            let environment = try TemporaryFolder().open()
            let database = try environment.openDatabase(named: "a")
            let read = try environment.beginRead()
            try read.withCursor(in: database) { outer in
                let other = try environment.beginRead()
                try other.withCursor(in: database) { inner in swap(&outer, &inner) }
            }
        }
    }
}

extension Cursor {
    /// The entry under the cursor, `key=value`.
    fileprivate var text: String { withEntry { String(decoding: $0) + "=" + String(decoding: $1) } }
}

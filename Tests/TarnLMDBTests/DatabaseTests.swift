import TarnLMDB
import Testing

@Suite struct DatabaseTests {
    let folder: TemporaryFolder
    let environment: Environment

    init() throws {
        folder = try TemporaryFolder()
        environment = try folder.open()
    }

    @Test func databasesAreListedByName() throws {
        for name in ["b", "a", "c"] { _ = try environment.openDatabase(named: name) }
        #expect(try environment.databaseNames() == ["a", "b", "c"])
        #expect(environment.tree(named: "a") != nil)
        #expect(environment.tree(named: "z") == nil)
    }

    @Test func aDatabaseIsOfOneKind() throws {
        _ = try environment.openDatabase(named: "plain")
        _ = try environment.openDatabase(named: "many", options: .init(duplicates: .sorted))
        #expect(
            code { _ = try environment.openDatabase(named: "plain", options: .init(keys: .integers)) } == .incompatible)
        #expect(code { _ = try environment.openDatabase(named: "many") } == .incompatible)
        let other = try TemporaryFolder()
        try environment.copy(to: other.path())
        let copy = try other.open()
        #expect(code { _ = try copy.openDatabase(named: "many") } == .incompatible)
        #expect(code { _ = try copy.openDatabase(named: "plain") } == nil)
    }

    @Test func tooManyDatabasesAreRefused() throws {
        let small = try folder.open("small") { $0.maximumTrees = 2 }
        for name in ["a", "b"] { _ = try small.openDatabase(named: name) }
        #expect(code { _ = try small.openDatabase(named: "c") } == .treesFull)
        #expect(try small.databaseNames() == ["a", "b"])
        try small.beginWrite().commit()
    }

    @Test func severalTreesAreOpenedInOneTransactionAndShared() throws {
        let specs = [TreeSpec(name: "x"), TreeSpec(name: "y", flags: [.duplicateSort, .fixedDuplicates])]
        let before = try environment.information().lastTransaction
        let trees = try environment.openTrees(specs)
        #expect(try environment.openTrees(specs) == trees)
        #expect(try environment.openTrees(specs.reversed()) == trees.reversed())
        #expect(try environment.information().lastTransaction == before + 1)
    }

    @Test func existingTreesAreOpenedWithoutAWrite() throws {
        do { _ = try environment.openTrees([TreeSpec(name: "x")]) }
        try environment.copy(to: folder.path("copy"))
        let copy = try folder.open("copy")
        let before = try copy.information().lastTransaction
        let write = try copy.beginWrite()
        // Possible while this thread writes, since nothing has to be created.
        _ = try copy.openTrees([TreeSpec(name: "x")])
        try write.commit()
        #expect(try copy.information().lastTransaction == before)
    }

    @Test func threadsThatOpenDatabasesDoNotDisturbOneAnother() async throws {
        let environment = environment
        try await withThrowingTaskGroup { group in
            for index in 0..<16 {
                group.addTask {
                    let database = try environment.openDatabase(named: "t\(index % 8)")
                    try environment.store(["k\(index)": "v"], in: database)
                    let read = try environment.beginRead()
                    return try read.text("k\(index)", in: database)
                }
            }
            for try await text in group { #expect(text == "v") }
        }
        #expect(try environment.databaseNames().count == 8)
    }

    @Test func aDeletedDatabaseIsGoneAndItsHandleRefused() throws {
        let database = try environment.openDatabase(named: "a")
        try environment.store(["k": "v"], in: database)
        do {
            let read = try environment.beginRead()
            #expect(code { try environment.deleteDatabase(database) } == .transactionsActive)
            #expect(read.isActive == true)
        }
        try environment.deleteDatabase(database)
        #expect(code { try environment.deleteDatabase(database) } == .badTree)
        #expect(try environment.databaseNames().isEmpty)
        let again = try environment.openDatabase(named: "b")
        let read = try environment.beginRead()
        #expect(code { _ = try read.value(for: "k", in: database) } == .badTree)
        #expect(try read.count(of: again) == 0)
    }

    @Test func integerKeysAreOrderedByValue() throws {
        let database = try environment.openDatabase(named: "n", options: .init(keys: .integers))
        let numbers: [UInt64] = [256, 1, 65536, 2, 255, 1 << 40, 0, .max]
        var write = try environment.beginWrite()
        for number in numbers { try write.put("", for: number, in: database) }
        #expect(code { try write.put("", for: "1234", in: database) } == .keyTooLongOrEmpty)
        try write.commit()
        var found: [UInt64] = []
        let read = try environment.beginRead()
        try read.walk(in: database) { key, _ in
            if let number = UInt64(nativeBytes: key) { found.append(number) }
            return .goOn
        }
        #expect(found == numbers.sorted())
        #expect(try read.contains(256 as UInt64, in: database))
    }

    @Test func reversedKeysAreComparedFromTheirEnds() throws {
        let database = try environment.openDatabase(named: "r", options: .init(keys: .reversedBytes))
        try environment.store(["az": "", "ba": "", "cm": ""], in: database)
        #expect(try environment.beginRead().texts(in: database) == ["ba=", "cm=", "az="])
    }

    @Test func packedValuesHaveTheirSizeFromTheFile() throws {
        let four = Database.Options(duplicates: .fixedSize(4))
        let database = try environment.openDatabase(named: "p", options: four)
        try environment.store(["k": "1234"], in: database)
        let five = Database.Options(duplicates: .fixedSize(5))
        #expect(code { _ = try environment.openDatabase(named: "p", options: five) } == .incompatible)
        #expect(code { try environment.store(["k": "12345"], in: database) } == .keyTooLongOrEmpty)
        let tooLong = Database.Options(duplicates: .fixedSize(512))
        #expect(code { _ = try environment.openDatabase(named: "q", options: tooLong) } == .keyTooLongOrEmpty)
    }

    @Test func namesThatCannotBeAreRefused() throws {
        #expect(code { _ = try environment.openDatabase(named: "") } == .keyTooLongOrEmpty)
        #expect(code { _ = try environment.openDatabase(named: "a\0b") } == .keyTooLongOrEmpty)
        let long = String(repeating: "n", count: 512)
        #expect(code { _ = try environment.openDatabase(named: long) } == .keyTooLongOrEmpty)
    }
}

import CLMDB
import TarnLMDB
import Testing

@Suite struct MapTests {
    let folder: TemporaryFolder
    init() throws { folder = try TemporaryFolder() }

    private func fill(_ environment: Environment, _ database: Database, count: Int) throws {
        var write = try environment.beginWrite()
        for index in 0..<count { try write.put([UInt8](repeating: 1, count: 1000), for: "\(index)", in: database) }
        try write.commit()
    }

    @Test func aFullMapPoisonsTheTransactionAndKeepsTheLastCommit() throws {
        let environment = try folder.open { $0.mapSize = 1 << 20 }
        let database = try environment.openDatabase(named: "a")
        try environment.store(["k": "v"], in: database)
        var write = try environment.beginWrite()
        let full = code {
            for index in 0..<2000 {
                try write.put([UInt8](repeating: 1, count: 1000), for: "\(index)", in: database)
            }
        }
        #expect(full == .mapFull)
        #expect(code { try write.put("v", for: "x", in: database) } == .badTransaction)
        do {
            try write.commit()
            Issue.record("a poisoned transaction was committed")
        } catch { #expect(error.code == .badTransaction) }
        #expect(try environment.beginRead().texts(in: database) == ["k=v"])
        #expect(environment.shared.activeTransactions == 0)
        try environment.growMap(to: 16 << 20)
        try fill(environment, database, count: 2000)
        #expect(try environment.beginRead().count(of: database) == 2001)
    }

    @Test func theMapGrowsOnlyWithoutTransactions() throws {
        let environment = try folder.open { $0.mapSize = 1 << 20 }
        var read = try environment.beginRead()
        #expect(code { try environment.growMap(to: 2 << 20) } == .transactionsActive)
        read.reset()
        try environment.growMap(to: 2 << 20)
        #expect(try environment.information().mapSize == 2 << 20)
        try environment.growMap(to: 1 << 20)
        #expect(try environment.information().mapSize == 2 << 20)
        try read.renew()
        #expect(code { try environment.growMap(to: 4 << 20) } == .transactionsActive)
    }

    @Test func aMapThatCannotGrowKeepsItsSize() throws {
        let environment = try folder.open { $0.mapSize = 1 << 20 }
        let database = try environment.openDatabase(named: "a")
        try environment.store(["k": "v"], in: database)
        #expect(code { try environment.growMap(to: 1 << 55) } == .outOfMemory)
        #expect(try environment.information().mapSize == 1 << 20)
        #expect(try environment.beginRead().text("k", in: database) == "v")
    }

    @Test func aFileThatAnotherProcessMadeLargerIsFollowed() async throws {
        let environment = try folder.open { $0.mapSize = 1 << 20 }
        let database = try environment.openDatabase(named: "a")
        try environment.store(["k": "v"], in: database)
        var sleeping = try environment.beginRead()
        sleeping.reset()
        await #expect(processExitsWith: .success) { [path = folder.path() as String] in
            let environment = try Environment.open(path: path, options: .inMemory)
            let database = try environment.openDatabase(named: "a")
            var write = try environment.beginWrite()
            for index in 0..<4000 { try write.put([UInt8](repeating: 1, count: 1000), for: "\(index)", in: database) }
            try write.commit()
        }
        try sleeping.renew()
        #expect(try sleeping.count(of: database) == 4001)
        #expect(try environment.information().mapSize >= 4_000_000)
        try environment.beginWrite().commit()
    }

    @Test func aFileThatGrewIsNotFollowedUnderAnOpenSnapshot() async throws {
        let environment = try folder.open { $0.mapSize = 1 << 20 }
        let database = try environment.openDatabase(named: "a")
        try environment.store(["k": "v"], in: database)
        var read = try environment.beginRead()
        await #expect(processExitsWith: .success) { [path = folder.path() as String] in
            let environment = try Environment.open(path: path, options: .inMemory)
            let database = try environment.openDatabase(named: "a")
            var write = try environment.beginWrite()
            for index in 0..<4000 { try write.put([UInt8](repeating: 1, count: 1000), for: "\(index)", in: database) }
            try write.commit()
        }
        #expect(code { _ = try environment.beginRead() } == .mapResized)
        #expect(code { _ = try environment.beginWrite() } == .mapResized)
        #expect(try read.texts(in: database) == ["k=v"])
        read.reset()
        #expect(code { _ = try environment.beginWrite() } == nil)
        try read.renew()
        #expect(try read.count(of: database) == 4001)
    }

    @Test func theCodesAreThoseOfTheLibrary() {
        let codes: [(LMDBError.Code, Int32)] = [
            (.keyExists, MDB_KEYEXIST), (.pageNotFound, MDB_PAGE_NOTFOUND), (.corrupted, MDB_CORRUPTED),
            (.panic, MDB_PANIC), (.versionMismatch, MDB_VERSION_MISMATCH), (.invalid, MDB_INVALID),
            (.mapFull, MDB_MAP_FULL), (.treesFull, MDB_DBS_FULL), (.readersFull, MDB_READERS_FULL),
            (.transactionFull, MDB_TXN_FULL), (.cursorFull, MDB_CURSOR_FULL), (.pageFull, MDB_PAGE_FULL),
            (.mapResized, MDB_MAP_RESIZED), (.incompatible, MDB_INCOMPATIBLE), (.badReaderSlot, MDB_BAD_RSLOT),
            (.badTransaction, MDB_BAD_TXN), (.keyTooLongOrEmpty, MDB_BAD_VALSIZE), (.badTree, MDB_BAD_DBI),
        ]
        for (code, number) in codes {
            #expect(code.rawValue == number)
            #expect(code.remedy != nil)
        }
    }
}

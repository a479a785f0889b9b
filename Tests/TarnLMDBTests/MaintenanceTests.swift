import Foundation
import TarnLMDB
import Testing

@Suite struct MaintenanceTests {
    let folder: TemporaryFolder
    let environment: Environment
    let database: Database

    init() throws {
        folder = try TemporaryFolder()
        environment = try folder.open()
        database = try environment.openDatabase(named: "a")
    }

    private func fill(_ range: Range<Int>) throws {
        var write = try environment.beginWrite()
        for index in range { try write.put([UInt8](repeating: 1, count: 1000), for: "\(index)", in: database) }
        try write.commit()
    }

    @Test func statisticsCountPagesAndEntries() throws {
        try fill(0..<1000)
        try environment.store(["long": String(repeating: "x", count: 100_000)], in: database)
        let statistics = try environment.beginRead().statistics(of: database)
        #expect(statistics.entries == 1001)
        #expect(statistics.depth >= 2)
        #expect(statistics.leafPages > 200 && statistics.branchPages > 0)
        #expect(statistics.overflowPages == 25)
        let information = try environment.information()
        #expect(information.pageSize == statistics.pageSize)
        #expect(information.lastPage * information.pageSize >= statistics.byteCount)
        #expect(information.fileSize >= statistics.byteCount)
        #expect(information.maximumReaders == 1024)
        #expect(information.activeTransactions == 0)
        let read = try environment.beginRead()
        #expect(try environment.information().activeTransactions == 1)
        #expect(read.version == information.lastTransaction)
    }

    @Test func freePagesAreCounted() throws {
        try fill(0..<1000)
        #expect(try environment.information().freePages < 100)
        var write = try environment.beginWrite()
        try write.removeAll(in: database)
        try write.commit()
        #expect(try environment.information().freePages > 200)
    }

    @Test func readersAreListed() throws {
        #expect(try environment.readers().isEmpty)
        var read = try environment.beginRead()
        #expect(try environment.readers().map(\.processID) == [getpid()])
        #expect(try environment.readers().map(\.version) == [read.version])
        read.reset()
        #expect(try environment.readers().map(\.version) == [nil])
    }

    @Test func theReaderOfADeadProcessIsFoundAndRemoved() async throws {
        try fill(0..<10)
        await #expect(processExitsWith: .signal(SIGKILL)) { [path = folder.path() as String] in
            let environment = try Environment.open(path: path, options: .inMemory)
            let read = try environment.beginRead()
            kill(getpid(), SIGKILL)
            withExtendedLifetime(read.version) {}
        }
        #expect(try environment.readers().count == 1)
        #expect(try environment.readers().first?.processID != getpid())
        #expect(try environment.removeDeadReaders() == 1)
        #expect(try environment.readers().isEmpty)
        #expect(try environment.removeDeadReaders() == 0)
    }

    @Test func deadReadersMakeRoomForNewOnes() async throws {
        let small = try folder.open("small") { $0.maximumReaders = 2 }
        let read = try small.beginRead()
        await #expect(processExitsWith: .signal(SIGKILL)) { [path = folder.path("small") as String] in
            let environment = try Environment.open(path: path, options: .inMemory)
            let read = try environment.beginRead()
            kill(getpid(), SIGKILL)
            withExtendedLifetime(read.version) {}
        }
        #expect(try small.readers().count == 2)
        #expect(code { _ = try small.beginRead() } == nil)
        #expect(try small.readers().map(\.version) == [read.version])
    }

    /// The reason for looking for dead readers, and the danger of a long one.
    @Test func aForgottenReaderLetsTheFileGrow() throws {
        try fill(0..<200)
        for _ in 0..<20 { try fill(0..<200) }
        let steady = try environment.information().lastPage
        for _ in 0..<20 { try fill(0..<200) }
        #expect(try environment.information().lastPage == steady)
        var read = try environment.beginRead()
        for _ in 0..<20 { try fill(0..<200) }
        let grown = try environment.information().lastPage
        #expect(grown > 2 * steady)
        try read.renew()
        for _ in 0..<20 { try fill(0..<200) }
        #expect(try environment.information().lastPage <= grown + 60)
    }

    @Test func everyDurabilityCommitsAndSyncs() throws {
        for durability in [Durability.full, .relaxed, .memory] {
            let environment = try folder.open("\(durability)") { $0.durability = durability }
            let database = try environment.openDatabase(named: "a")
            try environment.store(["k": "v"], in: database)
            try environment.sync()
            #expect(try environment.beginRead().text("k", in: database) == "v")
        }
    }
}

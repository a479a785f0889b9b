import Foundation
import TarnLMDB
import Testing

@Suite struct ReadTransactionTests {
    let folder: TemporaryFolder
    let environment: Environment
    let database: Database

    init() throws {
        folder = try TemporaryFolder()
        environment = try folder.open()
        database = try environment.openDatabase(named: "a")
    }

    @Test func aReaderKeepsItsSnapshotWhileAWriterCommits() throws {
        try environment.store(["k": "old"], in: database)
        var read = try environment.beginRead()
        let version = read.version
        try environment.store(["k": "new"], in: database)
        #expect(try read.text("k", in: database) == "old")
        try read.renew()
        #expect(try read.text("k", in: database) == "new")
        #expect(read.version == version + 1)
    }

    @Test func readersAndTheWriterShareAThread() throws {
        try environment.store(["k": "old"], in: database)
        var write = try environment.beginWrite()
        try write.put("new", for: "k", in: database)
        let first = try environment.beginRead()
        let second = try environment.beginRead()
        #expect(try first.text("k", in: database) == "old")
        try write.commit()
        #expect(try second.text("k", in: database) == "old")
        #expect(try environment.beginRead().text("k", in: database) == "new")
    }

    @Test func aResetReaderHoldsNoSnapshot() throws {
        var read = try environment.beginRead()
        #expect(environment.shared.activeTransactions == 1)
        read.reset()
        read.reset()
        #expect(read.isActive == false)
        #expect(environment.shared.activeTransactions == 0)
        try read.renew()
        #expect(read.isActive == true)
        #expect(environment.shared.activeTransactions == 1)
    }

    @Test func aResetReaderReadsNothing() async {
        await #expect(processExitsWith: .failure) {
            let environment = try TemporaryFolder().open()
            let database = try environment.openDatabase(named: "a")
            var read = try environment.beginRead()
            read.reset()
            _ = try read.value(for: "k", in: database)
        }
    }

    @Test func tooManyReadersAreRefusedUntilOneEnds() throws {
        let small = try folder.open("small") { $0.maximumReaders = 2 }
        let first = try small.beginRead()
        do {
            let second = try small.beginRead()
            #expect(code { _ = try small.beginRead() } == .readersFull)
            #expect(second.isActive == true)
        }
        #expect(code { _ = try small.beginRead() } == nil)
        #expect(first.isActive == true)
    }

    @Test func aLentValueIsTheStoredOne() throws {
        try environment.store(["k": "value"], in: database)
        let read = try environment.beginRead()
        #expect(try read.withValue(for: "k", in: database) { $0.count } == 5)
        #expect(try read.withValue(for: "k", in: database) { String(decoding: $0) } == "value")
        #expect(try read.withValue(for: "none", in: database) { $0.count } == nil)
        #expect(throws: CancellationError.self) {
            try read.withValue(for: "k", in: database) { _ in throw CancellationError() }
        }
        #expect(try read.contains("k", in: database))
        #expect(try !read.contains("none", in: database))
    }

    @Test func readersOnManyThreadsSeeWholeCommits() throws {
        try environment.store(["a": "0", "b": "0"], in: database)
        let (environment, database) = (environment, database)
        DispatchQueue.concurrentPerform(iterations: 4) { thread in
            do {
                if thread == 0 {
                    for round in 1...300 {
                        var write = try environment.beginWrite()
                        try write.put("\(round)", for: "a", in: database)
                        try write.put("\(round)", for: "b", in: database)
                        try write.commit()
                    }
                } else {
                    var read = try environment.beginRead()
                    for _ in 0..<2000 {
                        #expect(try read.text("a", in: database) == read.text("b", in: database))
                        try read.renew()
                    }
                }
            } catch { Issue.record(error) }
        }
        #expect(environment.shared.activeTransactions == 0)
    }

    @Test func aDatabaseOpenedLaterIsUsableAfterRenewing() throws {
        var read = try environment.beginRead()
        let later = try environment.openDatabase(named: "later")
        #expect(code { _ = try read.value(for: "k", in: later) } == .badTree)
        #expect(code { _ = try read.count(of: later) } == .badTree)
        try read.renew()
        #expect(try read.count(of: later) == 0)
    }

    @Test func aDatabaseOfAnotherFileTraps() async {
        await #expect(processExitsWith: .failure) {
            let folder = try TemporaryFolder()
            let database = try folder.open("one").openDatabase(named: "a")
            _ = try folder.open("two").beginRead().value(for: "k", in: database)
        }
    }
}

import Foundation
import TarnLMDB
import Testing

@Suite struct WriteTransactionTests {
    let folder: TemporaryFolder
    let environment: Environment
    let database: Database

    init() throws {
        folder = try TemporaryFolder()
        environment = try folder.open()
        database = try environment.openDatabase(named: "a")
    }

    @Test func whatIsNotCommittedIsUndone() throws {
        do {
            var write = try environment.beginWrite()
            try write.put("v", for: "k", in: database)
            #expect(try write.text("k", in: database) == "v")
        }
        #expect(try environment.beginRead().text("k", in: database) == nil)
        try environment.beginWrite().commit()
    }

    @Test func aSecondWriteOnTheSameThreadTraps() async {
        await #expect(processExitsWith: .failure) {
            let environment = try TemporaryFolder().open()
            let first = try environment.beginWrite()
            let second = try environment.beginWrite()
            try second.commit()
            try first.commit()
        }
    }

    @Test func writesOfTwoFilesMayBeOpenOnOneThread() throws {
        let other = try folder.open("other")
        let first = try environment.beginWrite()
        let second = try other.beginWrite()
        try first.commit()
        try second.commit()
    }

    @Test func aCommitOnAnotherThreadTraps() async {
        await #expect(processExitsWith: .failure) {
            let environment = try TemporaryFolder().open()
            let carried = Carried(try environment.beginWrite())
            Thread.detachNewThread { carried.commit() }
            while !carried.isDone { sched_yield() }
            exit(0)
        }
    }

    @Test func anEndOnAnotherThreadTraps() async {
        await #expect(processExitsWith: .failure) {
            let environment = try TemporaryFolder().open()
            let carried = Carried(try environment.beginWrite())
            Thread.detachNewThread { carried.drop() }
            while !carried.isDone { sched_yield() }
            exit(0)
        }
    }

    @Test func anotherThreadWaitsForTheWriter() throws {
        let (environment, database) = (environment, database)
        DispatchQueue.concurrentPerform(iterations: 8) { _ in
            for _ in 0..<50 {
                do {
                    var write = try environment.beginWrite()
                    let count = try write.value(for: "n", in: database).map(\.count) ?? 0
                    try write.put([UInt8](repeating: 1, count: count + 1), for: "n", in: database)
                    try write.commit()
                } catch { Issue.record(error) }
            }
        }
        #expect(try environment.beginRead().value(for: "n", in: database)?.count == 400)
        #expect(environment.shared.activeTransactions == 0)
    }

    @Test func aNestedWriteThatThrowsUndoesItselfOnly() throws {
        var write = try environment.beginWrite()
        try write.put("1", for: "a", in: database)
        let database = database
        #expect(throws: CancellationError.self) {
            try write.withNested { child in
                #expect(try child.text("a", in: database) == "1")
                try child.put("2", for: "a", in: database)
                try child.put("2", for: "b", in: database)
                throw CancellationError()
            }
        }
        let answer = try write.withNested { child in
            try child.put("3", for: "c", in: database)
            try child.withNested { try $0.put("4", for: "d", in: database) }
            return 5
        }
        #expect(answer == 5)
        try write.commit()
        #expect(try environment.beginRead().texts(in: database) == ["a=1", "c=3", "d=4"])
    }

    @Test func aNestedWriteIsUndoneWithItsParent() throws {
        let database = database
        do {
            var write = try environment.beginWrite()
            try write.withNested { _ = try $0.put("1", for: "a", in: database) }
        }
        #expect(try environment.beginRead().texts(in: database).isEmpty)
    }

    @Test func aForeignTransactionInThePlaceOfANestedOneTraps() async {
        await #expect(processExitsWith: .failure) {
            let folder = try TemporaryFolder()
            let other = try folder.open("other")
            var write = try folder.open().beginWrite()
            try write.withNested { $0 = try other.beginWrite() }
            try write.commit()
        }
    }
}

/// Carries a transaction to another thread, which the compiler would refuse.
private final class Carried: @unchecked Sendable {
    private var transaction: WriteTransaction?
    private(set) var isDone = false

    init(_ transaction: consuming WriteTransaction) { self.transaction = consume transaction }

    func commit() {
        try? transaction.take()?.commit()
        isDone = true
    }

    func drop() {
        transaction = nil
        isDone = true
    }
}

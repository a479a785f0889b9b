import Foundation
import TarnLMDB
import Testing

@Suite struct WriteTransactionTests {
    @Test func whatIsCommittedIsSeenByTheNextReader() throws {
        let folder = try TemporaryFolder()
        let environment = try Environment.open(path: folder.path(), options: .inMemory)
        let tree = try environment.openTrees([TreeSpec(name: "a")])[0]
        var read = try environment.beginRead()
        let write = try environment.beginWrite()
        try write.raw.put("v", for: "k", in: tree)
        try write.commit()
        #expect(try read.raw.value(for: "k", in: tree) == nil)
        try read.renew()
        #expect(try read.raw.value(for: "k", in: tree) == "v")
    }

    @Test func aSecondWriteOnTheSameThreadTraps() async {
        await #expect(processExitsWith: .failure) {
            let folder = try TemporaryFolder()
            let environment = try Environment.open(path: folder.path(), options: .inMemory)
            let first = try environment.beginWrite()
            let second = try environment.beginWrite()
            try second.commit()
            try first.commit()
        }
    }

    @Test func anotherThreadWaitsForTheWriter() throws {
        let folder = try TemporaryFolder()
        let environment = try Environment.open(path: folder.path(), options: .inMemory)
        DispatchQueue.concurrentPerform(iterations: 8) { _ in
            for _ in 0..<50 {
                do { try environment.beginWrite().commit() } catch { Issue.record(error) }
            }
        }
        #expect(environment.shared.activeTransactions == 0)
    }
}

extension RawTransaction {
    func put(_ value: String, for key: String, in tree: RawTree) throws {
        try Array(key.utf8).withUnsafeBytes { key in
            try Array(value.utf8).withUnsafeBytes { value in _ = try put(value, for: key, in: tree) }
        }
    }

    func value(for key: String, in tree: RawTree) throws -> String? {
        try Array(key.utf8).withUnsafeBytes { key in
            try value(for: key, in: tree).map { String(decoding: $0, as: UTF8.self) }
        }
    }
}

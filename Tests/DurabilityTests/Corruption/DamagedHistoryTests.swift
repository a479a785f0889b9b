import Foundation
import Tarn
import TarnLMDB
import Testing

/// H2: damaged records of the history are errors that name them, and keep nobody from going on after them.
@Suite struct DamagedHistoryTests {
    private let folder = TemporaryFolder()

    /// A store with ten commits after the returned token, the fifth of which has other bytes.
    private func damaged(_ change: ([UInt8]) -> [UInt8]) throws -> (Store, HistoryToken) {
        let configuration = configurationOfFile(folder.path(), CommitSeries.types)
        var store = try Store(configuration: configuration)
        let token = try store.historyToken
        for number in 1...10 { try CommitSeries(store: store).commit(number) }
        store.close()
        let environment = try Environment.open(path: folder.path())
        let log = try environment.openDatabase(named: "log")
        var write = try environment.beginWrite()
        let key = (0..<8).map { UInt8(truncatingIfNeeded: (token.version + 5) >> (56 - 8 * UInt64($0))) }
        let value = try #require(try write.value(for: key, in: log))
        try write.put(change(value), for: key, in: log)
        try write.commit()
        store = try Store(configuration: configuration)
        return (store, token)
    }

    @Test func aDamagedRecordIsNamed() throws {
        let (store, token) = try damaged { value in value.map { $0 ^ 1 } }
        do {
            _ = try store.history(since: token)
            Issue.record("a damaged record was read")
        } catch {
            #expect(error.code == .corrupt)
            #expect(error.message.contains("tree log, key \(token.version + 5)"))
        }
        #expect(try store.history(since: token, limit: 4).count == 4)
        #expect(try store.history(since: store.historyToken).isEmpty)
    }

    @Test func aRecordThatEndsTooSoonIsNamed() throws {
        for count in [0, 1, 3, 8] {
            let (store, token) = try damaged { Array($0.prefix(count)) }
            #expect(throws: StoreError.self) { try store.history(since: token) }
            store.close()
            try FileManager.default.removeItem(atPath: folder.path())
        }
    }

    @Test func whoeverNeedsNoneOfItCommitsOn() throws {
        let (store, _) = try damaged { _ in [] }
        for number in 11...20 { try CommitSeries(store: store).commit(number) }
        #expect(try store.history(since: store.historyToken).isEmpty)
    }
}

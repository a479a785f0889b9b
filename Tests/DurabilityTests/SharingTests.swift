import Foundation
import Tarn
import Testing

/// Several handles, threads and processes on one file, and what happens when one of them goes wrong.
@Suite struct SharingTests {
    let folder = TemporaryFolder()
    var configuration: Store.Configuration { folder.configuration(CommitSeries.types) }

    @Test func storesOnOneFileInAProcessShareItsMap() throws {
        let one = try Store(configuration: configuration)
        let other = try Store(configuration: configuration)
        try CommitSeries(store: one).commit(1)
        #expect(try CommitSeries(store: other).check() == 1)
        try CommitSeries(store: other).commit(2)
        try one.refresh()
        #expect(try CommitSeries(store: one).check() == 2)
        one.close()
        try CommitSeries(store: other).commit(3)
        #expect(try CommitSeries(store: other).check() == 3)
        #expect(try Store.information(at: try #require(configuration.fileURL)).mapByteCount == 1 << 30)
    }

    @Test func aFileIsOneFileWhateverPathLeadsToIt() throws {
        let store = try Store(configuration: configuration)
        try FileManager.default.createSymbolicLink(atPath: folder.path("link.tarn"), withDestinationPath: folder.path())
        let linked = try Store(configuration: folder.configuration(CommitSeries.types, "link.tarn"))
        try CommitSeries(store: linked).commit(1)
        #expect(try CommitSeries(store: store).check() == 1)
        #expect(!FileManager.default.fileExists(atPath: folder.path("link.tarn-lock")))
    }

    /// C7
    @Test func otherSettingsForAnOpenFileAreRefused() throws {
        let store = try Store(configuration: configuration)
        var other = configuration
        other.durability = .memory
        #expect(code { _ = try Store(configuration: other) } == .settingsMismatch)
        store.close()
        _ = try Store(configuration: other)
    }

    @Test @MainActor func twoProcessesWriteInTurnAndLoseNothing() async throws {
        let store = try Store(configuration: configuration)
        let path = folder.path()
        async let other = #expect(processExitsWith: .success) { [path = path as String] in
            try count(to: 200, in: Store(configuration: configurationOfFile(path, CommitSeries.types)))
        }
        try count(to: 200, in: store)
        _ = await other
        try store.refresh()
        #expect(store.object(ofType: Counter.self, forPrimaryKey: 0)?.value == 400)
        #expect(store.objects(Account.self).count == 400)
    }

    @Test func threadsWriteInTurnAndLoseNothing() throws {
        let configuration = configuration
        let failures = (0..<4).map { _ in
            let box = FailureBox()
            let thread = Thread {
                box.run { try count(to: 50, in: Store(configuration: configuration)) }
            }
            thread.start()
            return box
        }.compactMap { $0.wait() }
        #expect(failures.isEmpty)
        let store = try Store(configuration: configuration)
        #expect(store.object(ofType: Counter.self, forPrimaryKey: 0)?.value == 200)
    }

    /// Another process may die with a snapshot open. Its place must not pin the pages of the file for ever.
    @Test @MainActor func aReaderThatDiesDoesNotLetTheFileGrow() async throws {
        let store = try Store(configuration: configuration)
        let series = CommitSeries(store: store)
        for number in 1..<10 { try series.commit(number) }
        await #expect(processExitsWith: .signal(SIGKILL)) { [path = folder.path() as String] in
            let store = try Store(configuration: configurationOfFile(path, CommitSeries.types))
            if try CommitSeries(store: store).check() != 9 { exit(1) }
            kill(getpid(), SIGKILL)
        }
        for number in 10..<600 { try series.commit(number) }
        let early = try size()
        for number in 600..<2000 { try series.commit(number) }
        #expect(try size() < 2 * early)
        #expect(try series.check() == 1999)
    }

    @Test func aForgottenReaderSeesItsVersionAndTheFileGrowsOnlyWhileItStays() throws {
        let store = try Store(configuration: configuration)
        let series = CommitSeries(store: store)
        for number in 1..<10 { try series.commit(number) }
        let forgotten = try Store(configuration: configuration)
        #expect(try CommitSeries(store: forgotten).check() == 9)
        for number in 10..<400 { try series.commit(number) }
        #expect(try CommitSeries(store: forgotten).check() == 9)
        let pinned = try size()
        #expect(try store.information().readerCount >= 2)
        forgotten.invalidate()
        for number in 400..<1200 { try series.commit(number) }
        // What the reader had pinned is used again: twice as many commits as before make the file no larger.
        #expect(try size() <= pinned + pinned / 4)
        #expect(try CommitSeries(store: forgotten).check() == 1199)
    }

    @Test func aFileDeletedWhileOpenCanBeReadAndCopiedButNotWritten() throws {
        let store = try Store(configuration: configuration)
        let series = CommitSeries(store: store)
        for number in 1..<10 { try series.commit(number) }
        try FileManager.default.removeItem(atPath: folder.path())
        #expect(try series.check() == 9)
        #expect(code { try series.commit(10) } == .deletedWhileOpen)
        #expect(try series.check() == 9)
        try store.writeCopy(to: folder.url.appendingPathComponent("saved.tarn"))
        #expect(code { _ = try Store(configuration: configuration) } == .deletedWhileOpen)
        store.close()
        let saved = try Store(configuration: folder.configuration(CommitSeries.types, "saved.tarn"))
        #expect(try CommitSeries(store: saved).check() == 9)
        #expect(try CommitSeries(store: Store(configuration: configuration)).check() == 0)
    }

    /// X2
    @Test func filesAreDeletedOnlyWhenNobodyInTheProcessHasThemOpen() throws {
        let configuration = configuration
        #expect(try Store.deleteFiles(for: configuration) == false)
        let store = try Store(configuration: configuration)
        #expect(code { try Store.deleteFiles(for: configuration) } == .alreadyOpen)
        #expect(Store.fileExists(for: configuration))
        store.close()
        #expect(try Store.deleteFiles(for: configuration))
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.url.path).isEmpty)
    }

    private func size() throws -> Int {
        try #require(try FileManager.default.attributesOfItem(atPath: folder.path())[.size] as? Int)
    }
}

/// What a thread ended with.
private final class FailureBox: @unchecked Sendable {
    // Unchecked: the semaphore orders the accesses.
    private let done = DispatchSemaphore(value: 0)
    private var failure: (any Error)?

    func run(_ body: () throws -> Void) {
        do { try body() } catch { failure = error }
        done.signal()
    }

    func wait() -> (any Error)? {
        done.wait()
        return failure
    }
}

/// Raises a counter, transaction by transaction, and adds an object for each.
private func count(to end: Int, in store: Store) throws {
    for _ in 0..<end {
        try store.write {
            let counter = store.object(ofType: Counter.self, forPrimaryKey: 0)
            let value = (counter?.value ?? 0) + 1
            try store.create(Counter.self, value: ["id": 0, "value": value], update: .modified)
            try store.create(Account.self, value: ["id": value, "group": value % 7])
        }
    }
}

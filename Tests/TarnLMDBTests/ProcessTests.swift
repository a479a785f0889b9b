import CForkProbe
import Foundation
import TarnLMDB
import Testing

@Suite struct ProcessTests {
    let folder: TemporaryFolder
    init() throws { folder = try TemporaryFolder() }

    @Test func twoProcessesWriteInTurn() async throws {
        let environment = try folder.open()
        let database = try environment.openDatabase(named: "a")
        let path = folder.path()
        async let other = #expect(processExitsWith: .success) { [path = path as String] in
            try count(to: 300, in: Environment.open(path: path, options: .inMemory))
        }
        try count(to: 300, in: environment)
        _ = await other
        #expect(try environment.beginRead().value(for: "n", in: database)?.count == 600)
    }

    @Test func theNextWriterGoesOnAfterAWriterWasKilled() async throws {
        let environment = try folder.open()
        let database = try environment.openDatabase(named: "a")
        try environment.store(["k": "kept"], in: database)
        await #expect(processExitsWith: .signal(SIGKILL)) { [path = folder.path() as String] in
            let environment = try Environment.open(path: path, options: .inMemory)
            let database = try environment.openDatabase(named: "a")
            var write = try environment.beginWrite()
            try write.put("lost", for: "k", in: database)
            kill(getpid(), SIGKILL)
            try write.commit()
        }
        let write = try environment.beginWrite()
        #expect(try write.text("k", in: database) == "kept")
        try write.commit()
    }

    @Test func aForkedChildIsRefusedAndTheParentGoesOn() async {
        await #expect(processExitsWith: .success) {
            let folder = try TemporaryFolder()
            inherited = try folder.open()
            let database = try inherited?.openDatabase(named: "a")
            let read = try inherited?.beginRead()
            let answer = fork_probe_run(
                { _ in
                    guard let environment = inherited else { return 2 }
                    let refused = LMDBError.Code.forkedProcess
                    let read = code { _ = try environment.beginRead() } == refused
                    let write = code { _ = try environment.beginWrite() } == refused
                    let sync = code { try environment.sync() } == refused
                    let list = code { _ = try environment.readers() } == refused
                    // Closing must not touch what the parent holds.
                    inherited = nil
                    return read && write && sync && list ? 0 : 1
                }, nil)
            guard let environment = inherited, let database, answer == 0 else { exit(1) }
            let alive = try environment.readers().count == 1
            try environment.store(["k": "v"], in: database)
            let version = read?.version
            exit(alive && version != nil ? 0 : 1)
        }
    }

    @Test func aForkedChildMayOpenTheFileAnew() async {
        await #expect(processExitsWith: .success) {
            let folder = try TemporaryFolder()
            inherited = try folder.open()
            inheritedPath = folder.path()
            let database = try inherited?.openDatabase(named: "a")
            let answer = fork_probe_run(
                { _ in
                    let failure = code {
                        let environment = try Environment.open(path: inheritedPath, options: .inMemory)
                        try environment.store(["k": "child"], in: environment.openDatabase(named: "a"))
                    }
                    return failure == nil ? 0 : 1
                }, nil)
            guard answer == 0, let database else { exit(1) }
            let read = try inherited?.beginRead()
            let text = try read?.value(for: "k", in: database).map { String(decoding: $0, as: UTF8.self) }
            exit(text == "child" ? 0 : 1)
        }
    }
}

/// What a forked child inherits; C calls it without a context.
nonisolated(unsafe) private var inherited: Environment?
nonisolated(unsafe) private var inheritedPath = ""

/// Makes a value one byte longer, transaction by transaction.
private func count(to end: Int, in environment: Environment) throws {
    let database = try environment.openDatabase(named: "a")
    for _ in 0..<end {
        var write = try environment.beginWrite()
        let count = try write.value(for: "n", in: database).map(\.count) ?? 0
        try write.put([UInt8](repeating: 1, count: count + 1), for: "n", in: database)
        try write.commit()
    }
}

import Foundation
import TarnLMDB
import Testing

@Suite struct CopyTests {
    let folder: TemporaryFolder
    let environment: Environment
    let database: Database

    init() throws {
        folder = try TemporaryFolder()
        environment = try folder.open()
        database = try environment.openDatabase(named: "a")
        var write = try environment.beginWrite()
        for index in 0..<3000 { try write.put([UInt8](repeating: 1, count: 1000), for: "\(index)", in: database) }
        try write.commit()
        write = try environment.beginWrite()
        for index in 0..<2000 { try write.delete("\(index)", in: database) }
        try write.commit()
    }

    private func size(_ name: String) throws -> Int {
        try FileManager.default.attributesOfItem(atPath: folder.path(name))[.size] as? Int ?? 0
    }

    @Test(arguments: [false, true])
    func aCopyHoldsTheSameEntries(compacting: Bool) throws {
        var steps: [(done: Int, total: Int)] = []
        try environment.copy(to: folder.path("copy"), compacting: compacting) { steps.append(($0, $1)) }
        let copy = try folder.open("copy")
        let copied = try copy.openDatabase(named: "a")
        #expect(try copy.beginRead().texts(in: copied) == environment.beginRead().texts(in: database))
        #expect(steps.first?.done == 0)
        #expect(steps.last?.done == steps.last?.total)
        #expect(zip(steps, steps.dropFirst()).allSatisfy { $0.done <= $1.done && $0.total == $1.total })
        #expect(steps.count > 5)
        let pages = try size("copy") / environment.information().pageSize
        #expect(try pages == #require(steps.last?.total))
    }

    @Test func aCompactCopyIsSmaller() throws {
        try environment.copy(to: folder.path("compact"), compacting: true)
        #expect(try size("compact") < size("test.tarn") / 2)
        #expect(try folder.open("compact").information().freePages == 0)
    }

    @Test func aCopyOverwritesNothing() throws {
        try Data("mine".utf8).write(to: folder.url.appendingPathComponent("taken"))
        #expect(code { try environment.copy(to: folder.path("taken")) } == .fileExists)
        #expect(try String(contentsOfFile: folder.path("taken"), encoding: .utf8) == "mine")
        #expect(code { try environment.copy(to: folder.path("none/copy")) } == .noSuchFile)
        #expect(environment.shared.activeTransactions == 0)
    }

    @Test func aCopyThatFailsIsRemoved() async {
        await #expect(processExitsWith: .success) {
            signal(SIGXFSZ, SIG_IGN)
            let folder = try TemporaryFolder()
            let environment = try folder.open()
            let database = try environment.openDatabase(named: "a")
            try environment.store(["k": String(repeating: "x", count: 1 << 20)], in: database)
            var limit = rlimit(rlim_cur: 1 << 18, rlim_max: 1 << 18)
            setrlimit(__rlimit_resource_t(RLIMIT_FSIZE.rawValue), &limit)
            let found = code { try environment.copy(to: folder.path("copy")) }
            exit(found == .fileTooLarge && !FileManager.default.fileExists(atPath: folder.path("copy")) ? 0 : 1)
        }
    }

    @Test func aWriterGoesOnWhileACopyIsMade() throws {
        let (environment, database) = (environment, database)
        try environment.copy(to: folder.path("copy")) { done, _ in
            // On the thread of the copy, between two pieces of it.
            do { try environment.store(["late \(done)": "v"], in: database) } catch { Issue.record(error) }
        }
        let copy = try folder.open("copy")
        let copied = try copy.openDatabase(named: "a")
        #expect(try environment.beginRead().count(of: database) > 1001)
        #expect(try [1000, 1001].contains(copy.beginRead().count(of: copied)))
    }

    @Test func aCopyByTheWritingThreadTraps() async {
        await #expect(processExitsWith: .failure) {
            let folder = try TemporaryFolder()
            let environment = try folder.open()
            let write = try environment.beginWrite()
            try environment.copy(to: folder.path("copy"))
            try write.commit()
        }
    }
}

import Foundation
import Tarn
import TarnLMDB
import TarnRecords
import Testing

/// What is no store, or none that this program can use, is refused by a clear error and left as it is.
@Suite struct OpeningFaultTests {
    let folder = TemporaryFolder()

    private func makeStore(_ commits: Int = 12) throws {
        let store = try Store(configuration: folder.configuration(CommitSeries.types))
        for number in 1..<(commits + 1) { try CommitSeries(store: store).commit(number) }
        store.close()
    }

    private func open(_ change: (inout Store.Configuration) -> Void = { _ in }) throws -> Store {
        var configuration = folder.configuration(CommitSeries.types)
        change(&configuration)
        return try Store(configuration: configuration)
    }

    private var contents: Data { get throws { try Data(contentsOf: URL(fileURLWithPath: folder.path())) } }

    @Test(arguments: [0.1, 0.3, 0.5, 0.7, 0.9, 0.99])
    func aTruncatedFileIsRefused(part: Double) throws {
        try makeStore()
        let whole = try contents
        let cut = whole.prefix(Int(Double(whole.count) * part))
        try cut.write(to: URL(fileURLWithPath: folder.path()))
        #expect(code { _ = try open() } == .truncated)
        #expect(code { _ = try Store.information(at: URL(fileURLWithPath: folder.path())) } == .truncated)
        #expect(code { _ = try Store.verify(at: URL(fileURLWithPath: folder.path())) } == .truncated)
        #expect(try contents == cut)
    }

    @Test(arguments: ["x", "SQLite format 3\0 and more text than a header has", String(repeating: "-", count: 9000)])
    func aFileThatIsNoLMDBFileIsRefusedAndLeftAlone(text: String) throws {
        try Data(text.utf8).write(to: URL(fileURLWithPath: folder.path()))
        #expect(code { _ = try open() } == .notAStore)
        #expect(code { _ = try open { $0.isReadOnly = true } } == .notAStore)
        #expect(try contents == Data(text.utf8))
    }

    @Test func anLMDBFileOfAnotherProgramIsRefusedAndLeftAlone() throws {
        do {
            let environment = try Environment.open(path: folder.path())
            let database = try environment.openDatabase(named: "theirs")
            var write = try environment.beginWrite()
            try write.put("value", for: "key", in: database)
            try write.commit()
        }
        let before = try contents
        #expect(code { _ = try open() } == .notAStore)
        #expect(code { _ = try open { $0.isReadOnly = true } } == .notAStore)
        #expect(try contents == before)
    }

    @Test(.enabled(if: FileManager.default.isExecutableFile(atPath: "/usr/bin/mdb_load"), "needs LMDB's own tools"))
    func anLMDBFileWithoutTreesIsRefusedAndLeftAlone() throws {
        let dump = "VERSION=3\nformat=print\ntype=btree\nHEADER=END\n key\n value\nDATA=END\n"
        try Data(dump.utf8).write(to: URL(fileURLWithPath: folder.path("dump")))
        #expect(run("/usr/bin/mdb_load", "-n", "-f", folder.path("dump"), folder.path()))
        let before = try contents
        #expect(code { _ = try open() } == .notAStore)
        #expect(try contents == before)
    }

    @Test func anLMDBFileWithATreeOfTheSameNameIsRefused() throws {
        do {
            let environment = try Environment.open(path: folder.path())
            let database = try environment.openDatabase(named: "catalogue")
            var write = try environment.beginWrite()
            try write.put("not ours", for: "format", in: database)
            try write.commit()
        }
        #expect(code { _ = try open() } == .notAStore)
        let environment = try Environment.open(path: folder.path())
        #expect(try environment.databaseNames() == ["catalogue"])
    }

    @Test func anEmptyFileBecomesAStore() throws {
        try Data().write(to: URL(fileURLWithPath: folder.path()))
        #expect(try CommitSeries(store: open()).check() == 0)
    }

    @Test func anEmptyFileIsNoStoreForAReader() throws {
        try Data().write(to: URL(fileURLWithPath: folder.path()))
        #expect(code { _ = try open { $0.isReadOnly = true } } == .notAStore)
        #expect(try contents.isEmpty)
    }

    @Test(arguments: [2, 255])
    func aFileOfANewerFormatIsRefused(version: UInt8) throws {
        try makeStore()
        do {
            let environment = try Environment.open(path: folder.path())
            let catalogue = try environment.openDatabase(named: "catalogue")
            var write = try environment.beginWrite()
            let stored = try #require(try write.value(for: "format", in: catalogue))
            var format = try #require(SealedBytes.open(stored))
            format[4] = version
            try write.put(SealedBytes.seal(format), for: "format", in: catalogue)
            try write.commit()
        }
        #expect(code { _ = try open() } == .newerFormat)
        #expect(code { _ = try Store.information(at: URL(fileURLWithPath: folder.path())) } == .newerFormat)
    }

    @Test(arguments: ["format", "schema"])
    func aDamagedCatalogueIsNamed(key: String) throws {
        try makeStore()
        do {
            let environment = try Environment.open(path: folder.path())
            let catalogue = try environment.openDatabase(named: "catalogue")
            var write = try environment.beginWrite()
            try write.put([1, 2, 3] as [UInt8], for: key, in: catalogue)
            try write.commit()
        }
        let refusal = code { _ = try open() }
        #expect(refusal == .corrupt || refusal == .notAStore)
    }

    @Test func whatIsAtThePathIsLookedAt() throws {
        try FileManager.default.createDirectory(atPath: folder.path(), withIntermediateDirectories: true)
        #expect(code { _ = try open() } == .invalidPath, "a folder")
        #expect(code { _ = try Store(path: folder.path("none/test.tarn"), objectTypes: [Counter.self]) } == .notFound)
        try Data("x".utf8).write(to: URL(fileURLWithPath: folder.path("file")))
        let inAFile = code { _ = try Store(path: folder.path("file/test.tarn"), objectTypes: [Counter.self]) }
        #expect(inAFile == .invalidPath, "a file where a folder must be")
        let long = folder.path(String(repeating: "n", count: 300))
        #expect(code { _ = try Store(path: long, objectTypes: [Counter.self]) } == .invalidPath, "a long name")
        let longer = folder.path(String(repeating: "n/", count: 3000))
        #expect(code { _ = try Store(path: longer, objectTypes: [Counter.self]) } == .invalidPath, "a long path")
        // The name fits, but not that of the lock file beside it.
        let edge = folder.path(String(repeating: "n", count: 253))
        #expect(code { _ = try Store(path: edge, objectTypes: [Counter.self]) } == .invalidPath, "a long lock file")
        #expect(code { _ = try Store(path: "/dev/null", objectTypes: [Counter.self]) } == .notAStore, "a device")
    }

    @Test func aReaderNeedsAFile() throws {
        #expect(code { _ = try open { $0.isReadOnly = true } } == .notFound)
        #expect(!FileManager.default.fileExists(atPath: folder.path()))
    }

    @Test func aMissingLockFileIsMadeAgain() throws {
        try makeStore()
        try FileManager.default.removeItem(atPath: folder.path("test.tarn-lock"))
        #expect(try CommitSeries(store: open()).check() == 12)
    }

    @Test func aReaderOpensAFileWithoutALockFile() throws {
        try makeStore()
        try FileManager.default.removeItem(atPath: folder.path("test.tarn-lock"))
        #expect(try CommitSeries(store: open { $0.isReadOnly = true }).check() == 12)
    }
}

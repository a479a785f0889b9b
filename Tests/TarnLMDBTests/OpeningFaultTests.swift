import Foundation
import TarnLMDB
import Testing

@Suite struct OpeningFaultTests {
    let folder: TemporaryFolder
    init() throws { folder = try TemporaryFolder() }

    /// A closed file with some content.
    private func makeFile(_ name: String = "test.tarn") throws {
        let environment = try folder.open(name)
        let database = try environment.openDatabase(named: "a")
        var write = try environment.beginWrite()
        for index in 0..<2000 { try write.put([UInt8](repeating: 7, count: 200), for: "\(index)", in: database) }
        try write.commit()
    }

    private func change(_ name: String = "test.tarn", _ body: (inout Data) -> Void) throws {
        let url = URL(fileURLWithPath: folder.path(name))
        var data = try Data(contentsOf: url)
        body(&data)
        try data.write(to: url)
    }

    private var codeOfOpening: LMDBError.Code? { code { _ = try folder.open() } }

    @Test(arguments: [
        "x", "SQLite format 3\0 and more text than a page header has", String(repeating: "-", count: 9000),
    ])
    func aForeignFileIsRefusedAndLeftAlone(text: String) throws {
        try Data(text.utf8).write(to: URL(fileURLWithPath: folder.path()))
        #expect(codeOfOpening == .notLMDB)
        #expect(try String(contentsOfFile: folder.path(), encoding: .utf8) == text)
    }

    @Test(arguments: [17, 100, 4096, 8191, 8192, 20000, 100_000])
    func aTruncatedFileIsRefused(size: Int) throws {
        try makeFile()
        try change { $0 = $0.prefix(size) }
        #expect([.truncated, .notLMDB].contains(codeOfOpening))
        if size >= 20 { #expect(codeOfOpening == .truncated) }
    }

    @Test func aFileShortOfItsLastPageIsRefused() throws {
        try makeFile()
        try change { $0.removeLast() }
        #expect(codeOfOpening == .truncated)
    }

    @Test func aNewerFormatIsRefused() throws {
        try makeFile()
        try change { $0[20] = 2 }
        #expect(codeOfOpening == .versionMismatch)
    }

    @Test func aDamagedFirstPageIsRefused() throws {
        try makeFile()
        try change { $0[40] = 1 }
        #expect(codeOfOpening == .corrupted)
    }

    @Test func anEmptyFileBecomesANewOne() throws {
        try Data().write(to: URL(fileURLWithPath: folder.path()))
        #expect(try folder.open().databaseNames().isEmpty)
    }

    @Test func aMissingLockFileIsMadeAgain() throws {
        try makeFile()
        try FileManager.default.removeItem(atPath: folder.path("test.tarn-lock"))
        let environment = try folder.open()
        let database = try environment.openDatabase(named: "a")
        #expect(try environment.beginRead().count(of: database) == 2000)
    }

    /// LMDB counts pages to the file that were freed in the transaction that took them, and never writes those.
    @Test func aHealthyFileMayBeShorterThanItsFirstPagesSay() throws {
        do {
            let environment = try folder.open()
            let database = try environment.openDatabase(named: "a")
            // The first rounds leave free pages, which later ones use for what they keep.
            for round in 0..<8 {
                var write = try environment.beginWrite()
                try write.put("\(round)", for: "k", in: database)
                if round == 7 {
                    try write.put([UInt8](repeating: 1, count: 1 << 20), for: "long", in: database)
                    try write.delete("long", in: database)
                }
                try write.commit()
            }
            let information = try environment.information()
            #expect(information.fileSize < information.lastPage * information.pageSize)
        }
        let environment = try folder.open()
        let database = try environment.openDatabase(named: "a")
        #expect(try environment.beginRead().text("k", in: database) == "7")
    }

    @Test func pathsThatCannotBeOpenedAnswerTheSystemsCode() throws {
        #expect(code { _ = try folder.open("missing/test.tarn") } == .noSuchFile)
        #expect(code { _ = try folder.open { $0.isReadOnly = true } } == .noSuchFile)
        #expect(code { _ = try folder.open(String(repeating: "n", count: 300)) } == .nameTooLong)
        #expect(code { _ = try folder.open(String(repeating: "n", count: 253)) } == .nameTooLong)
        #expect(code { _ = try folder.open(String(repeating: "n/", count: 3000)) } == .nameTooLong)
        #expect(code { _ = try Environment.open(path: "") } == .noSuchFile)
        #expect(code { _ = try Environment.open(path: folder.url.path) } == .isADirectory)
        #expect(code { _ = try Environment.open(path: folder.path() + "\0b") } == .invalidArgument)
        try Data().write(to: URL(fileURLWithPath: folder.path("file")))
        #expect(code { _ = try folder.open("file/test.tarn") } == .notADirectory)
        #expect(code { _ = try Environment.open(path: "/dev/null") } == .notLMDB)
    }

    @Test func everyErrorSaysWhatFailedAndWhatToDo() throws {
        let error = LMDBError(.mapFull, operation: "put")
        #expect("\(error)".hasPrefix("put failed: "))
        #expect("\(error)".contains("growMap"))
        #expect(LMDBError.Code.truncated.remedy != nil)
        #expect("\(LMDBError.Code(rawValue: 12345))".contains("12345"))
    }
}

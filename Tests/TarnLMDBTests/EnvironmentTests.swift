import Foundation
import TarnLMDB
import Testing

@Suite struct EnvironmentTests {
    let folder: TemporaryFolder
    init() throws { folder = try TemporaryFolder() }

    @Test func aFileIsOpenedOnceAndShared() throws {
        let one = try folder.open()
        let other = try folder.open()
        #expect(one == other)
        let database = try one.openDatabase(named: "a")
        try one.store(["k": "v"], in: database)
        #expect(try other.beginRead().text("k", in: database) == "v")
    }

    @Test func theSameFileUnderAnotherNameIsTheSameEnvironment() throws {
        let one = try folder.open()
        try FileManager.default.createSymbolicLink(
            atPath: folder.path("soft"), withDestinationPath: folder.path())
        try FileManager.default.linkItem(atPath: folder.path(), toPath: folder.path("hard"))
        #expect(try folder.open("soft") == one)
        #expect(try folder.open("hard") == one)
        #expect(!FileManager.default.fileExists(atPath: folder.path("soft-lock")))
    }

    @Test func aLinkOpenedFirstHasItsLockFileBesideTheFileItself() throws {
        _ = try folder.open()
        try FileManager.default.createSymbolicLink(
            atPath: folder.path("soft"), withDestinationPath: folder.path())
        let linked = try folder.open("soft")
        #expect(linked.path.hasSuffix("/test.tarn"))
        #expect(!FileManager.default.fileExists(atPath: folder.path("soft-lock")))
    }

    @Test func otherOptionsAreRefusedWhileTheFileIsOpen() throws {
        let one = try folder.open()
        #expect(code { _ = try folder.open { $0.durability = .full } } == .optionsDiffer)
        #expect(code { _ = try folder.open { $0.isReadOnly = true } } == .optionsDiffer)
        #expect(try folder.open { $0.mapSize = 1 << 20 } == one)
        withExtendedLifetime(one) {}
    }

    @Test func theFileIsClosedWithItsLastOwner() throws {
        var one: Environment? = try folder.open()
        var other: Environment? = try folder.open()
        one = nil
        #expect(code { _ = try folder.open { $0.durability = .full } } == .optionsDiffer)
        other = nil
        #expect(try folder.open { $0.durability = .full }.options.durability == .full)
        #expect(one == nil && other == nil)
    }

    @Test func anOpenTransactionKeepsTheFileOpen() throws {
        let read = try folder.open().beginRead()
        #expect(code { _ = try folder.open { $0.durability = .full } } == .optionsDiffer)
        #expect(read.isActive == true)
    }

    @Test func openingAndClosingOnManyThreadsNeverOpensTwice() throws {
        let path = folder.path()
        DispatchQueue.concurrentPerform(iterations: 8) { _ in
            for _ in 0..<100 {
                do {
                    let environment = try Environment.open(path: path, options: .inMemory)
                    let database = try environment.openDatabase(named: "a")
                    #expect(try environment.beginRead().value(for: "k", in: database) == nil)
                } catch { Issue.record(error) }
            }
        }
    }

    @Test func aReadOnlyEnvironmentReadsAndRefusesToWrite() throws {
        try folder.open().store(["k": "v"], in: folder.open().openDatabase(named: "a"))
        let environment = try folder.open { $0.isReadOnly = true }
        let database = try environment.openDatabase(named: "a")
        #expect(try environment.beginRead().text("k", in: database) == "v")
        #expect(code { _ = try environment.beginWrite() } == .readOnlyEnvironment)
        #expect(code { _ = try environment.openDatabase(named: "b") } == .noSuchTree)
        #expect(code { try environment.sync() } == .readOnlyEnvironment)
    }

    @Test func theWholeDefaultMapIsReserved() throws {
        let information = try folder.open().information()
        #expect(information.mapSize == 1 << 40)
        #expect(information.fileSize < 1 << 20)
    }

    @Test func aSmallerMapIsTakenWhereAddressSpaceIsScarce() async {
        await #expect(processExitsWith: .success) {
            // Four gigabytes of address space for the whole process.
            var limit = rlimit(rlim_cur: 4 << 30, rlim_max: 4 << 30)
            setrlimit(__rlimit_resource_t(RLIMIT_AS.rawValue), &limit)
            let environment = try TemporaryFolder().open()
            let size = try environment.information().mapSize
            exit(size < 4 << 30 && size >= 1 << 24 ? 0 : 1)
        }
    }

    @Test func theLongestKeyIs511Bytes() throws {
        #expect(try folder.open().maximumKeySize == 511)
    }
}

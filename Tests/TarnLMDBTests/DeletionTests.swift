import Foundation
import TarnLMDB
import Testing

@Suite struct DeletionTests {
    let folder: TemporaryFolder
    init() throws { folder = try TemporaryFolder() }

    @Test func aWriteIntoADeletedFileIsRefusedAndReadingGoesOn() throws {
        let environment = try folder.open()
        let database = try environment.openDatabase(named: "a")
        try environment.store(["k": "v"], in: database)
        try FileManager.default.removeItem(atPath: folder.path())
        #expect(code { _ = try environment.beginWrite() } == .deletedWhileOpen)
        #expect(try environment.beginRead().text("k", in: database) == "v")
        try environment.copy(to: folder.path("rescued"))
        let rescued = try folder.open("rescued")
        let copied = try rescued.openDatabase(named: "a")
        #expect(try rescued.beginRead().text("k", in: copied) == "v")
    }

    @Test func aFileInThePlaceOfAnOpenOneIsRefused() throws {
        let environment = try folder.open()
        try FileManager.default.removeItem(atPath: folder.path())
        #expect(code { _ = try folder.open() } == .deletedWhileOpen)
        _ = try folder.open("other")
        try FileManager.default.moveItem(atPath: folder.path("other"), toPath: folder.path())
        #expect(code { _ = try folder.open() } == .deletedWhileOpen)
        #expect(code { _ = try environment.beginWrite() } == .deletedWhileOpen)
    }

    @Test func anotherFileCanBeOpenedOnceTheDeletedOneIsClosed() throws {
        var environment: Environment? = try folder.open()
        try FileManager.default.removeItem(atPath: folder.path())
        #expect(code { _ = try folder.open() } == .deletedWhileOpen)
        environment = nil
        #expect(try folder.open().databaseNames().isEmpty)
        #expect(environment == nil)
    }

    @Test func theWriterIsFreeAgainAfterARefusedBegin() throws {
        let environment = try folder.open()
        try FileManager.default.linkItem(atPath: folder.path(), toPath: folder.path("kept"))
        try FileManager.default.removeItem(atPath: folder.path())
        try environment.beginWrite().commit()
        try FileManager.default.removeItem(atPath: folder.path("kept"))
        #expect(code { _ = try environment.beginWrite() } == .deletedWhileOpen)
        #expect(code { _ = try environment.beginWrite() } == .deletedWhileOpen)
    }
}

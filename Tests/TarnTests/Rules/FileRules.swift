import Foundation
import Tarn
import Testing

@Suite struct FileRules {
    let folder = TemporaryFolder()

    @Test(arguments: Misuse.files) func breakingARuleOfFilesTraps(misuse: Misuse) async throws {
        try await misuse.expectTrap(in: folder)
    }

    // X1
    @Test func aStoreInMemoryIsSharedByItsName() throws {
        let name = "rules-\(UUID().uuidString)"
        let configuration = Store.Configuration(inMemoryIdentifier: name, objectTypes: RuleModels.types)
        var one: Store? = try Store(configuration: configuration)
        let other = try Store(configuration: configuration)
        try one?.addItems(0..<3)
        #expect(other.objects(Item.self).count == 3 && one == other)
        #expect(try Store(configuration: .init(inMemoryIdentifier: name + "x", objectTypes: RuleModels.types)).isEmpty)
        one?.close()
        one = nil
        #expect(other.item(2)?.name == "item-2")
        other.close()
        #expect(try Store(configuration: configuration).isEmpty)
    }

    // X2
    @Test func aFileIsDeletedWhenNobodyHasItOpen() throws {
        let configuration = folder.rules
        #expect(try !Store.deleteFiles(for: configuration) && !Store.fileExists(for: configuration))
        let store = try Store(configuration: configuration)
        let other = try Store(configuration: configuration)
        try store.addItems(0..<1)
        #expect(code { try Store.deleteFiles(for: configuration) } == .alreadyOpen)
        store.close()
        #expect(code { try Store.deleteFiles(for: configuration) } == .alreadyOpen)
        other.close()
        #expect(Store.fileExists(for: configuration))
        #expect(try Store.deleteFiles(for: configuration) && !Store.fileExists(for: configuration))
        #expect(try Store(configuration: configuration).isEmpty)
    }

    // X2
    @Test func aFileWhoseObjectsAreInUseIsOpen() throws {
        var store: Store? = try Store(configuration: folder.rules)
        try store?.addItems(0..<1)
        var item = store?.item(0)
        store = nil
        #expect(code { try Store.deleteFiles(for: folder.rules) } == .alreadyOpen)
        #expect(item?.name == "item-0")
        item = nil
        #expect(try Store.deleteFiles(for: folder.rules))
    }

    // X3
    @Test func aCopyHasWhatWasCommitted() throws {
        let store = try Store(configuration: folder.rules)
        try store.addItems(0..<3)
        let target = folder.url.appendingPathComponent("copy.tarn")
        try store.writeCopy(to: target)
        try store.addItems(3..<5)
        let copy = try Store(configuration: folder.configuration(RuleModels.types, "copy.tarn"))
        #expect(copy.objects(Item.self).count == 3)
        #expect(code { try store.writeCopy(to: target) } == .fileExists)
        #expect(copy.item(2)?.name == "item-2")
    }

    // X6
    @Test func aReadOnlyStoreNeedsAFile() throws {
        var configuration = folder.rules
        configuration.isReadOnly = true
        #expect(code { _ = try Store(configuration: configuration) } == .notFound)
        #expect(!Store.fileExists(for: configuration))
    }

    // C7
    @Test func otherSettingsForAnOpenFileAreRefused() throws {
        let store = try Store(configuration: folder.rules)
        try store.addItems(0..<1)
        var relaxed = folder.rules
        relaxed.durability = .relaxed
        let text = message { _ = try Store(configuration: relaxed) }
        #expect(text.contains("durability") || text.contains("settings"), "\(text)")
        #expect(code { _ = try Store(configuration: relaxed) } == .settingsMismatch)
        var readOnly = folder.rules
        readOnly.isReadOnly = true
        #expect(code { _ = try Store(configuration: readOnly) } == .settingsMismatch)
        store.close()
        #expect(try Store(configuration: readOnly).item(0) != nil)
    }

    @Test func aConfigurationNamesAFileOrAName() throws {
        var configuration = folder.rules
        configuration.inMemoryIdentifier = "name"
        #expect(configuration.fileURL == nil)
        configuration.fileURL = folder.url.appendingPathComponent("a.tarn")
        #expect(configuration.inMemoryIdentifier == nil)
        configuration.fileURL = nil
        #expect(code { _ = try Store(configuration: configuration) } == .invalidPath)
    }
}

extension Misuse {
    static let files: [Misuse] = [
        Misuse("X3", "copying in a write") { store in
            let target = try #require(store.configuration.fileURL).appendingPathExtension("copy")
            try store.write { try store.writeCopy(to: target) }
        }
    ]
}

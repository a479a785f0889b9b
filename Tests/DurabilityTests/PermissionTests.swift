import Foundation
import Tarn
import Testing

/// What the system does not allow is said so. The children give up the rights of the superuser first.
@Suite(.enabled(if: getuid() == 0, "only the superuser can become somebody else"))
struct PermissionTests {
    @Test func aFileThatMayNotBeReadIsRefused() async {
        await #expect(processExitsWith: .success) {
            let folder = try makeStore()
            chmod(folder.path(), 0o600)
            becomeNobody()
            exit(code { _ = try open(folder) } == .permissionDenied ? 0 : 1)
        }
    }

    @Test func aFileThatMayNotBeWrittenOpensForReadingOnly() async {
        await #expect(processExitsWith: .success) {
            let folder = try makeStore()
            chmod(folder.path(), 0o444)
            chmod(folder.path("test.tarn-lock"), 0o666)
            becomeNobody()
            if code({ _ = try open(folder) }) != .permissionDenied { exit(1) }
            exit(try CommitSeries(store: open(folder) { $0.isReadOnly = true }).check() == 5 ? 0 : 2)
        }
    }

    @Test func aReadOnlyFolderTakesNoNewStore() async {
        await #expect(processExitsWith: .success) {
            let folder = TemporaryFolder()
            chmod(folder.url.path, 0o555)
            becomeNobody()
            exit(code { _ = try open(folder) } == .permissionDenied ? 0 : 1)
        }
    }

    @Test func aReaderInAReadOnlyFolderWithoutALockFileIsTold() async {
        await #expect(processExitsWith: .success) {
            let folder = try makeStore()
            try FileManager.default.removeItem(atPath: folder.path("test.tarn-lock"))
            chmod(folder.path(), 0o444)
            chmod(folder.url.path, 0o555)
            becomeNobody()
            exit(code { _ = try open(folder) { $0.isReadOnly = true } } == .permissionDenied ? 0 : 1)
        }
    }

    /// On a file system mounted for reading nobody can write, so no lock file is needed.
    @Test func aReadOnlyFileSystemIsReadWithoutALockFile() throws {
        let folder = TemporaryFolder(onDisk: true)
        let disk = folder.path("disk")
        try FileManager.default.createDirectory(atPath: disk, withIntermediateDirectories: true)
        guard run("/bin/mount", "-t", "tmpfs", "-o", "size=8m", "tmpfs", disk) else { return }
        defer { _ = run("/bin/umount", "-l", disk) }
        var configuration = folder.configuration(CommitSeries.types, "disk/test.tarn")
        var store = try Store(configuration: configuration)
        for number in 1..<6 { try CommitSeries(store: store).commit(number) }
        store.close()
        guard run("/bin/mount", "-o", "remount,ro", disk) else { return }
        #expect(code { _ = try Store(configuration: configuration) } == .permissionDenied)
        configuration.isReadOnly = true
        store = try Store(configuration: configuration)
        #expect(try CommitSeries(store: store).check() == 5)
        store.close()
    }
}

private func makeStore() throws -> TemporaryFolder {
    let folder = TemporaryFolder()
    let store = try Store(configuration: folder.configuration(CommitSeries.types))
    for number in 1..<6 { try CommitSeries(store: store).commit(number) }
    store.close()
    return folder
}

private func open(_ folder: TemporaryFolder, _ change: (inout Store.Configuration) -> Void = { _ in }) throws -> Store {
    var configuration = folder.configuration(CommitSeries.types)
    change(&configuration)
    return try Store(configuration: configuration)
}

private func becomeNobody() {
    if setgid(65534) != 0 || setuid(65534) != 0 { exit(99) }
}

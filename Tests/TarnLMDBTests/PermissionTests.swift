import Foundation
import TarnLMDB
import Testing

/// A superuser passes every check of permissions, so these run in child processes that first become nobody.
@Suite(.enabled(if: getuid() == 0, "only the superuser can become somebody else"))
struct PermissionTests {
    let folder: TemporaryFolder
    init() throws {
        folder = try TemporaryFolder()
        let environment = try folder.open()
        try environment.store(["k": "v"], in: environment.openDatabase(named: "a"))
    }

    @Test func aFileThatMayNotBeReadIsRefused() async throws {
        try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: folder.path())
        await #expect(processExitsWith: .success) { [path = folder.path() as String] in
            exit(codeAsNobody(path, isReadOnly: false) == .permissionDenied ? 0 : 1)
        }
    }

    @Test func aFileThatMayNotBeWrittenIsRefused() async throws {
        await #expect(processExitsWith: .success) { [path = folder.path() as String] in
            exit(codeAsNobody(path, isReadOnly: false) == .permissionDenied ? 0 : 1)
        }
    }

    @Test func aFolderThatMayNotBeWrittenIsRefused() async throws {
        await #expect(processExitsWith: .success) { [path = folder.path("new.tarn") as String] in
            exit(codeAsNobody(path, isReadOnly: false) == .permissionDenied ? 0 : 1)
        }
    }

    @Test func aReaderNeedsItsLockFile() async throws {
        await #expect(processExitsWith: .success) { [path = folder.path() as String] in
            exit(codeAsNobody(path, isReadOnly: true) == .permissionDenied ? 0 : 1)
        }
        try FileManager.default.setAttributes([.posixPermissions: 0o666], ofItemAtPath: folder.path("test.tarn-lock"))
        await #expect(processExitsWith: .success) { [path = folder.path() as String] in
            exit(codeAsNobody(path, isReadOnly: true) == nil ? 0 : 1)
        }
    }
}

/// What opening a file answers to a user without rights.
private func codeAsNobody(_ path: String, isReadOnly: Bool) -> LMDBError.Code? {
    if setgid(65534) != 0 || setuid(65534) != 0 { exit(2) }
    var options = Environment.Options()
    options.isReadOnly = isReadOnly
    return code { _ = try Environment.open(path: path, options: options) }
}

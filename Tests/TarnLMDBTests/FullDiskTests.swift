import Foundation
import TarnLMDB
import Testing

@Suite struct FullDiskTests {
    /// A limit on the size of files stands for a full disk: the same calls of LMDB fail at the same places.
    @Test(arguments: [Durability.full, .relaxed, .memory])
    func aCommitThatFindsNoRoomIsUndoneAndTheFileGoesOn(durability: Durability) async {
        await #expect(processExitsWith: .success) { [name = "\(durability)" as String] in
            signal(SIGXFSZ, SIG_IGN)
            let folder = try TemporaryFolder()
            let environment = try folder.open {
                $0.durability = name == "full" ? .full : name == "relaxed" ? .relaxed : .memory
            }
            let database = try environment.openDatabase(named: "a")
            try environment.store(["k": "kept"], in: database)
            limitFiles(to: 1 << 18)
            for _ in 0..<3 {
                let failed = code {
                    try environment.store(["long": String(repeating: "x", count: 1 << 20)], in: database)
                }
                if failed != .fileTooLarge { exit(2) }
                if try environment.beginRead().texts(in: database) != ["k=kept"] { exit(3) }
            }
            // Small commits still find room in the file.
            try environment.store(["k": "changed"], in: database)
            limitFiles(to: 1 << 30)
            try environment.store(["long": String(repeating: "x", count: 1 << 20)], in: database)
            let read = try environment.beginRead()
            exit(try read.value(for: "long", in: database)?.count == 1 << 20 && read.count(of: database) == 2 ? 0 : 4)
        }
    }
}

private func limitFiles(to size: UInt) {
    var limit = rlimit()
    getrlimit(__rlimit_resource_t(RLIMIT_FSIZE.rawValue), &limit)
    limit.rlim_cur = rlim_t(size)
    setrlimit(__rlimit_resource_t(RLIMIT_FSIZE.rawValue), &limit)
}

@Suite(.enabled(if: getuid() == 0, "only the superuser can mount a small disk"))
struct SmallDiskTests {
    @Test func aFullDiskIsSaidToBeFullAndTheFileGoesOnOnceThereIsRoom() throws {
        let folder = try TemporaryFolder()
        let disk = folder.path("disk")
        try FileManager.default.createDirectory(atPath: disk, withIntermediateDirectories: true)
        guard try run("/bin/mount", "-t", "tmpfs", "-o", "size=2m", "tmpfs", disk) else { return }
        defer { _ = try? run("/bin/umount", "-l", disk) }
        let ballast = URL(fileURLWithPath: disk + "/ballast")
        try Data(count: 1 << 20).write(to: ballast)
        let environment = try folder.open("disk/test.tarn")
        let database = try environment.openDatabase(named: "a")
        try environment.store(["k": "kept"], in: database)
        let text = String(repeating: "x", count: 1_200_000)
        for _ in 0..<3 { #expect(code { try environment.store(["long": text], in: database) } == .noSpace) }
        #expect(try environment.beginRead().texts(in: database) == ["k=kept"])
        try FileManager.default.removeItem(at: ballast)
        try environment.store(["long": text], in: database)
        #expect(try environment.beginRead().count(of: database) == 2)
    }

    private func run(_ tool: String, _ arguments: String...) throws -> Bool {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: tool)
        process.arguments = arguments
        try process.run()
        process.waitUntilExit()
        return process.terminationStatus == 0
    }
}

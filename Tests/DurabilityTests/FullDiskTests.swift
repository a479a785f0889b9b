import Foundation
import Tarn
import Testing

/// A disk or a map without room refuses the write, keeps the last commit, and serves on once there is room.
@Suite struct FullDiskTests {
    /// A limit on the size of files stands for a full disk: the same calls fail at the same places.
    @Test(arguments: [Durability.full, .relaxed, .memory])
    func aWriteThatFindsNoRoomIsUndoneAndTheStoreGoesOn(durability: Durability) async {
        await #expect(processExitsWith: .success) { [name = "\(durability)" as String] in
            signal(SIGXFSZ, SIG_IGN)
            let folder = TemporaryFolder()
            var configuration = folder.configuration(CommitSeries.types)
            configuration.durability = name == "full" ? .full : name == "relaxed" ? .relaxed : .memory
            let store = try Store(configuration: configuration)
            let series = CommitSeries(store: store)
            for number in 1..<20 { try series.commit(number) }
            limitFiles(to: 1 << 18)
            for _ in 0..<3 {
                if code({ try store.write { try fill(store, byteCount: 1 << 20) } }) != .diskFull { exit(2) }
                if try series.check() != 19 || store.isInWriteTransaction { exit(3) }
            }
            limitFiles(to: 1 << 30)
            try store.write { try fill(store, byteCount: 1 << 20) }
            try store.write { try store.delete(store.objects(Note.self).where { $0.topic == "filler" }) }
            try series.commit(20)
            store.close()
            let again = try Store(configuration: configuration)
            exit(try CommitSeries(store: again).check() == 20 ? 0 : 4)
        }
    }

    @Test(.enabled(if: getuid() == 0, "only the superuser can mount a small disk"))
    func aFullDiskIsSaidToBeFullAndTheStoreGoesOnOnceThereIsRoom() throws {
        let folder = TemporaryFolder(onDisk: true)
        let disk = folder.path("disk")
        try FileManager.default.createDirectory(atPath: disk, withIntermediateDirectories: true)
        guard run("/bin/mount", "-t", "tmpfs", "-o", "size=2m", "tmpfs", disk) else { return }
        defer { _ = run("/bin/umount", "-l", disk) }
        let ballast = URL(fileURLWithPath: disk + "/ballast")
        try Data(count: 1 << 20).write(to: ballast)
        let store = try Store(configuration: folder.configuration(CommitSeries.types, "disk/test.tarn"))
        let series = CommitSeries(store: store)
        for number in 1..<10 { try series.commit(number) }
        for _ in 0..<3 {
            #expect(code { try store.write { try fill(store, byteCount: 1_200_000) } } == .diskFull)
            #expect(try series.check() == 9)
        }
        let copy = URL(fileURLWithPath: disk + "/copy.tarn")
        try? Data(count: 700_000).write(to: URL(fileURLWithPath: disk + "/more"))
        #expect(
            code { try store.writeCopy(to: copy) } == .diskFull || FileManager.default.fileExists(atPath: copy.path))
        try FileManager.default.removeItem(at: ballast)
        try store.write { try fill(store, byteCount: 600_000) }
        #expect(store.objects(Note.self).where { $0.topic == "filler" }.count == 1)
    }

    @Test func aDiskThatIsFullFromTheStartRefusesANewStore() async {
        await #expect(processExitsWith: .success) {
            signal(SIGXFSZ, SIG_IGN)
            let folder = TemporaryFolder()
            limitFiles(to: 4096)
            let refusal = code { _ = try Store(configuration: folder.configuration(CommitSeries.types)) }
            if refusal != .diskFull { exit(2) }
            limitFiles(to: 1 << 30)
            try? FileManager.default.removeItem(atPath: folder.path())
            let store = try Store(configuration: folder.configuration(CommitSeries.types))
            exit(try CommitSeries(store: store).check() == 0 ? 0 : 3)
        }
    }

    @Test func aFullMapRefusesTheWriteAndALargerOneTakesIt() throws {
        let folder = TemporaryFolder()
        var configuration = folder.configuration(CommitSeries.types)
        configuration.mapSize = 1 << 20
        var store = try Store(configuration: configuration)
        for number in 1..<10 { try CommitSeries(store: store).commit(number) }
        for _ in 0..<3 {
            #expect(code { try store.write { try fill(store, byteCount: 1 << 20) } } == .mapFull)
            #expect(try CommitSeries(store: store).check() == 9)
        }
        try CommitSeries(store: store).commit(10)
        store.close()
        configuration.mapSize = 1 << 26
        store = try Store(configuration: configuration)
        try store.write { try fill(store, byteCount: 1 << 20) }
        #expect(store.objects(Note.self).where { $0.topic == "filler" }.first?.text.utf8.count == 1 << 20)
    }

    /// An error that a program swallows inside a write must not let the rest of the write through.
    @Test func aWriteThatMetAFullMapCannotBeCommitted() throws {
        let folder = TemporaryFolder()
        var configuration = folder.configuration(CommitSeries.types)
        configuration.mapSize = 1 << 20
        let store = try Store(configuration: configuration)
        try CommitSeries(store: store).commit(1)
        let swallowed = code {
            try store.write {
                try? fill(store, byteCount: 1 << 20)
                try store.create(Account.self, value: ["id": 77])
            }
        }
        #expect(swallowed == .mapFull)
        let fromASetter = code {
            try store.write { store.objects(Note.self)[0].text = String(repeating: "x", count: 1 << 20) }
        }
        #expect(fromASetter == .mapFull)
        #expect(try CommitSeries(store: store).check() == 1)
    }

    @Test func manySmallObjectsFillTheMapWithoutHarm() throws {
        let folder = TemporaryFolder()
        var configuration = folder.configuration(CommitSeries.types)
        configuration.mapSize = 1 << 20
        let store = try Store(configuration: configuration)
        try CommitSeries(store: store).commit(1)
        let refusal = code {
            try store.write {
                for id in 1000..<200_000 { try store.create(Account.self, value: [id, id % 7, 0]) }
            }
        }
        #expect(refusal == .mapFull)
        #expect(try CommitSeries(store: store).check() == 1)
    }
}

private func fill(_ store: Store, byteCount: Int) throws {
    let note = Note()
    note.name = "filler"
    note.topic = "filler"
    note.text = String(repeating: "x", count: byteCount)
    try store.add(note)
}

private func limitFiles(to size: UInt) {
    var limit = rlimit()
    getrlimit(__rlimit_resource_t(RLIMIT_FSIZE.rawValue), &limit)
    limit.rlim_cur = rlim_t(size)
    setrlimit(__rlimit_resource_t(RLIMIT_FSIZE.rawValue), &limit)
}

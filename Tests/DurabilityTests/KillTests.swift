import CPowerLoss
import Foundation
import Tarn
import Testing

/// A process that dies at any moment leaves exactly the commits that were done, and every one that it had seen return.
@Suite struct KillTests {
    static let rounds = TestSeed.isLongRun ? 500 : 20

    @Test func aKilledWriterLeavesACommittedPrefix() async throws {
        var counts = Set<Int>()
        for seed in TestSeed.several(Self.rounds) {
            let folder = TemporaryFolder(onDisk: true)
            let path = folder.path()
            let reports = try ReportPipe(folder.path("reports"))
            // Half of the rounds die within a chosen call to the file, the others by a clock, wherever that finds them.
            let isCounted = seed.value % 2 == 0
            await #expect(processExitsWith: .signal(SIGKILL), "\(seed)") {
                [path = path as String, seed = seed.value as UInt64] in
                try writeUntilKilled(path, TestSeed(seed))
            }
            let reported = reports.numbers()
            #expect(reported == Array(1..<(reported.count + 1)), "\(seed)")
            let store = try Store(configuration: configurationOfFile(path, CommitSeries.types))
            let last = try CommitSeries(store: store).check()
            #expect(last == reported.count || last == reported.count + 1, "\(seed), by call: \(isCounted)")
            // The file goes on where it was left.
            try CommitSeries(store: store).commit(last + 1)
            #expect(try CommitSeries(store: store).check() == last + 1, "\(seed)")
            counts.insert(last)
        }
        if Self.rounds > 1 && counts.count == 1 { print("every round died after the same commit: \(counts)") }
    }
}

/// The child: writes commit after commit, reports each once it has returned, and dies on the way.
private func writeUntilKilled(_ path: String, _ seed: TestSeed) throws {
    var generator = seed.generator
    let reports = open(path.replacingOccurrences(of: "test.tarn", with: "reports"), O_WRONLY)
    var status = stat()
    let store = try Store(configuration: configurationOfFile(path, CommitSeries.types))
    stat(path, &status)
    power_loss_begin(UInt64(status.st_dev), UInt64(status.st_ino))
    if seed.value % 2 == 0 {
        power_loss_kill_at(.random(in: 0..<400, using: &generator))
    } else {
        power_loss_kill_after(.random(in: 1..<250_000, using: &generator))
    }
    let series = CommitSeries(store: store)
    for number in 1..<5000 {
        try series.commit(number)
        var report = Int32(number)
        if write(reports, &report, 4) != 4 { exit(3) }
    }
    exit(2)
}

/// A named pipe that keeps what a child wrote until it is read.
private final class ReportPipe {
    private let descriptor: Int32

    init(_ path: String) throws {
        guard mkfifo(path, 0o600) == 0 else { throw CocoaError(.fileWriteUnknown) }
        descriptor = open(path, O_RDONLY | O_NONBLOCK)
    }

    deinit { close(descriptor) }

    func numbers() -> [Int] {
        var buffer = [Int32](repeating: 0, count: 16384)
        let count = read(descriptor, &buffer, 4 * buffer.count)
        return count > 0 ? buffer.prefix(count / 4).map { Int($0) } : []
    }
}

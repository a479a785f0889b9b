import CPowerLoss
import Foundation
import Tarn
import TarnLMDB
import Testing

/// A process that dies while writes share commits leaves whole groups, every write of which the end was told, and
/// nothing of the blocks that threw.
@Suite struct GroupKillTests {
    static let rounds = TestSeed.isLongRun ? 500 : 16

    // W11
    @Test func aKilledWriterLeavesWholeGroups() async throws {
        var (groups, shared) = (0, 0)
        for seed in TestSeed.several(Self.rounds) {
            let folder = TemporaryFolder(onDisk: true)
            let path = folder.path()
            let reports = try GroupReports(folder.path("reports"))
            await #expect(processExitsWith: .signal(SIGKILL), "\(seed)") {
                [path = path as String, seed = seed.value as UInt64] in
                try GroupsUntilKilled(path, TestSeed(seed)).run()
            }
            let report = reports.read()
            #expect(report.ended == Array(1..<(report.ended.count + 1)), "\(seed)")
            let store = try Store(configuration: configurationOfFile(path, CommitSeries.types))
            let last = try CommitSeries(store: store).check()
            #expect(last >= report.ended.count, "\(seed)")
            for (group, numbers) in report.groups {
                let kept = numbers.filter { $0 <= last }
                #expect(kept.isEmpty || kept == numbers, "\(seed): group \(group) has \(numbers), the file \(last)")
                groups += 1
                if numbers.count > 1 { shared += 1 }
            }
            let url = URL(fileURLWithPath: path)
            #expect(try Store.verify(at: url).faults.isEmpty, "\(seed)")
            // The file goes on where it was left.
            try CommitSeries(store: store).commit(last + 1)
        }
        #expect(groups == 0 || shared > 0, "no two writes shared a commit, so this proves little")
    }
}

/// The child: keeps some writes queued, reports each block and each end, and dies on the way.
private final class GroupsUntilKilled: @unchecked Sendable {
    // Unchecked: used on the queue.
    private let queue = DispatchQueue(label: "home")
    private let reports: Int32
    private let path: String
    private let seed: TestSeed
    private var generator: SplitMix
    private var store: Store?
    private var next = 1
    private var queued = 0

    init(_ path: String, _ seed: TestSeed) throws {
        self.seed = seed
        generator = seed.generator
        reports = open(path.replacingOccurrences(of: "test.tarn", with: "reports"), O_WRONLY)
        self.path = path
    }

    func run() throws {
        let configuration = configurationOfFile(path, CommitSeries.types)
        try queue.sync { store = try Store(configuration: configuration, queue: queue) }
        var status = stat()
        stat(path, &status)
        power_loss_begin(UInt64(status.st_dev), UInt64(status.st_ino))
        if seed.value % 2 == 0 {
            power_loss_kill_at(.random(in: 0..<400, using: &generator))
        } else {
            power_loss_kill_after(.random(in: 1..<250_000, using: &generator))
        }
        queue.sync { fill() }
        DispatchSemaphore(value: 0).wait()
    }

    /// Keeps up to 40 writes queued; now and then one whose block throws when it has changed a lot.
    private func fill() {
        guard let store else { return }
        let wanted = Int.random(in: 1..<40, using: &generator)
        while queued < wanted {
            let number = next
            queued += 1
            if Int.random(in: 0..<5, using: &generator) == 0 {
                store.writeAsync { store in
                    try CommitSeries(store: store).change(number + 100_000)
                    throw CancellationError()
                } onComplete: { _ in
                    self.ended()
                }
                continue
            }
            next += 1
            if number > 2000 { exit(2) }
            let (path, reports) = (path, reports)
            store.writeAsync(allowGrouping: number % 31 != 0) { store in
                // Blocks that share a transaction see the same one before it.
                let group = try Environment.open(path: path).information().lastTransaction
                GroupReports.write(reports, Int32(number), Int32(group))
                try CommitSeries(store: store).change(number)
            } onComplete: { error in
                if error != nil { exit(3) }
                GroupReports.write(reports, Int32(number), -1)
                self.ended()
            }
        }
    }

    private func ended() {
        queued -= 1
        fill()
    }
}

/// A named pipe that keeps what a child wrote until it is read: pairs of a write and its group, or -1 for its end.
private final class GroupReports {
    private let descriptor: Int32

    init(_ path: String) throws {
        guard mkfifo(path, 0o600) == 0 else { throw CocoaError(.fileWriteUnknown) }
        descriptor = open(path, O_RDONLY | O_NONBLOCK)
    }

    deinit { close(descriptor) }

    static func write(_ descriptor: Int32, _ number: Int32, _ group: Int32) {
        var pair = (number, group)
        if Glibc.write(descriptor, &pair, 8) != 8 { exit(4) }
    }

    func read() -> (ended: [Int], groups: [Int32: [Int]]) {
        var buffer = [Int32](repeating: 0, count: 16384)
        let count = max(0, Glibc.read(descriptor, &buffer, 4 * buffer.count)) / 8
        var (ended, groups) = ([Int](), [Int32: [Int]]())
        for place in 0..<count {
            let (number, group) = (Int(buffer[2 * place]), buffer[2 * place + 1])
            if group < 0 { ended.append(number) } else { groups[group, default: []].append(number) }
        }
        return (ended, groups)
    }
}

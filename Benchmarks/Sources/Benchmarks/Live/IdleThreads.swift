internal import BenchmarkKit
internal import Foundation

/// What the threads of a process have done so far, as the kernel counts it.
struct IdleThreads {
    private(set) var switches = 0
    private(set) var microseconds = 0.0

    /// Nil where there is no `/proc`, or no such process.
    private init?(of process: Int32) {
        let folder = "/proc/\(process)/task"
        guard let threads = try? FileManager.default.contentsOfDirectory(atPath: folder) else { return nil }
        for thread in threads {
            guard let status = try? String(contentsOfFile: "\(folder)/\(thread)/status", encoding: .utf8),
                let schedule = try? String(contentsOfFile: "\(folder)/\(thread)/schedstat", encoding: .utf8)
            else { continue }
            for line in status.split(separator: "\n") where line.contains("ctxt_switches:") {
                switches += line.split(separator: "\t").last.flatMap { Int($0) } ?? 0
            }
            microseconds += (schedule.split(separator: " ").first.flatMap { Double($0) } ?? 0) / 1_000
        }
    }

    /// What they do in some seconds; nil where the kernel does not tell.
    ///
    /// It begins just after a thread has done something, if one does within a second and a half: what happens once a
    /// second is counted as often in each process then.
    static func rest(of process: Int32, for seconds: Double) throws -> (switches: Int, microseconds: Double)? {
        guard let first = IdleThreads(of: process) else { return nil }
        for _ in 0..<150 {
            if let now = IdleThreads(of: process), now.switches > first.switches { break }
            Thread.sleep(forTimeInterval: 0.01)
        }
        guard let before = IdleThreads(of: process) else { return nil }
        Thread.sleep(forTimeInterval: seconds)
        guard let after = IdleThreads(of: process) else {
            throw LiveCheckFailure("L8", size: 0, "the idle process has gone")
        }
        return (after.switches - before.switches, after.microseconds - before.microseconds)
    }
}

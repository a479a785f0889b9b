internal import BenchmarkKit
internal import Foundation

/// This program started again, to be measured on its own or to be another process.
///
/// It speaks by lines: what it prints is read here, what is sent here it reads.
final class LiveChild {
    /// What a child does.
    enum Role: String {
        case memory
        case idle
        case bare
        case commit
    }

    private let process = Process()
    private let input = Pipe()
    private let output = Pipe()
    private var unread: [UInt8] = []

    init(_ role: Role, path: String, _ environment: [String: String] = [:]) throws {
        process.environment = ProcessInfo.processInfo.environment.merging(environment) { $1 }
        process.executableURL = URL(filePath: "/proc/self/exe").resolvingSymlinksInPath()
        process.arguments = ["--child", role.rawValue, path]
        process.standardInput = input
        process.standardOutput = output
        try process.run()
    }

    var identifier: Int32 { process.processIdentifier }

    /// The next line that the child prints; waits for it.
    func line() throws -> String {
        while true {
            if let end = unread.firstIndex(of: UInt8(ascii: "\n")) {
                defer { unread.removeSubrange(...end) }
                return String(decoding: unread[..<end], as: UTF8.self)
            }
            let more = output.fileHandleForReading.availableData
            if more.isEmpty { throw LiveCheckFailure("child", size: 0, "the other process has ended too early") }
            unread += more
        }
    }

    /// A line that is a number.
    func number() throws -> UInt64 {
        let text = try line()
        guard let number = UInt64(text) else {
            throw LiveCheckFailure("child", size: 0, "the other process printed \(text)")
        }
        return number
    }

    /// Sends the child a line.
    func send(_ line: String) throws { try input.fileHandleForWriting.write(contentsOf: Data((line + "\n").utf8)) }

    /// Lets the child end, and waits for it.
    func end() throws {
        try input.fileHandleForWriting.close()
        process.waitUntilExit()
        guard process.terminationStatus == 0 else { throw ChildFailure(status: process.terminationStatus) }
    }

    /// Prints a line at once.
    static func say(_ line: String) { FileHandle.standardOutput.write(Data((line + "\n").utf8)) }
}

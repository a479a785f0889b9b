internal import Foundation

/// Collects text and passes it on in large pieces.
package final class TextOutput {
    private static let pieceByteCount = 1 << 16

    private let sink: (String) throws -> Void
    private var pending = ""
    private var failure: (any Error)?

    /// Text goes to the sink when enough of it has come together, and on ``flush()``.
    package init(_ sink: @escaping (String) throws -> Void) { self.sink = sink }

    /// Text for a file descriptor that is open already, such as standard output.
    package convenience init(_ handle: FileDescriptor) {
        let file = handle == .standardOutput ? FileHandle.standardOutput : .standardError
        self.init { try file.write(contentsOf: Data($0.utf8)) }
    }

    package enum FileDescriptor: Sendable {
        case standardOutput, standardError
    }

    package func write(_ text: String) {
        pending += text
        if pending.utf8.count >= Self.pieceByteCount { send() }
    }

    package func print(_ line: String = "") { write(line + "\n") }

    package func print(_ lines: [String]) {
        for line in lines { print(line) }
    }

    /// Passes on what is left, and throws the first failure there was.
    package func flush() throws {
        send()
        if let failure { throw failure }
    }

    /// After a failure nothing more is sent: the rest could only make a file with a hole.
    private func send() {
        defer { pending = "" }
        guard failure == nil, !pending.isEmpty else { return }
        do { try sink(pending) } catch { failure = error }
    }
}

internal import Foundation

/// The resident memory of this process, as the kernel counts it.
package struct ProcessMemory: Sendable {
    /// Pages that belong to this process alone: heap, stacks, anonymous maps.
    package let privateKilobytes: Int
    /// All resident pages, those of mapped files included, which the kernel takes back when it needs them.
    package let residentKilobytes: Int

    /// Reads the current figures; nil where there is no `/proc`.
    package static func now() -> ProcessMemory? {
        guard let text = try? String(contentsOfFile: "/proc/self/status", encoding: .utf8) else { return nil }
        guard let anonymous = value("RssAnon:", in: text), let resident = value("VmRSS:", in: text) else { return nil }
        return ProcessMemory(privateKilobytes: anonymous, residentKilobytes: resident)
    }

    private static func value(_ label: String, in text: String) -> Int? {
        guard let line = text.split(separator: "\n").first(where: { $0.hasPrefix(label) }) else { return nil }
        return line.split(whereSeparator: { $0 == " " || $0 == "\t" }).dropFirst().first.flatMap { Int($0) }
    }
}

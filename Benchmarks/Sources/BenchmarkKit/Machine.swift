internal import Foundation

/// What the figures were measured on; a table without it says nothing.
package enum Machine {
    /// Processor, number of cores, memory and kernel, as far as the system tells.
    package static func description() -> String {
        let cores = "\(ProcessInfo.processInfo.activeProcessorCount) cores"
        let memory = "\(ProcessInfo.processInfo.physicalMemory >> 30) GB"
        let parts = [field("model name", in: "/proc/cpuinfo"), cores, memory, kernel()]
        return parts.compactMap { $0 }.joined(separator: ", ")
    }

    private static func field(_ label: String, in path: String) -> String? {
        guard let text = try? String(contentsOfFile: path, encoding: .utf8),
            let line = text.split(separator: "\n").first(where: { $0.hasPrefix(label) }),
            let colon = line.firstIndex(of: ":")
        else { return nil }
        return String(line[line.index(after: colon)...].drop(while: { $0 == " " }))
    }

    private static func kernel() -> String? {
        guard let text = try? String(contentsOfFile: "/proc/sys/kernel/osrelease", encoding: .utf8) else { return nil }
        return "Linux " + text.filter { !$0.isNewline }
    }
}

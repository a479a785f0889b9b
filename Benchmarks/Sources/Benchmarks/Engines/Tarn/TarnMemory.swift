internal import BenchmarkKit
internal import Foundation
internal import Tarn

/// Memory over the idle process, measured in a child process: here the inputs of the other engines, and what the
/// allocator kept of them, would hide it.
enum TarnMemory {
    /// The names of the figures that belong to the probes.
    static func names(of probes: Set<Probe>) -> Set<String> {
        Set((probes.contains(.scanMemory) ? ["M1", "M1r"] : []) + (probes.contains(.liveObjectGrowth) ? ["M2"] : []))
    }

    /// Starts this program again to measure itself; kilobytes by name.
    static func inChild(path: String) throws -> [(name: String, kilobytes: Int)] {
        let child = Process()
        let output = Pipe()
        child.executableURL = URL(filePath: "/proc/self/exe").resolvingSymlinksInPath()
        child.arguments = ["--memory-of", path]
        child.standardOutput = output
        try child.run()
        let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        child.waitUntilExit()
        guard child.terminationStatus == 0 else { throw ChildFailure(status: child.terminationStatus) }
        return text.split(separator: "\n").compactMap { line in
            let words = line.split(separator: " ")
            guard words.count == 2, let kilobytes = Int(words[1]) else { return nil }
            return (String(words[0]), kilobytes)
        }
    }

    /// The child's part: idle with the file open and one object read, then scans of objects and of columns.
    static func measure(path: String) throws -> String {
        let store = try TarnEngine.open(path: path)
        let people = store.objects(Person.self)
        _ = store.object(ofType: Person.self, forPrimaryKey: 0)?.name
        guard let idle = ProcessMemory.now() else { return "" }
        var peak = Peak(idle: idle)
        for scan in 0..<4 {
            var read = 0
            for person in people {
                read += 1
                _ = person.name.utf8.count + person.age
                if read.isMultiple(of: 10_000) { peak.sample() }
            }
            if scan == 0 { people.scan(\.id, \.name) { ids, _ in if ids[0].isMultiple(of: 16_384) { peak.sample() } } }
        }
        let after = ProcessMemory.now() ?? idle
        store.close()
        return """
            M1 \(peak.privateKilobytes)
            M1r \(peak.residentKilobytes)
            M2 \(after.privateKilobytes - idle.privateKilobytes)
            """
    }

    private struct Peak {
        let idle: ProcessMemory
        var privateKilobytes = 0
        var residentKilobytes = 0

        init(idle: ProcessMemory) { self.idle = idle }

        mutating func sample() {
            guard let now = ProcessMemory.now() else { return }
            privateKilobytes = max(privateKilobytes, now.privateKilobytes - idle.privateKilobytes)
            residentKilobytes = max(residentKilobytes, now.residentKilobytes - idle.residentKilobytes)
        }
    }
}

/// A child that did not come to its end.
struct ChildFailure: Error, CustomStringConvertible {
    let status: Int32

    var description: String { "the process that measures its memory ended with status \(status)" }
}

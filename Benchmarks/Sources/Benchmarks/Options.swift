internal import BenchmarkKit
internal import Foundation

/// The command line, read once.
struct Options {
    var sizes = [100_000]
    var engines = builtEngines.map { $0.name }
    var workloads = Set(Workload.allCases)
    var probes = Set(Probe.allCases)
    var live = Set(LiveWorkload.allCases)
    var relations = Set(RelationWorkload.allCases)
    var rounds = 5
    var directory: String?
    var json: String?
    var svg: String?
    var liveSVG: String?
    var relationsSVG: String?
    var isSmoke = false
    var wantsHelp = false
    /// The file that a child process measures its own memory with; not for people.
    var memoryFile: String?
    /// What a child process does for the live workloads, and on which file; not for people.
    var child: (role: String, file: String)?

    static let help = """
        usage: benchmarks [options]

          --n N                 the number of objects (default 100000)
          --sizes N,N,...       several numbers, one after the other
          --engines A,B         of \(builtEngines.map { $0.name }.joined(separator: ", ")) (default all)
          --workloads W1,W3     of \(Workload.allCases.map(\.rawValue).joined(separator: ", ")),
                                \(Probe.allCases.map(\.rawValue).joined(separator: ", ")),
                                \(LiveWorkload.allCases.map(\.rawValue).joined(separator: ", ")),
                                \(RelationWorkload.allCases.map(\.rawValue).joined(separator: ", ")) (default all)
          --runs K              rounds (default 5; workloads that write take at most 3)
          --directory PATH      where the files are written (default a new folder for temporary files)
          --json FILE           write all figures as JSON
          --svg FILE            write the chart of ratios, and with several sizes a second file with curves
          --live-svg FILE       with several sizes: write the chart of the latencies of L1 and L2
          --relations-svg FILE  write the chart of ratios of R1 to R8
          --smoke               2000 objects, everything once: for a quick look that nothing is broken
          --help                this text

        The exit code is 1 if engines computed different things, 2 if the command line is wrong.
        """

    init(_ arguments: [String]) throws {
        var rest = arguments[...]
        while let option = rest.popFirst() {
            switch option {
            case "--help", "-h": wantsHelp = true
            case "--smoke": (sizes, rounds, isSmoke) = ([2_000], 1, true)
            case "--n", "--sizes": sizes = try Self.numbers(Self.value(of: option, from: &rest), option)
            case "--runs": rounds = try Self.numbers(Self.value(of: option, from: &rest), option)[0]
            case "--engines": engines = try Self.known(Self.value(of: option, from: &rest), engines, option)
            case "--workloads": try choose(Self.value(of: option, from: &rest))
            case "--directory": directory = try Self.value(of: option, from: &rest)
            case "--json": json = try Self.value(of: option, from: &rest)
            case "--svg": svg = try Self.value(of: option, from: &rest)
            case "--live-svg": liveSVG = try Self.value(of: option, from: &rest)
            case "--relations-svg": relationsSVG = try Self.value(of: option, from: &rest)
            case "--child":
                child = (try Self.value(of: option, from: &rest), try Self.value(of: option, from: &rest))
            case "--memory-of": memoryFile = try Self.value(of: option, from: &rest)
            default: throw UsageError(message: "unknown option \(option)")
            }
        }
    }

    private mutating func choose(_ list: String) throws {
        let names =
            Workload.allCases.map(\.rawValue) + Probe.allCases.map(\.rawValue) + LiveWorkload.allCases.map(\.rawValue)
            + RelationWorkload.allCases.map(\.rawValue)
        let chosen = try Self.known(list, names, "--workloads")
        workloads = Set(chosen.compactMap(Workload.init))
        probes = Set(chosen.compactMap(Probe.init))
        live = Set(chosen.compactMap(LiveWorkload.init))
        relations = Set(chosen.compactMap(RelationWorkload.init))
    }

    private static func value(of option: String, from rest: inout ArraySlice<String>) throws -> String {
        guard let value = rest.popFirst() else { throw UsageError(message: "\(option) needs a value") }
        return value
    }

    private static func numbers(_ list: String, _ option: String) throws -> [Int] {
        try list.split(separator: ",").map { part in
            guard let number = Int(part.replacing("_", with: "")), number > 0, number <= 9_000_000 else {
                throw UsageError(message: "\(option): \(part) is not a number from 1 to 9000000")
            }
            return number
        }
    }

    private static func known(_ list: String, _ names: [String], _ option: String) throws -> [String] {
        let chosen = list.split(separator: ",").map(String.init)
        if let stranger = chosen.first(where: { !names.contains($0) }) {
            throw UsageError(message: "\(option): \(stranger) is none of \(names.joined(separator: ", "))")
        }
        return names.filter(chosen.contains)
    }
}

/// A command line that cannot be followed.
struct UsageError: Error {
    let message: String
}

internal import BenchmarkKit
internal import Foundation

/// One call of the program: runs what the options name and writes the reports.
struct Session {
    private let options: Options
    private let directory: String
    private var figures: [Figure] = []

    init(_ options: Options) {
        self.options = options
        directory = options.directory ?? FileManager.default.temporaryDirectory.path + "/benchmarks-\(getpid())"
    }

    mutating func run() throws {
        try FileManager.default.createDirectory(atPath: directory, withIntermediateDirectories: true)
        defer { if options.directory == nil { try? FileManager.default.removeItem(atPath: directory) } }
        Self.say(Machine.description())
        Self.say(peerVersions() + "\n")
        if !options.workloads.isEmpty {
            for size in options.sizes { try compareEngines(size: size) }
        }
        #if TARN
            try probeTarn()
            try followTarn()
            try relateTarn()
        #endif
        try writeFiles()
    }

    private mutating func compareEngines(size: Int) throws {
        let plan = RunPlan(workloads: options.workloads, rounds: options.rounds, directory: directory)
        let engines = builtEngines.filter { options.engines.contains($0.name) }
        var taken: [Figure] = []
        let runner = try Runner(plan: plan, dataset: Dataset(count: size), engines: engines) { figure in
            taken.append(figure)
            Self.show(figure)
        }
        try runner.run()
        figures += taken
        Self.say("\n" + RatioTable(taken, size: size).text + "\n")
    }

    #if TARN
        /// Memory and property access, at the largest size.
        private mutating func probeTarn() throws {
            guard !options.probes.isEmpty, options.engines.contains(TarnEngine.name) else { return }
            let dataset = Dataset(count: options.sizes.max() ?? 1)
            let taken = try TarnProbes(directory: directory, dataset: dataset, rounds: options.rounds)
                .run(options.probes)
            taken.forEach(Self.show)
            figures += taken
            Self.say("\n" + ProbeTable.text(taken, titles: TarnProbes.titles) + "\n")
        }

        /// Live results, with the peers that have to run their queries again.
        private mutating func followTarn() throws {
            guard !options.live.isEmpty, options.engines.contains(TarnEngine.name) else { return }
            let scale = options.isSmoke ? LiveScale.smoke : .full(rounds: options.rounds)
            let run = LiveRun(directory: directory, scale: scale, engines: options.engines, report: Self.show)
            let taken = try run.run(options.live, sizes: options.sizes)
            figures += taken
            Self.say("\n" + LiveTable.text(taken) + "\n")
        }

        /// Lists, links, words and predicates, beside SQLite, at the largest size.
        private mutating func relateTarn() throws {
            guard !options.relations.isEmpty, options.engines.contains(TarnEngine.name) else { return }
            let run = RelationRun(
                directory: directory, size: options.sizes.max() ?? 1, rounds: options.rounds, report: Self.show)
            let taken = try run.run(options.relations)
            figures += taken
            Self.say("\n" + RelationTable.text(taken) + "\n")
        }
    #endif

    /// One line for each engine and workload, as soon as it is known.
    private static func show(_ figure: Figure) {
        let values = [figure.median, figure.min, figure.max].map(significant)
        say(
            "\(figure.workload) \(figure.engine) n=\(figure.size) \(values[0]) \(figure.unit)"
                + " (\(values[1]) to \(values[2])) check=\(figure.check)")
    }

    /// Unbuffered, so that a long run shows where it is.
    private static func say(_ line: String) { FileHandle.standardOutput.write(Data((line + "\n").utf8)) }

    private func writeFiles() throws {
        if let path = options.json { try write(JSONReport.text(figures), to: path) }
        if let path = options.liveSVG, let chart = LatencyChart.file(figures) { try write(chart, to: path) }
        if let path = options.relationsSVG, let chart = RatioChart.relations(figures) { try write(chart, to: path) }
        guard let path = options.svg else { return }
        if let size = options.sizes.max(), let chart = RatioChart.file(figures, size: size) {
            try write(chart, to: path)
        }
        if let curves = CurveChart.file(figures) {
            let base = path.hasSuffix(".svg") ? String(path.dropLast(4)) : path
            try write(curves, to: base + "-curves.svg")
        }
    }

    private func write(_ text: String, to path: String) throws {
        let url = URL(filePath: path)
        try FileManager.default.createDirectory(at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
        try Data(text.utf8).write(to: url)
    }
}

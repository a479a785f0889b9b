internal import BenchmarkKit

/// Runs the live workloads.
struct LiveRun {
    private let directory: String
    private let scale: LiveScale
    private let engines: [String]
    private let report: (Figure) -> Void

    init(directory: String, scale: LiveScale, engines: [String], report: @escaping (Figure) -> Void) {
        self.directory = directory
        self.scale = scale
        self.engines = engines
        self.report = report
    }

    /// Runs some of them: those of latency at every size, the others at the largest.
    ///
    /// - Throws: ``LiveCheckFailure`` when something was not done that was to be measured.
    func run(_ workloads: Set<LiveWorkload>, sizes: [Int]) throws -> [Figure] {
        guard let largest = sizes.max() else { return [] }
        var figures: [Figure] = []
        for size in sizes {
            let chosen = workloads.filter { $0.goesOverSizes || size == largest }
            if chosen.isEmpty { continue }
            let file = try LiveFile(in: directory, dataset: Dataset(count: size))
            defer { file.remove() }
            for workload in LiveWorkload.allCases where chosen.contains(workload) {
                let latency = NotificationLatency.latency(figures, size: size)
                let taken = try measure(workload, file, latency)
                taken.forEach(report)
                figures += taken
            }
        }
        if let growth = NotificationLatency.growth(figures) {
            report(growth)
            figures.append(growth)
        }
        return figures
    }

    private func measure(_ workload: LiveWorkload, _ file: LiveFile, _ latency: Double?) throws -> [Figure] {
        switch workload {
        case .notification: try NotificationLatency(file, scale).measure()
        case .rerunning: try Rerunning(file, scale).measure(engines, comparedTo: latency)
        case .manyResults: try ManyResults(file, scale).measure()
        case .manyObjects: try ManyObjects(file, scale).measure()
        case .bulkInsert: try BulkInsert(file, scale).measure()
        case .readers: try ReadersAndWriter(file, scale).measure()
        case .memory: try LiveMemory(file).measure()
        case .idle: try IdleStore(file).measure()
        case .processes: try OtherProcess(file, scale).measure()
        case .queuedWrites: try QueuedWrites(file, scale).measure()
        }
    }

    /// What this program does when it was started by itself.
    static func child(_ role: LiveChild.Role, path: String) throws {
        switch role {
        case .memory: try LiveMemory.child(path: path)
        case .idle: try IdleStore.child(path: path)
        case .bare: try IdleStore.bareChild()
        case .commit: try OtherProcess.child(path: path)
        }
    }
}

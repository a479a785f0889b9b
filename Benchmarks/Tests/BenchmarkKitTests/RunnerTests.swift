import BenchmarkKit
import Foundation
import Testing

@Suite struct RunnerTests {
    private let directory = FileManager.default.temporaryDirectory.path + "/benchmark-kit-\(UUID().uuidString)"

    @Test func enginesThatAgreeAreReportedRoundByRound() throws {
        var figures: [Figure] = []
        try run([PlainEngine.self], rounds: 2) { figures.append($0) }
        #expect(figures.map(\.workload) == Workload.allCases.map(\.rawValue))
        #expect(figures.first { $0.workload == "W4" }?.samples.count == 2)
        #expect(!FileManager.default.fileExists(atPath: directory + "/plain-50"))
    }

    @Test func anEngineThatMiscountsStopsTheRunAndIsNamed() throws {
        let failure = #expect(throws: CheckFailure.self) {
            try run([PlainEngine.self, MiscountingEngine.self], rounds: 1) { _ in }
        }
        let text = try #require(failure).description
        #expect(text.contains("W10") && text.contains("miscounting computed") && text.contains("plain computed"))
    }

    private func run(_ engines: [any Engine.Type], rounds: Int, report: @escaping (Figure) -> Void) throws {
        defer { try? FileManager.default.removeItem(atPath: directory) }
        let plan = RunPlan(workloads: Set(Workload.allCases), rounds: rounds, directory: directory)
        try Runner(plan: plan, dataset: Dataset(count: 50), engines: engines, report: report).run()
    }
}

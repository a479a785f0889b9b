import Foundation
import Tarn
import Testing

/// Random writes over lists, sets, maps, links, embedded objects and cascades do the same to a store as to plain
/// values, and observers who apply what they are told see the same too (L2-L7, L9, N2, N3, N8, N19-N21, O3).
@Suite struct RelationTests {
    static let seeds = TestSeed.several(TestSeed.isLongRun ? 200 : 6)
    static let operations = TestSeed.isLongRun ? 10_000 : 1500

    @Test(arguments: seeds)
    func randomWritesOfRelationsDoTheSameToAStoreAsToValues(seed: TestSeed) throws {
        let run = try RelationRun(seed)
        while run.count < Self.operations {
            do {
                try run.write()
            } catch {
                Issue.record("\(seed), write \(run.writes): \(error)")
                return
            }
        }
        run.close()
        let report = try Store.verify(at: run.url)
        #expect(report.faults.isEmpty, "\(seed)")
    }
}

/// A store, a second one that is observed, and a model that are led side by side.
final class RelationRun {
    private(set) var count = 0
    private(set) var writes = 0
    private let folder = TemporaryFolder()
    private var generator: RelationGenerator
    private var model = RelationModel()
    private var store: Store
    private var observed: Store
    private var mirrors: [Int: RelationMirror] = [:]
    private struct Failure: Error {}

    var url: URL { URL(fileURLWithPath: folder.path()) }

    init(_ seed: TestSeed) throws {
        generator = RelationGenerator(seed)
        store = try Self.open(folder)
        observed = try Self.open(folder)
    }

    private static func open(_ folder: TemporaryFolder) throws -> Store {
        try Store(configuration: folder.configuration([Box.self, Thing.self, Tag.self]))
    }

    /// One write of several operations, and what may come after it.
    func write() throws {
        writes += 1
        var draft = model
        let isCancelled = generator.chance(6)
        // The observed store writes as well, so that its observers hear of its own changes.
        let writer = generator.chance(4) ? observed : store
        do {
            try writer.write {
                let executor = RelationExecutor(store: writer)
                for _ in 0..<1 + generator.below(20) {
                    let operation = generator.operation(draft)
                    count += 1
                    let expected = draft.run(operation)
                    if try executor.run(operation) != expected {
                        throw ModelComparison.Difference(description: "\(operation) was not \(expected)")
                    }
                }
                if generator.chance(4) { try RelationComparison(store: writer, model: draft).run() }
                if isCancelled { throw Failure() }
            }
            model = draft
        } catch is Failure {}
        _ = try store.refresh()
        try RelationComparison(store: store, model: model).run()
        if generator.chance(3) { try look() }
        if generator.chance(12) {
            store.close()
            store = try Self.open(folder)
            try RelationComparison(store: store, model: model).run()
        }
    }

    /// Has the observers told, and holds what they know against the model.
    private func look() throws {
        try observed.refresh()
        try RelationComparison(store: observed, model: model).run()
        for (id, mirror) in mirrors {
            guard let row = model.boxes[id], row.serial == mirror.serial else {
                if let difference = mirror.difference(from: .init(), model) {
                    throw ModelComparison.Difference(description: "observed \(difference) of box \(id), which is gone")
                }
                mirrors[id] = nil
                continue
            }
            if let difference = mirror.difference(from: row, model) {
                throw ModelComparison.Difference(description: "observed \(difference) of box \(id)")
            }
        }
        if mirrors.count < 4, let id = model.boxes.keys.sorted().randomElement(using: &generator.random),
            mirrors[id] == nil
        {
            mirrors[id] = RelationMirror(
                RelationExecutor(store: observed).box(id), model.boxes[id]!.serial, observed)
            try observed.refresh()
        }
    }

    func close() {
        mirrors = [:]
        store.close()
        observed.close()
    }
}

import Foundation
import Tarn
import Testing

/// Random writes on objects that own, bind and know each other, against a model in memory.
@Suite struct OwnershipModelTests {
    let folder = TemporaryFolder()

    // L2, L4, L9, O3, U1, N3
    @Test(arguments: [false, true]) func theStoreDoesWhatTheModelDoes(isObserved: Bool) throws {
        let given = ProcessInfo.processInfo.environment["TARN_SEED"].flatMap { UInt64($0) }
        let seed = given ?? .random(in: 1...999_999)
        var generator = SplitMix(seed: seed)
        let store = try Store(configuration: folder.configuration([Node.self]))
        let executor = OwnershipStore(store: store)
        var model = OwnershipModel()
        var list: [Int] = []
        var tokens: [NotificationToken] = []
        if isObserved { tokens.append(store.objects(Node.self).observe { follow($0, &list, seed) }) }
        let rounds = ProcessInfo.processInfo.environment["TARN_LONG"] == nil ? 150 : 20_000
        for round in 0..<rounds {
            var (trial, denied) = (model, false)
            do {
                try store.write {
                    for _ in 0...generator.next(6) {
                        let operation = OwnershipOperation.random(&generator)
                        let isDone = trial.apply(operation)
                        do {
                            try executor.apply(operation)
                            #expect(isDone, "\(operation) TARN_SEED=\(seed) round \(round)")
                        } catch let error as StoreError where error.code == .deletionDenied {
                            denied = true
                            #expect(!isDone, "\(operation) TARN_SEED=\(seed) round \(round)")
                        }
                    }
                    #expect(executor.nodes == trial.nodes, "TARN_SEED=\(seed) round \(round)")
                    if denied && generator.next(2) == 0 { throw CancellationError() }
                }
                #expect(!trial.hasDuplicates, "TARN_SEED=\(seed) round \(round)")
                model = trial
            } catch is CancellationError {
            } catch let error as StoreError where error.code == .duplicateValue {
                #expect(trial.hasDuplicates, "TARN_SEED=\(seed) round \(round)")
            }
            #expect(executor.nodes == model.nodes, "TARN_SEED=\(seed) round \(round)")
            for node in store.objects(Node.self) {
                #expect(node.fans.map(\.id) == model.fans(of: node.id), "TARN_SEED=\(seed) round \(round)")
                if let tag = node.tag { #expect(store.object(ofType: Node.self, where: \.tag, is: tag) == node) }
            }
            if isObserved { #expect(list == store.objects(Node.self).map(\.id), "TARN_SEED=\(seed) round \(round)") }
            if round % 50 == 49 {
                let faults = try Store.verify(at: try #require(store.configuration.fileURL)).faults
                #expect(faults.isEmpty, "TARN_SEED=\(seed) round \(round)")
            }
        }
        let parts = model.nodes.values.reduce(0) { $0 + $1.parts.count + ($1.part == nil ? 0 : 1) }
        let types = try Store.information(at: try #require(store.configuration.fileURL)).types
        #expect(types.first { $0.name == "NodePart" }?.objectCount == parts)
        for token in tokens { token.invalidate() }
    }

    private func follow(_ change: CollectionChange<Results<Node>>, _ list: inout [Int], _ seed: UInt64) {
        switch change {
        case .initial(let nodes): list = nodes.map(\.id)
        case .update(let nodes, let update):
            let new = nodes.map(\.id)
            for place in update.deletions.reversed() { list.remove(at: place) }
            for place in update.insertions { list.insert(new[place], at: place) }
            #expect(list == new, "TARN_SEED=\(seed)")
        }
    }
}

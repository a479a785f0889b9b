import Foundation
import Tarn
import Testing

/// Bytes that change inside stored values are found and named by a verification; reading them never ends the process.
@Suite struct CorruptionTests {
    static let rounds = TestSeed.isLongRun ? 20_000 : 60

    /// Runs in a child of the test, and each round in a child of that, so that a bad end is told from the rest.
    @Test func aChangedByteInAStoredValueIsFoundAndNamedAndNeverEndsTheProcess() async {
        let seed = TestSeed()
        let notes = Notebook()
        await #expect(processExitsWith: .success) {
            [seed = seed.value as UInt64, rounds = Self.rounds as Int, path = notes.path as String] in
            let notes = Notebook(path)
            let damaged = try DamagedStore()
            var random = TestSeed(seed).generator
            var failures = 0
            for round in 0..<rounds {
                try damaged.restore()
                let (tree, what) = try damaged.damageValue(&random)
                let ending = inChild {
                    let found = faults(damaged.url)
                    damaged.use()
                    if found.isEmpty { return 2 }
                    return found.contains { isNamed($0, tree) } ? 0 : 3
                }
                if ending != 0 {
                    failures += 1
                    notes.add(
                        "TARN_SEED=\(seed) round \(round): \(ending): \(what); verify: \(faults(damaged.url).prefix(3))"
                    )
                }
            }
            exit(failures == 0 ? 0 : 1)
        }
        #expect(notes.text == "")
    }

    @Test func aSoundFileHasNoFaults() throws {
        let store = try DamagedStore()
        #expect(try Store.verify(at: store.url).faults.isEmpty)
    }
}

/// What a verification says about a file; one fault when it cannot be opened.
private func faults(_ url: URL) -> [String] {
    do {
        return try Store.verify(at: url).faults.map(\.description)
    } catch {
        return ["\(error)"]
    }
}

/// Whether a fault names the tree: by itself, or as the error with which the file is refused.
private func isNamed(_ fault: String, _ tree: String) -> Bool {
    fault.hasPrefix(tree + ",") || fault.contains("tree \(tree)")
        || (tree == "catalogue" && fault.hasPrefix("notAStore"))
}

import Foundation
import Tarn
import Testing

/// The power goes at every moment of a series of commits. What had been synced is on the disk; of what had not, the
/// disk kept nothing, everything, one page, all but one, or any pages in any mixture. Each file that can be left opens
/// and holds exactly one of the states that were committed.
@Suite(.serialized) struct PowerLossTests {
    static let commits = TestSeed.isLongRun ? 80 : 10
    static let mixtures = TestSeed.isLongRun ? 40 : 3

    @Test func aFullyDurableStoreLosesNoCommitThatReturned() throws {
        let seed = TestSeed()
        let (initial, log) = try record(.full)
        let count = try replay(initial, log, seed) { last, returned in last == returned || last == returned + 1 }
        #expect(count > 100)
    }

    @Test func aRelaxedStoreLosesAtMostTheLastCommitsAndStaysWhole() throws {
        let seed = TestSeed()
        let (initial, log) = try record(.relaxed)
        // LMDB leaves the newest root unsynced until the next commit, so one commit can be lost.
        let count = try replay(initial, log, seed) { last, returned in last >= returned - 1 && last <= returned + 1 }
        #expect(count > 100)
    }

    @Test func whatIsLeftOfAStoreThatWasBeingMadeIsNewOrRefused() throws {
        let folder = TemporaryFolder()
        let path = folder.path()
        try Data().write(to: URL(fileURLWithPath: path))
        let log = try WriteLog(of: path) { _ in
            _ = try Store(configuration: configurationOfFile(path, CommitSeries.types))
        }
        var refusals = Set<StoreError.Code>()
        try forEachImage([], log, TestSeed()) { bytes, _, place in
            var last = 0
            let refusal = try refusal { last = try lastCommit(in: bytes, folder) }
            #expect(last == 0, "\(place)")
            if let refusal { refusals.insert(refusal) }
        }
        #expect(refusals.isSubset(of: [.notAStore, .truncated, .corrupt]), "\(refusals)")
    }

    /// The code of a store error; others go on.
    private func refusal(_ body: () throws -> Void) throws -> StoreError.Code? {
        do { try body() } catch let error as StoreError { return error.code }
        return nil
    }

    /// Makes a store and records the commits that follow.
    private func record(_ durability: Durability) throws -> ([UInt8], WriteLog) {
        let folder = TemporaryFolder()
        let path = folder.path()
        var configuration = configurationOfFile(path, CommitSeries.types)
        configuration.durability = durability
        let store = try Store(configuration: configuration)
        let initial = Array(try Data(contentsOf: URL(fileURLWithPath: path)))
        let series = CommitSeries(store: store)
        let log = try WriteLog(of: path) { returned in
            for number in 1..<(Self.commits + 1) {
                try series.commit(number)
                returned(number)
            }
        }
        return (initial, log)
    }

    /// Opens every image and holds it against what had returned by then; answers how many there were.
    private func replay(
        _ initial: [UInt8], _ log: WriteLog, _ seed: TestSeed, _ isRight: (_ last: Int, _ returned: Int) -> Bool
    ) throws -> Int {
        let folder = TemporaryFolder()
        var count = 0
        try forEachImage(initial, log, seed) { bytes, returned, place in
            count += 1
            do {
                let last = try lastCommit(in: bytes, folder)
                #expect(isRight(last, returned), "\(place): \(last) after \(returned) had returned")
            } catch {
                Issue.record("\(place): \(error)")
            }
        }
        return count
    }

    private func forEachImage(
        _ initial: [UInt8], _ log: WriteLog, _ seed: TestSeed,
        _ body: ([UInt8], _ returned: Int, _ place: String) throws -> Void
    ) throws {
        var generator = seed.generator
        var image = SurvivingImage(initial)
        var returned = 0
        for (index, event) in log.events.enumerated() {
            let isEndOfBurst = if case .write(let write) = event { write.isDurable } else { true }
            if isEndOfBurst {
                try mixtures(image, &generator) { try body($0, returned, "event \(index), \($1), \(seed)") }
            }
            image.apply(event)
            if case .returned(let number) = event { returned = number }
            try body(image.bytes { _ in true }, returned, "all up to event \(index)")
        }
    }

    /// The images in which some of the unsynced writes are missing; what a shorter burst leaves is among them.
    private func mixtures(
        _ image: SurvivingImage, _ generator: inout SplitMix, _ body: ([UInt8], String) throws -> Void
    ) throws {
        let count = image.pending.count
        if count == 0 { return }
        try body(image.bytes { _ in false }, "nothing unsynced")
        for one in 0..<count {
            try body(image.bytes { $0 == one }, "only write \(one) of \(count)")
            try body(image.bytes { $0 != one }, "all but write \(one) of \(count)")
        }
        for _ in 0..<Self.mixtures {
            let chosen = (0..<count).map { _ in Bool.random(using: &generator) }
            try body(image.bytes { chosen[$0] }, "writes \(chosen.indices.filter { chosen[$0] }) of \(count)")
        }
    }

    private func lastCommit(in bytes: [UInt8], _ folder: TemporaryFolder) throws -> Int {
        let path = folder.path("image.tarn")
        for file in [path, path + "-lock"] { try? FileManager.default.removeItem(atPath: file) }
        try Data(bytes).write(to: URL(fileURLWithPath: path))
        let store = try Store(configuration: configurationOfFile(path, CommitSeries.types))
        defer { store.close() }
        return try CommitSeries(store: store).check()
    }
}

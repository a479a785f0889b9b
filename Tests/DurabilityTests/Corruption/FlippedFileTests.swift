import Foundation
import Tarn
import Testing

/// Bytes that change anywhere in a file, LMDB's own pages included. LMDB has no checksums and may be led out of the map
/// by a damaged page, which ends the process that reads it; docs/corruption.md says what was seen. Tarn's own code must
/// not trap over it, and no reading may go on for ever.
@Suite struct FlippedFileTests {
    static let rounds = TestSeed.isLongRun ? 20_000 : 60
    /// How LMDB ends a process: a page outside of the map or the file, or a check of its own.
    static let endingsOfLMDB = [SIGSEGV, SIGBUS, SIGABRT, SIGFPE].map { -Int($0) }

    @Test func aChangedByteAnywhereIsSurvivedOrEndsAChildOnly() async {
        // What LMDB does with a damaged page differs from file to file, so ordinary runs take the same changes each
        // time, in a file that is laid out in the same way; long runs and those with TARN_SEED look for more.
        setenv("SWIFT_DETERMINISTIC_HASHING", "1", 1)
        let isGiven = ProcessInfo.processInfo.environment["TARN_SEED"] != nil
        let seed = isGiven || TestSeed.isLongRun ? TestSeed() : TestSeed(21)
        let notes = Notebook()
        await #expect(processExitsWith: .success, "\(seed)") {
            [seed = seed.value as UInt64, rounds = Self.rounds as Int, path = notes.path as String] in
            let notes = Notebook(path)
            let damaged = try DamagedStore()
            var random = TestSeed(seed).generator
            var endings: [Int: Int] = [:]
            var failures = 0
            for round in 0..<rounds {
                var bytes = damaged.sound
                let count = round % 3 == 0 ? 8 : 1
                // Half of the rounds aim at the heads of pages, where the structure is.
                let places = (0..<count).map { _ in
                    let place = Int.random(in: 0..<bytes.count, using: &random)
                    return round % 2 == 0 ? place : place / 4096 * 4096 + place % 48
                }
                for place in places { bytes[place] ^= UInt8.random(in: 1...255, using: &random) }
                try damaged.restore()
                try bytes.write(to: damaged.url)
                let verifying = inChild { (try? Store.verify(at: damaged.url)) == nil ? 1 : 0 }
                let using = inChild {
                    damaged.use()
                    return 0
                }
                for (ending, isReading) in [(verifying, true), (using, false)] {
                    endings[ending, default: 0] += 1
                    if ending >= 0 || FlippedFileTests.endingsOfLMDB.contains(ending) { continue }
                    // A page that claims to go on for billions of pages keeps LMDB busy when it is to be freed.
                    if ending == -Int(SIGALRM) && !isReading { continue }
                    failures += 1
                    notes.add(
                        "TARN_SEED=\(seed) round \(round): ended by signal \(-ending) after a change at \(places)")
                }
            }
            notes.add(
                "endings of children with flipped bytes (negative: by signal): \(endings.sorted { $0.key < $1.key })")
            exit(failures == 0 ? 0 : 1)
        }
        print(notes.text)
    }
}

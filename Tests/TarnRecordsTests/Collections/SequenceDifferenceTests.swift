import Testing

@testable import TarnRecords

@Suite struct SequenceDifferenceTests {
    @Test func editsLeadFromOneSequenceToTheOther() throws {  // N3
        let seed = RandomSource.seed()
        var random = RandomSource(seed: seed)
        for _ in 0..<300 {
            let values = 1 + random.below(40)
            let old = (0..<random.below(60)).map { _ in UInt64(random.below(values)) }
            var new = old
            for _ in 0..<random.below(10) {
                if !new.isEmpty && random.isOne(in: 2) { new.remove(at: random.below(new.count)) }
                new.insert(UInt64(random.below(values)), at: random.below(new.count + 1))
            }
            #expect(Self.applied(old, new) == new, "seed \(seed)")
        }
    }

    @Test func sequencesThatHaveLittleInCommonAreComparedInBoundedTime() {
        let seed = RandomSource.seed()
        var random = RandomSource(seed: seed)
        let old = (0..<20_000).map { UInt64($0) }
        #expect(Self.applied(old, old.shuffled(using: &random)) != old, "seed \(seed)")
        #expect(Self.applied(old, old.map { $0 + 50_000 }).first == 50_000, "seed \(seed)")
        let rotated = Array(old[15_000...] + old[..<15_000])
        #expect(SequenceDifference.edits(old, rotated).count == 2, "seed \(seed)")
    }

    @Test func oneElementThatMovesIsTwoEdits() {
        #expect(
            SequenceDifference.edits([1, 2, 3, 4], [2, 3, 4, 1]) == [
                .init(old: 0..<1, new: 0..<0), .init(old: 4..<4, new: 3..<4),
            ])
    }

    private static func applied(_ old: [UInt64], _ new: [UInt64]) -> [UInt64] {
        var made = old
        let edits = SequenceDifference.edits(old, new)
        for edit in edits.reversed() { made.replaceSubrange(edit.old, with: new[edit.new]) }
        #expect(made == new)
        return made
    }
}

import Testing

@testable import TarnRecords

/// The counted tree of slot masks against a set of numbers.
@Suite struct StoredObjectsTests {
    private static func expectSame(
        _ objects: StoredObjects, _ model: Set<UInt64>, _ random: inout RandomSource, _ seed: UInt64
    ) {
        let sorted = model.sorted()
        #expect(objects.count == sorted.count, "seed \(seed)")
        #expect(objects.keySet == KeySet(sortedKeys: sorted), "seed \(seed)")
        let others = Set((0..<50).map { _ in UInt64(random.below(4000)) } + sorted.prefix(90)).sorted()
        let ranks = others.map { other in sorted.prefix { $0 < other }.count }
        #expect(objects.ranks(of: KeySet(sortedKeys: others)) == ranks, "seed \(seed)")
        for _ in 0..<20 where !sorted.isEmpty {
            let index = random.below(sorted.count)
            #expect(objects.object(at: index) == sorted[index], "seed \(seed)")
            #expect(objects.index(of: sorted[index]) == index, "seed \(seed)")
            let end = index + random.below(sorted.count - index + 1)
            #expect(objects.objects(in: index..<end) == Array(sorted[index..<end]), "seed \(seed)")
            let other = sorted[index] &+ 1
            #expect(objects.contains(other) == model.contains(other), "seed \(seed)")
            #expect(objects.rank(of: other) == sorted.prefix { $0 < other }.count, "seed \(seed)")
            let slots = sorted.filter { $0 >> 6 == other >> 6 }.reduce(UInt64(0)) { $0 | 1 << ($1 & 63) }
            #expect(objects.slots(of: other >> 6) == slots, "seed \(seed)")
        }
    }

    @Test func changesAgreeWithASetOfNumbers() {
        let seed = RandomSource.seed()
        var random = RandomSource(seed: seed)
        let objects = StoredObjects()
        var model: Set<UInt64> = []
        for round in 0..<6 {
            let grows = round % 2 == 0
            for _ in 0..<3000 {
                let isDense = random.isOne(in: 2)
                let object = isDense ? UInt64(random.below(4000)) : UInt64(random.below(3000)) &* 0x12_3456_789A
                if random.isOne(in: 4) ? !grows : grows {
                    #expect(objects.insert(object) == model.insert(object).inserted, "seed \(seed)")
                } else {
                    #expect(objects.remove(object) == (model.remove(object) != nil), "seed \(seed)")
                }
            }
            Self.expectSame(objects, model, &random, seed)
        }
        for object in model.shuffled(using: &random) { #expect(objects.remove(object)) }
        #expect(objects.count == 0 && objects.keySet == KeySet())
    }

    @Test func aMergeIsTheSameAsOneChangeAfterTheOther() {
        let seed = RandomSource.seed()
        var random = RandomSource(seed: seed)
        for _ in 0..<20 {
            func some(_ count: Int) -> Set<UInt64> {
                Set((0..<count).map { _ in UInt64(random.below(3000)) &* (random.isOne(in: 2) ? 1 : 1000) })
            }
            var model = some(random.pick([0, 5, 500, 5000]))
            let objects = StoredObjects(KeySet(sortedKeys: model.sorted()))
            for _ in 0..<4 {
                let (removed, added) = (some(random.pick([0, 3, 3000])), some(random.pick([0, 3, 3000])))
                objects.merge(
                    removing: KeySet(sortedKeys: removed.sorted()), adding: KeySet(sortedKeys: added.sorted()))
                model.subtract(removed)
                model.formUnion(added)
                Self.expectSame(objects, model, &random, seed)
            }
        }
    }

    /// Memory of a live result: at most 24 bytes an object, also where every object has a cluster of its own.
    @Test func memoryStaysSmallHoweverFarTheObjectsAreApart() {
        var random = RandomSource(seed: 1)
        let sparse = StoredObjects()
        for _ in 0..<20_000 { sparse.insert(random.next()) }
        #expect(sparse.byteCount <= sparse.count * 24)
        let dense = StoredObjects()
        for object in 0..<UInt64(50_000) { dense.insert(object) }
        #expect(dense.byteCount <= dense.count)
    }
}

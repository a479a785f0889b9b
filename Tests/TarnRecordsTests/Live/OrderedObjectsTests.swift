import Testing

@testable import TarnRecords

/// The counted tree against a sorted array.
@Suite struct OrderedObjectsTests {
    /// Empty keys, keys that begin alike, many equal ones, and now and then one that fills a leaf by itself.
    private static func entry(_ random: inout RandomSource) -> OrderedEntry {
        let key: [UInt8]
        switch random.below(8) {
        case 0: key = []
        case 1: key = [UInt8](repeating: 7, count: random.below(4))
        case 2: key = [UInt8](repeating: UInt8(random.below(2)), count: random.below(300))
        case 3 where random.isOne(in: 20): key = [UInt8](repeating: UInt8(random.below(3)), count: 5000)
        default: key = (0..<8).map { _ in UInt8(truncatingIfNeeded: random.next() & 7) }
        }
        return OrderedEntry(key: key, object: UInt64(random.below(50)))
    }

    private static func sorted(_ entries: [OrderedEntry]) -> [OrderedEntry] {
        var kept: [OrderedEntry] = []
        for entry in entries.sorted(by: OrderedLeaf.precedes) where kept.last != entry { kept.append(entry) }
        return kept
    }

    static func batch(_ entries: [OrderedEntry]) -> OrderedBatch {
        var batch = OrderedBatch()
        for entry in entries { batch.append(entry.key, entry.object) }
        return batch
    }

    private static func place(_ entry: OrderedEntry, _ model: [OrderedEntry]) -> Int {
        var (low, high) = (0, model.count)
        while low < high {
            let middle = (low + high) / 2
            if OrderedLeaf.precedes(model[middle], entry) { low = middle + 1 } else { high = middle }
        }
        return low
    }

    private static func expectSame(
        _ objects: OrderedObjects, _ model: [OrderedEntry], _ random: inout RandomSource, _ seed: UInt64
    ) {
        #expect(objects.count == model.count, "seed \(seed)")
        #expect(objects.objects == model.map(\.object), "seed \(seed)")
        for _ in 0..<20 where !model.isEmpty {
            let index = random.below(model.count)
            #expect(objects.entry(at: index) == model[index], "seed \(seed)")
            #expect(objects.object(at: index) == model[index].object, "seed \(seed)")
            #expect(objects.index(of: model[index].key, model[index].object) == index, "seed \(seed)")
            let end = index + random.below(model.count - index + 1)
            #expect(objects.objects(in: index..<end) == model[index..<end].map(\.object), "seed \(seed)")
        }
        let others = sorted((0..<random.pick([3, 300])).map { _ in entry(&random) })
        #expect(objects.ranks(of: batch(others)) == others.map { place($0, model) }, "seed \(seed)")
        for _ in 0..<20 {
            let entry = entry(&random)
            let place = place(entry, model)
            let isPresent = place < model.count && model[place] == entry
            #expect(objects.rank(of: entry.key, entry.object) == place, "seed \(seed)")
            #expect(objects.contains(entry.key, entry.object) == isPresent, "seed \(seed)")
            #expect(objects.index(of: entry.key, entry.object) == (isPresent ? place : nil), "seed \(seed)")
        }
    }

    @Test func singleChangesAgreeWithASortedArray() {
        let seed = RandomSource.seed()
        var random = RandomSource(seed: seed)
        let objects = OrderedObjects()
        var model: [OrderedEntry] = []
        for round in 0..<6 {
            // Grows, shrinks to nothing, and grows again, so that leaves split and join in all ways.
            let grows = round % 2 == 0
            for _ in 0..<(grows ? 1500 : 3000) {
                let entry =
                    grows || model.isEmpty || random.isOne(in: 3) ? Self.entry(&random) : random.pick(model)
                let place = Self.place(entry, model)
                let isPresent = place < model.count && model[place] == entry
                if random.below(4) == 0 ? !grows : grows {
                    #expect(objects.insert(entry.key, entry.object) == !isPresent, "seed \(seed)")
                    if !isPresent { model.insert(entry, at: place) }
                } else {
                    #expect(objects.remove(entry.key, entry.object) == isPresent, "seed \(seed)")
                    if isPresent { model.remove(at: place) }
                }
            }
            Self.expectSame(objects, model, &random, seed)
        }
        for entry in model.shuffled(using: &random) { #expect(objects.remove(entry.key, entry.object)) }
        #expect(objects.count == 0 && objects.objects.isEmpty)
    }

    @Test func aMergeIsTheSameAsOneChangeAfterTheOther() {
        let seed = RandomSource.seed()
        var random = RandomSource(seed: seed)
        for _ in 0..<20 {
            let size = random.pick([0, 1, 10, 300, 2000])
            var model = Self.sorted((0..<size).map { _ in Self.entry(&random) })
            let objects = OrderedObjects(sorted: Self.batch(model))
            Self.expectSame(objects, model, &random, seed)
            for _ in 0..<4 {
                let changes = random.pick([0, 1, 20, 200, 2000])
                let added = Self.sorted((0..<changes).map { _ in Self.entry(&random) })
                let known = model.filter { _ in random.below(2000) < changes }
                let removed = Self.sorted(known + (0..<changes / 4).map { _ in Self.entry(&random) })
                objects.merge(removing: Self.batch(removed), adding: Self.batch(added))
                model.removeAll { entry in
                    let place = Self.place(entry, removed)
                    return place < removed.count && removed[place] == entry
                }
                model = Self.sorted(model + added)
                Self.expectSame(objects, model, &random, seed)
                // Single changes afterwards rely on the bounds that the merge has left.
                for _ in 0..<50 {
                    let entry = Self.entry(&random)
                    let place = Self.place(entry, model)
                    if objects.insert(entry.key, entry.object) { model.insert(entry, at: place) }
                }
                Self.expectSame(objects, model, &random, seed)
            }
        }
    }

    @Test func aBatchIsSortedByKeyAndObject() {
        let seed = RandomSource.seed()
        var random = RandomSource(seed: seed)
        for _ in 0..<30 {
            let entries = (0..<random.below(500)).map { _ in Self.entry(&random) }
            var batch = Self.batch(entries)
            batch.sort()
            let expected = entries.sorted(by: OrderedLeaf.precedes)
            #expect((0..<batch.count).map { batch.entry(at: $0) } == expected, "seed \(seed)")
        }
    }

    /// Memory of a live result: at most 24 bytes an object plus sort keys.
    @Test func memoryStaysSmallHoweverTheEntriesCame() {
        var random = RandomSource(seed: 1)
        let keys = (0..<30_000).map { _ in
            withUnsafeBytes(of: random.next().bigEndian) { Array($0) }
        }
        let grown = OrderedObjects()
        for (object, key) in keys.enumerated() { grown.insert(key, UInt64(object)) }
        var batch = OrderedBatch()
        for (object, key) in keys.enumerated() { batch.append(key, UInt64(object)) }
        batch.sort()
        let built = OrderedObjects(sorted: batch)
        for objects in [grown, built] { #expect(objects.byteCount <= keys.count * (24 + 8)) }
        for key in keys.indices where key % 10 != 0 { grown.remove(keys[key], UInt64(key)) }
        #expect(grown.count == keys.count / 10)
        #expect(grown.byteCount <= grown.count * 4 * (24 + 8))
    }
}

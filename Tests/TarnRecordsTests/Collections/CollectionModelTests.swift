import Testing

@testable import TarnRecords

/// Lists, sets and maps against plain Swift values, with random operations.
@Suite struct CollectionModelTests {
    @Test(arguments: ListSample.all)
    func listsDoWhatArraysDo(_ sample: ListSample) throws {  // L3, N3
        let seed = RandomSource.seed()
        var random = RandomSource(seed: seed)
        let file = try CollectionFile()
        var model: [StoredValue] = []
        let place = file.place(sample.column)
        var snapshots = try SnapshotPair(file)
        for _ in 0..<6 {
            try file.records.write { (session) throws in
                for _ in 0..<random.below(60) {
                    let operation = ListOperation.random(count: model.count, sample, &random)
                    operation.apply(to: &model)
                    try operation.apply(session, place)
                    if random.isOne(in: 20) { try session.flush() }
                    if random.isOne(in: 10) {
                        #expect(try session.elements(place, 0..<session.count(place)) == model, "seed \(seed)")
                    }
                }
            }
            try file.expect(place, model, "seed \(seed)")
            try snapshots.expectDifference(place, "seed \(seed)")
        }
    }

    @Test(arguments: ListSample.all)
    func setsDoWhatSetsDo(_ sample: ListSample) throws {  // L3, N3
        let seed = RandomSource.seed()
        var random = RandomSource(seed: seed)
        let file = try CollectionFile()
        var model: Set<StoredValue> = []
        let place = file.place(sample.setColumn)
        var snapshots = try SnapshotPair(file)
        for _ in 0..<6 {
            try file.records.write { (session) throws in
                for _ in 0..<random.below(400) {
                    if random.isOne(in: 150) {
                        model = []
                        try session.removeAll(place)
                    }
                    let value = sample.value(&random)
                    if random.isOne(in: 3), let known = model.randomElement(using: &random) {
                        model.remove(known)
                        let isGone = try session.remove(known, fromSet: place)
                        #expect(isGone, "seed \(seed)")
                    } else {
                        let isNew = try session.insert(value, intoSet: place)
                        #expect(isNew == model.insert(value).inserted, "seed \(seed)")
                    }
                    if random.isOne(in: 60) { try session.flush() }
                }
            }
            try file.records.read { (session) throws in
                let stored = try session.elements(place, 0..<session.count(place))
                #expect(stored.count == model.count && Set(stored) == model, "seed \(seed)")
                for (index, value) in stored.enumerated() {
                    #expect(try session.index(of: value, in: place) == index, "seed \(seed)")
                }
            }
            try file.verify("seed \(seed)")
            try snapshots.expectDifference(place, "seed \(seed)")
        }
    }

    @Test(arguments: ListSample.all)
    func mapsDoWhatDictionariesDo(_ sample: ListSample) throws {  // L3, N3
        let seed = RandomSource.seed()
        var random = RandomSource(seed: seed)
        let file = try CollectionFile()
        var model: [String: StoredValue] = [:]
        let place = file.place(sample.mapColumn)
        var snapshots = try SnapshotPair(file)
        for _ in 0..<6 {
            try file.records.write { (session) throws in
                for _ in 0..<random.below(300) {
                    let key = String(repeating: "k", count: random.below(3) * 40) + "\(random.below(500))"
                    if random.isOne(in: 3) {
                        let isGone = try session.removeValue(forKey: key, in: place)
                        #expect(isGone == (model.removeValue(forKey: key) != nil), "seed \(seed)")
                    } else {
                        let value = sample.value(&random)
                        model[key] = value
                        try session.set(value, forKey: key, in: place)
                    }
                    if random.isOne(in: 60) { try session.flush() }
                }
            }
            try file.records.read { (session) throws in
                let stored = try session.entries(place, 0..<session.count(place))
                #expect(stored.map(\.key) == model.keys.sorted { Array($0.utf8).precedes(Array($1.utf8)) })
                for (key, value) in stored { #expect(model[key] == value, "seed \(seed)") }
                for (key, value) in model { #expect(try session.mapValue(place, key) == value, "seed \(seed)") }
            }
            try file.verify("seed \(seed)")
            try snapshots.expectDifference(place, "seed \(seed)")
        }
    }
}

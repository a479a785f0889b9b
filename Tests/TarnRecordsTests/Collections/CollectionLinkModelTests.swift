import TarnLMDB
import Testing

@testable import TarnRecords

/// Links of collections, and of values of any kind, against a model: who links to whom, and what deleting leaves.
@Suite struct CollectionLinkModelTests {
    @Test func linksAndTheirInverseStayInStep() throws {  // L2, O3
        let seed = RandomSource.seed()
        var random = RandomSource(seed: seed)
        let file = try LinkFile()
        var model = LinkModel()
        for _ in 0..<40 {
            try file.records.write { (session) throws in
                for _ in 0..<random.below(50) {
                    let operation = LinkOperation.random(&random)
                    model.apply(operation)
                    try file.apply(operation, session)
                    if random.isOne(in: 30) { try session.flush() }
                    if random.isOne(in: 15) { try file.expect(model, session, "seed \(seed)") }
                }
            }
            try file.records.read { try file.expect(model, $0, "seed \(seed)") }
            try file.verify("seed \(seed)")
        }
    }

    @Test func eachOccurrenceInAListCounts() throws {  // L2
        let file = try LinkFile()
        let target = MixedLink(table: file.targets.id, object: ObjectKey(3))
        func count(_ session: RecordSession) throws -> Int {
            try session.flush()
            var cursor = try RawCursor(session.transaction, session.trees.inverse)
            let layers = InverseLayers(
                session, target: (target.table, target.object.rawValue),
                source: (file.owners.id, ObjectKey(0).rawValue, 0))
            return try layers.has(1, &cursor) ? layers.count(atLeast: 1, &cursor) : 0
        }
        try file.records.write { (session) throws in
            let place = file.place(0, 0)
            try session.replace(0..<0, with: Array(repeating: .link(target.object), count: 100), in: place)
            #expect(try count(session) == 100)
            try session.replace(40..<41, with: [], in: place)
            #expect(try count(session) == 99)
            try session.replace(0..<98, with: [], in: place)
            #expect(try count(session) == 1)
            #expect(try session.sources(linkingTo: target.object, file.targets).count == 1)
            try session.removeAll(place)
            #expect(try count(session) == 0)
        }
    }

    @Test func manyTargetsLeaveAListInOneGo() throws {  // O3
        let file = try LinkFile(targetCount: 2000)
        let place = file.place(0, 0)
        let all = (0..<6000).map { StoredValue.link(ObjectKey(Int64($0 % 2000))) }
        try file.records.write { try $0.replace(0..<0, with: all, in: place) }
        try file.records.write { (session) throws in
            for number in 0..<1500 { _ = try session.delete(file.targets, ObjectKey(Int64(number))) }
            #expect(session.pending.collections.purges.count == 1)
            #expect(try session.count(place) == 1500)
            #expect(session.pending.collections.purges.isEmpty)
            for number in 1500..<1600 { _ = try session.delete(file.targets, ObjectKey(Int64(number))) }
        }
        try file.records.read { (session) throws in
            let expected = all.filter { if case .link(let key) = $0 { key.number >= 1600 } else { false } }
            #expect(try session.elements(place, 0..<session.count(place)) == expected)
        }
        try file.verify("")
    }

    @Test func aTargetThatIsMadeAnewIsNotInTheListsOfTheOldOne() throws {  // O3
        let file = try LinkFile()
        let place = file.place(0, 0)
        let target = ObjectKey(2)
        try file.records.write { try $0.replace(0..<0, with: [.link(target), .link(target)], in: place) }
        try file.records.write { (session) throws in
            _ = try session.delete(file.targets, target)
            try session.make(file.targets, target, [.integer(2)])
            #expect(try session.sources(linkingTo: target, file.targets).isEmpty)
            try session.replace(0..<0, with: [.link(target)], in: place)
        }
        try file.records.read { (session) throws in #expect(try session.linkKeys(place) == [target.rawValue]) }
        try file.verify("")
    }
}

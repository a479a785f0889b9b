import TarnLMDB
import Testing

@testable import TarnRecords

/// The shape of the trees, what they cost, and what they do with damage.
@Suite struct CollectionTreeTests {
    private static let ints = ListSample.all[0]

    private func filled(_ count: Int) throws -> (CollectionFile, CollectionPlace) {
        let file = try CollectionFile()
        let place = file.place(Self.ints.column)
        try file.records.write { (session) throws in
            try session.replace(0..<0, with: (0..<count).map { .integer(Int64($0)) }, in: place)
        }
        return (file, place)
    }

    @Test func aChangeInTheMiddleOfALongListWritesOnlyTheWayToIt() throws {  // L3
        let (file, place) = try filled(200_000)
        for change in 0..<3 {
            try file.records.write { (session) throws in
                switch change {
                case 0: try session.replace(100_000..<100_000, with: [.integer(-1)], in: place)
                case 1: try session.replace(50_000..<50_001, with: [], in: place)
                default: try session.move(from: 3, to: 150_000, in: place)
                }
            }
            try file.records.read { (session) throws in
                let written = try session.nodes(place).filter { $0.stamp == UInt32(session.version) }
                #expect(written.count <= 8, "\(written.count) nodes")
            }
        }
        let heights = try file.records.read { (session) throws in try session.nodes(place).map(\.height) }
        #expect(heights.allSatisfy { $0 <= 2 })
    }

    @Test func appendingFillsTheLeaves() throws {
        let file = try CollectionFile()
        let place = file.place(Self.ints.column)
        try file.records.write { (session) throws in
            for number in 0..<20_000 { try session.insert(.integer(Int64(number)), at: number, in: place) }
        }
        try file.records.read { (session) throws in
            let leaves = try session.nodes(place).filter { $0.height == 0 }
            #expect(leaves.count <= 20_000 / (CollectionFormat.limit / 8) + 1)
        }
    }

    @Test func removingEverythingByAndByLeavesNoNode() throws {
        let seed = RandomSource.seed()
        var random = RandomSource(seed: seed)
        let (file, place) = try filled(5000)
        for _ in 0..<5 {
            try file.records.write { (session) throws in
                for _ in 0..<1000 {
                    let index = random.below(try session.count(place))
                    try session.replace(index..<index + 1, with: [], in: place)
                }
            }
        }
        try file.records.read { (session) throws in
            let entries = try session.transaction.statistics(of: session.trees.lists).entries
            #expect(entries == 0)
        }
        try file.verify("seed \(seed)")
    }

    @Test func nodesAreWrittenOutWhenTheyTakeMuchMemory() throws {
        let file = try CollectionFile()
        let texts = ListSample.all[2]
        let place = file.place(texts.column)
        let other = file.place(Self.ints.column)
        try file.records.write { (session) throws in
            for number in 0..<600 {
                let text = String(repeating: "\(number % 10)", count: 100_000)
                try session.replace(number..<number, with: [.string(text)], in: place)
                try session.insert(.integer(Int64(number)), at: 0, in: other)
            }
            let entries = try session.transaction.statistics(of: session.trees.lists).entries
            #expect(entries > 100)
            #expect(try session.element(place, at: 333) == .string(String(repeating: "3", count: 100_000)))
        }
        try file.records.read { (session) throws in
            #expect(try session.count(place) == 600)
            #expect(try session.element(other, at: 0) == .integer(599))
        }
        try file.verify("")
    }

    @Test func aColumnThatIsAddedBeginsEmpty() throws {
        let id = PropertySchema(name: "id", kind: .int64, isPrimaryKey: true)
        let file = try RecordFile([ObjectSchema(name: "Owner", properties: [id])])
        try file.write { (session) throws in
            for number in 0..<100 { try session.make(file.table, ObjectKey(Int64(number)), [.integer(Int64(number))]) }
        }
        try file.adopt([
            ObjectSchema(
                name: "Owner", properties: [id, .init(name: "list", kind: .list, element: .init(kind: .string))])
        ])
        let place = CollectionPlace(table: file.table, object: ObjectKey(5), column: 1)
        try file.read { (session) throws in
            #expect(try session.count(place) == 0)
            #expect(try session.elements(place, 0..<0).isEmpty)
        }
        try file.write { try $0.replace(0..<0, with: [.string("a"), .string("b")], in: place) }
        try file.read { (session) throws in
            #expect(try session.elements(place, 0..<2) == [.string("a"), .string("b")])
        }
    }

    @Test func anObjectTakesItsCollectionsAlong() throws {
        let (file, place) = try filled(3000)
        try file.records.write { (session) throws in
            try session.set(.integer(1), forKey: "a", in: file.place(Self.ints.mapColumn))
            _ = try session.delete(file.owners, file.object)
            _ = try session.makeObject(file.owners, file.object)
            #expect(try session.count(place) == 0)
        }
        try file.records.read { (session) throws in
            for tree in [session.trees.lists, session.trees.maps] {
                let entries = try session.transaction.statistics(of: tree).entries
                #expect(entries == 0)
            }
        }
    }

    @Test func aValueThatDoesNotFitIsRefusedAndChangesNothing() throws {
        let (file, place) = try filled(3)
        try file.records.write { (session) throws in
            #expect(throws: RecordError.self) {
                try session.replace(0..<1, with: [.integer(9), .string("x")], in: place)
            }
            #expect(throws: RecordError.self) {
                try session.replace(0..<0, with: [.null], in: file.place(ListSample.all[4].column))
            }
        }
        try file.expect(place, [.integer(0), .integer(1), .integer(2)], "")
    }
}

extension RecordSession {
    /// All nodes of a collection.
    func nodes(_ place: CollectionPlace) throws -> [(stamp: UInt32, height: Int)] {
        let storage = CollectionStorage(place, self)
        var found: [(stamp: UInt32, height: Int)] = []
        var line: [UInt32] = [0]
        while let number = line.popLast(), let node = try storage.stored(number) {
            found.append((node.stamp, node.height))
            if node.height > 0 { line += (0..<node.count).map { node.child($0).number } }
        }
        return found
    }
}

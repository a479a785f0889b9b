import Foundation
import TarnLMDB
import Testing

@testable import TarnRecords

/// What the log tells about several commits, and what comparing the versions tells, against a model.
@Suite struct ChangeMergingTests {
    private static let rounds = ProcessInfo.processInfo.environment["TARN_LONG"] == nil ? 30 : 3000

    @Test func mergedRecordsAndComparedVersionsAreWhatWasDone() throws {  // N4, N8, P8, N25
        let seed = RandomSource.seed()
        for round in 0..<Self.rounds {
            var random = RandomSource(seed: seed &+ UInt64(round))
            let file = try RecordFile([Self.schema(&random)])
            var model = ChangeModel()
            try Self.commit(file, &model, &random)
            for _ in 0..<4 {
                model.begin()
                let before = try file.environment.beginRead()
                let old = try file.session(before.raw)
                for _ in 0...random.below(4) { try Self.commit(file, &model, &random) }
                let after = try file.environment.beginRead()
                let new = try file.session(after.raw)
                let logged = try VersionChanges(from: old, to: new).of(file.table)?.ordered
                #expect(logged == model.logged(file.table), "seed \(seed) round \(round)")
                let compared = try SnapshotDifference(file.table, old, new).changes().ordered
                #expect(compared == model.compared(file.table), "seed \(seed) round \(round)")
                if logged != model.logged(file.table) || compared != model.compared(file.table) { return }
            }
        }
    }

    @Test func aPrunedLogIsReplacedByAComparison() throws {  // N25
        let file = try RecordFile([Self.schema(key: .int64)])
        let table = file.table
        try file.write { try $0.make(table, ObjectKey(5), [.integer(5)]) }
        let before = try file.environment.beginRead()
        let old = try file.session(before.raw)
        for number in 6..<9 as Range<Int64> {
            try file.write(keeping: 1) { try $0.make(table, ObjectKey(number), [.integer(number)]) }
        }
        let after = try file.environment.beginRead()
        let new = try file.session(after.raw)
        #expect(try new.changeRecord(new.version - 1) == nil)
        let found = try VersionChanges(from: old, to: new).of(table)
        #expect(found?.clusters.map(\.inserted) == [0b111 << 6])
        #expect(try VersionChanges(fromVersion: old.version, to: new).of(table) == nil)
        #expect(try VersionChanges(fromVersion: old.version, to: new).modified(table, .reachable) == nil)
        #expect(try VersionChanges(fromVersion: new.version - 1, to: new).of(table)?.count == 1)
        #expect(try VersionChanges(fromVersion: new.version, to: new).of(table)?.count == 0)
    }

    @Test func objectsWithoutAnAddedPropertyAreNotModifiedByIt() throws {  // M7
        let file = try RecordFile([Self.schema(key: .int64)])
        for number in 0..<70 as Range<Int64> {
            try file.write { try $0.make(file.table, ObjectKey(number), [.integer(number)]) }
        }
        let before = try file.environment.beginRead()
        let old = try file.session(before.raw)
        let grown = PropertySchema(name: "more", kind: .string, defaultValue: .string("none"))
        try file.adopt([Self.schema(key: .int64, [grown])])
        try file.write { session in
            try session.change(file.table, ObjectKey(3), 1, .string("some"))
            try session.change(file.table, ObjectKey(4), 1, .string("none"))
        }
        let after = try file.environment.beginRead()
        let new = try file.session(after.raw)
        let logged = try VersionChanges(from: old, to: new).of(file.table)
        #expect(logged?.clusters.flatMap(\.modified) == [.init(column: 1, slots: 0b11 << 3)])
        let compared = try SnapshotDifference(file.table, old, new).changes()
        #expect(compared.clusters.flatMap(\.modified) == [.init(column: 1, slots: 1 << 3)])
    }

    @Test func runsThatNoFileCanHaveAreNotWalked() throws {
        let file = try RecordFile([Self.schema(key: .int64)])
        try file.write { try $0.make(file.table, ObjectKey(1), [.integer(1)]) }
        let before = try file.environment.beginRead()
        let old = try file.session(before.raw)
        try file.write { try $0.make(file.table, ObjectKey(2), [.integer(2)]) }
        let huge = ChangeRecord(types: [
            .init(table: 0, clusters: [.init(number: 0, run: .max >> 6, inserted: .max)])
        ])
        try file.change { session in
            let key = TreeKey(version: session.version)
            try session.put(SealedBytes.seal(huge.encoded()), for: key, in: file.trees.log)
        }
        let after = try file.environment.beginRead()
        let new = try file.session(after.raw)
        #expect(try new.changeRecord(new.version) == huge)
        #expect(try VersionChanges(from: old, to: new).of(file.table)?.count == 1)
        #expect(try VersionChanges(fromVersion: old.version, to: new).of(file.table) == nil)
    }

    /// A type with an integer key, another key or none, and some columns of random kinds.
    private static func schema(_ random: inout RandomSource) -> ObjectSchema {
        let kinds = SampleValues.kinds.filter { $0 != .link }
        let properties = (0..<1 + random.below(5)).map { place in
            PropertySchema(
                name: "p\(place)", kind: random.pick(kinds + [.string, .data]), isOptional: random.isOne(in: 3))
        }
        return schema(key: random.pick([.int64, .int32, .string, .uuid, nil]), properties)
    }

    private static func schema(key: ValueKind?, _ properties: [PropertySchema] = []) -> ObjectSchema {
        let keys = key.map { [PropertySchema(name: "id", kind: $0, isPrimaryKey: true)] } ?? []
        return ObjectSchema(name: "T", properties: keys + properties)
    }

    /// Changes the file and the model by one commit.
    private static func commit(
        _ file: RecordFile, _ model: inout ChangeModel, _ random: inout RandomSource
    ) throws {
        let table = file.table
        try file.write { session in
            for _ in 0..<1 + random.below(40) {
                let existing = model.keys
                switch random.below(5) {
                case 0, 1:
                    let key = table.hasIntegerKey ? ObjectKey(Int64(random.below(300)) - 100) : session.nextKey(table)
                    if model.objects[key] != nil { break }
                    var values = SampleValues.row(table, key, &random)
                    if table.keyKind == .string { values[0] = .string("key \(random.next())") }
                    if table.keyKind == .uuid { values[0] = .bytes((0..<16).map { _ in UInt8(random.below(256)) }) }
                    try session.make(table, key, values)
                    model.insert(key, values)
                case 2:
                    if existing.isEmpty { break }
                    let key = random.pick(existing)
                    _ = try session.delete(table, key)
                    let values = model.objects[key]?.values ?? []
                    model.delete(key)
                    if !table.hasIntegerKey || random.isOne(in: 2) { break }
                    try session.make(table, key, values)
                    model.insert(key, values)
                default:
                    let columns = table.columns.indices.filter { $0 != table.primaryKey }
                    if existing.isEmpty || columns.isEmpty { break }
                    let (key, column) = (random.pick(existing), random.pick(columns))
                    let current = model.objects[key]?.values[column] ?? .null
                    let value = random.isOne(in: 4) ? current : SampleValues.value(table.columns[column], &random)
                    try session.change(table, key, column, value)
                    model.set(key, column, value)
                }
                if random.isOne(in: 50) { try session.flush() }
            }
        }
    }
}

import Testing

@testable import TarnRecords

@Suite struct CodingTests {
    @Test func changeRecordsComeBack() throws {
        let seed = RandomSource.seed()
        var random = RandomSource(seed: seed)
        for _ in 0..<200 {
            let record = Self.record(&random)
            let bytes = record.encoded()
            let decoded = try ChangeRecord(bytes, version: 1)
            #expect(Self.expanded(decoded) == Self.expanded(record), "seed \(seed)")
            // Records of earlier days end where the stamp begins now.
            let unstamped = ChangeRecord(types: record.types).encoded().count
            for length in 0..<bytes.count where length != unstamped {
                #expect(throws: RecordError.self) { try ChangeRecord(Array(bytes.prefix(length)), version: 1) }
            }
            #expect(try ChangeRecord(Array(bytes.prefix(unstamped)), version: 1).stamp == nil)
            for _ in 0..<20 {
                var damaged = bytes
                damaged[random.below(bytes.count)] = UInt8(truncatingIfNeeded: random.next())
                _ = try? ChangeRecord(damaged, version: 1)
            }
        }
    }

    @Test func runsOfWholeClustersTakeOneEntry() {
        let clusters = (0..<1000).map { ChangeRecord.ClusterChanges(number: 7 + UInt64($0), inserted: .max) }
        let record = ChangeRecord(types: [.init(table: 3, clusters: clusters)])
        #expect(record.encoded().count < 24)
    }

    @Test func catalogueComesBackAndEveryTruncationIsRefused() throws {
        let file = try RecordFile([
            SampleValues.schema(indexed: true), SampleValues.schema(name: "Other", indexed: false),
        ])
        let bytes = file.catalogue.encodedSchema()
        let decoded = try Catalogue.decode(schema: bytes, storeID: file.catalogue.storeID)
        #expect(decoded.tables.map(\.columns) == file.catalogue.tables.map(\.columns))
        #expect(decoded.tables.map(\.primaryKey) == file.catalogue.tables.map(\.primaryKey))
        #expect(decoded.encodedSchema() == bytes)
        for length in 0..<bytes.count {
            #expect(throws: RecordError.self) { try Catalogue.decode(schema: Array(bytes.prefix(length)), storeID: []) }
        }
        for place in bytes.indices {
            var damaged = bytes
            damaged[place] ^= 0x41
            _ = try? Catalogue.decode(schema: damaged, storeID: [])
        }
    }

    @Test func aPrimaryKeyOutOfAllBoundsIsRefused() {
        var writer = ByteWriter()
        writer.write(0 as UInt64)
        writer.write(varint: 1)
        writer.write(text: "T")
        writer.write(varint: .max)
        writer.write(varint: 0)
        #expect(throws: RecordError.self) { try Catalogue.decode(schema: writer.bytes, storeID: []) }
    }

    @Test func aDefaultThatDoesNotFitAClusterIsAProblem() {
        let property = PropertySchema(
            name: "text", kind: .string, defaultValue: .string(String(repeating: "x", count: 256)))
        #expect(ObjectSchema.problems(in: [ObjectSchema(name: "T", properties: [property])]).count == 1)
    }

    @Test func stateComesBackAndEveryTruncationIsRefused() throws {
        var state = StateRecord()
        state.version = 1 << 40
        state.oldestRecord = 12
        state.types = [.init(nextNumber: -5, count: 3), .init(nextNumber: .max, count: .max), .init()]
        state.logByteCount = 1 << 50
        state.time = .max
        state.oldestTime = .min
        let bytes = state.encoded()
        #expect(try StateRecord(bytes) == state)
        // States of earlier days end before the counters of the log.
        #expect(try StateRecord(Array(bytes.dropLast(24))).types == state.types)
        for length in 0..<bytes.count where length != bytes.count - 24 {
            #expect(throws: RecordError.self) { try StateRecord(Array(bytes.prefix(length))) }
        }
        #expect(throws: RecordError.self) { try StateRecord(bytes + [0]) }
    }

    @Test func numbersInGroupsOfSevenBitsComeBack() throws {
        for number in [0, 1, 127, 128, 16383, 16384, UInt64.max >> 1, .max] {
            var writer = ByteWriter()
            writer.write(varint: number)
            var reader = ByteReader(writer.bytes)
            #expect(try reader.readVarint() == number)
            #expect(reader.isAtEnd)
        }
        var reader = ByteReader([UInt8](repeating: 255, count: 12))
        #expect(throws: ByteReader.Malformed.self) { try reader.readVarint() }
        var short = ByteReader([5, 1])
        #expect(throws: ByteReader.Malformed.self) { try short.readBytes() }
    }

    private static func record(_ random: inout RandomSource) -> ChangeRecord {
        var record = ChangeRecord()
        for table in 0..<random.below(4) {
            var type = ChangeRecord.TypeChange(table: UInt16(table * 900))
            var number: UInt64 = random.isOne(in: 2) ? 0 : random.next() >> 8
            for _ in 0..<random.below(6) {
                number += UInt64(1 + random.below(2))
                var change = ChangeRecord.ClusterChanges(number: number)
                if random.isOne(in: 2) { change.inserted = random.pick([.max, random.next()]) }
                if random.isOne(in: 3) { change.deleted = random.next() }
                for column in 0..<random.below(3) {
                    change.modified.append(.init(column: column * 200, slots: random.next()))
                }
                if random.isOne(in: 4) { change.deletedKeys = [.init(slot: random.below(64), key: [1, 2, 3])] }
                type.clusters.append(change)
            }
            record.types.append(type)
        }
        if random.isOne(in: 3) { return record }
        let author = random.pick([nil, "", "sync", String(repeating: "\u{e9}", count: 100)])
        record.stamp = CommitStamp(author: author, time: Int64(bitPattern: random.next()))
        return record
    }

    /// Runs written out, one entry a cluster.
    private static func expanded(_ record: ChangeRecord) -> ChangeRecord {
        ChangeRecord(
            types: record.types.map { type in
                .init(
                    table: type.table,
                    clusters: type.clusters.flatMap { change in
                        (0..<change.run).map { step in
                            var one = change
                            one.number += step
                            one.run = 1
                            return one
                        }
                    })
            }, stamp: record.stamp)
    }
}

/// What one commit changed, as stored in the tree `log` under its version.
package struct ChangeRecord: Equatable, Sendable {
    /// The types touched, ascending by number.
    package var types: [TypeChange] = []
    /// Who made the commit and when; nil in records of earlier days.
    package var stamp: CommitStamp?

    package init(types: [TypeChange] = [], stamp: CommitStamp? = nil) {
        self.types = types
        self.stamp = stamp
    }

    /// The changes of one type.
    package struct TypeChange: Equatable, Sendable {
        package var table: UInt16
        package var clusters: [ClusterChanges] = []

        /// How many clusters changed, runs counted in full. A few bytes can claim any number: look before writing runs
        /// out.
        package var clusterCount: UInt64 { clusters.reduce(0) { min($0 + $1.run, 1 << 60) } }
    }

    /// The changes of one cluster, or of a run of neighbours with the same changes; masks over the slots.
    package struct ClusterChanges: Equatable, Sendable {
        package var number: UInt64
        /// How many clusters from `number` on changed in this way.
        package var run: UInt64 = 1
        package var inserted: UInt64 = 0
        package var deleted: UInt64 = 0
        package var modified: [ColumnChange] = []
        package var deletedKeys: [DeletedKey] = []
    }

    /// The slots that got another value in one column.
    package struct ColumnChange: Equatable, Sendable {
        package var column: Int
        package var slots: UInt64
    }

    /// The primary key of a removed object, where it is not the object key.
    package struct DeletedKey: Equatable, Sendable {
        package var slot: Int
        package var key: [UInt8]
    }

    /// The bytes as stored: cluster numbers as differences, runs of wholly inserted or deleted clusters as one entry.
    package func encoded() -> [UInt8] {
        var writer = ByteWriter()
        writer.write(varint: UInt64(types.count))
        for type in types {
            writer.write(type.table)
            let runs = Self.runs(type.clusters)
            writer.write(varint: UInt64(runs.count))
            var previous: UInt64 = 0
            for cluster in runs {
                writer.write(varint: cluster.number &- previous)
                writer.write(varint: cluster.run)
                cluster.encode(into: &writer)
                previous = cluster.number &+ (cluster.run - 1)
            }
        }
        stamp?.encode(into: &writer)
        return writer.bytes
    }

    /// Joins neighbouring clusters that have the same change.
    private static func runs(_ clusters: [ClusterChanges]) -> [ClusterChanges] {
        var runs: [ClusterChanges] = []
        for next in clusters {
            if let last = runs.last, last.deletedKeys.isEmpty, next.deletedKeys.isEmpty,
                next.number == last.number &+ last.run, next.inserted == last.inserted,
                next.deleted == last.deleted, next.modified == last.modified
            {
                runs[runs.count - 1].run += next.run
            } else {
                runs.append(next)
            }
        }
        return runs
    }

    /// Reads back what `encoded` wrote.
    package init(_ bytes: [UInt8], version: UInt64) throws(RecordError) {
        do {
            var reader = ByteReader(bytes)
            for _ in 0..<(try reader.readCount()) { types.append(try TypeChange(from: &reader)) }
            if !reader.isAtEnd { stamp = try CommitStamp(from: &reader) }
            guard reader.isAtEnd else { throw ByteReader.Malformed(position: bytes.count) }
        } catch {
            throw RecordError(.corrupt, tree: "log", key: "\(version)", message: "the change record cannot be decoded")
        }
    }
}

extension ChangeRecord.TypeChange {
    fileprivate init(from reader: inout ByteReader) throws(ByteReader.Malformed) {
        table = try reader.read(UInt16.self)
        var previous: UInt64 = 0
        for _ in 0..<(try reader.readCount()) {
            let number = previous &+ (try reader.readVarint())
            let run = try reader.readVarint()
            guard run > 0, number <= UInt64.max >> 6, run <= UInt64.max >> 6 else {
                throw ByteReader.Malformed(position: 0)
            }
            clusters.append(try ChangeRecord.ClusterChanges(number: number, run: run, from: &reader))
            previous = number &+ (run - 1)
        }
    }
}

extension ChangeRecord.ClusterChanges {
    fileprivate func encode(into writer: inout ByteWriter) {
        let flags: UInt8 =
            (inserted != 0 ? 1 : 0) | (deleted != 0 ? 2 : 0) | (modified.isEmpty ? 0 : 4)
            | (deletedKeys.isEmpty ? 0 : 8)
        writer.write(flags)
        if inserted != 0 { writer.write(inserted) }
        if deleted != 0 { writer.write(deleted) }
        if !modified.isEmpty {
            writer.write(varint: UInt64(modified.count))
            for change in modified {
                writer.write(varint: UInt64(change.column))
                writer.write(change.slots)
            }
        }
        if !deletedKeys.isEmpty {
            writer.write(varint: UInt64(deletedKeys.count))
            for key in deletedKeys {
                writer.write(UInt8(key.slot))
                writer.write(bytes: key.key)
            }
        }
    }

    fileprivate init(number: UInt64, run: UInt64, from reader: inout ByteReader) throws(ByteReader.Malformed) {
        self.number = number
        self.run = run
        let flags = try reader.readByte()
        guard flags < 16 else { throw ByteReader.Malformed(position: 0) }
        if flags & 1 != 0 { inserted = try reader.read(UInt64.self) }
        if flags & 2 != 0 { deleted = try reader.read(UInt64.self) }
        if flags & 4 != 0 {
            for _ in 0..<(try reader.readCount()) {
                let column = Int(truncatingIfNeeded: try reader.readVarint())
                modified.append(.init(column: column, slots: try reader.read(UInt64.self)))
            }
        }
        if flags & 8 != 0 {
            for _ in 0..<(try reader.readCount()) {
                let slot = Int(try reader.readByte())
                deletedKeys.append(.init(slot: slot, key: try reader.readBytes()))
            }
        }
    }
}

/// What changes with every commit: the version, and for each type the next sequence number and the number of objects.
///
/// It lies in the tree `log` under the highest key, on the page where the newest change record is written anyway.
package struct StateRecord: Equatable {
    /// The number of commits that have changed the file.
    package var version: UInt64 = 0
    /// The first version whose change record is still kept; `version + 1` when none is.
    package var oldestRecord: UInt64 = 1
    /// How often the schema has been written; tells a reader that its catalogue is old.
    package var schemaRevision: UInt64 = 0
    /// By type number.
    package var types: [TypeState] = []
    /// The bytes of all change records that are kept.
    package var logByteCount: UInt64 = 0
    /// The time of the newest commit, in milliseconds since 1970; never less than that of one before.
    package var time: Int64 = 0
    /// The time of the oldest change record that is kept.
    package var oldestTime: Int64 = 0
    /// How far the change records go back, in milliseconds.
    package var logAge: UInt64 { oldestTime < time ? UInt64(bitPattern: time &- oldestTime) : 0 }

    /// The counters of one type.
    package struct TypeState: Equatable {
        /// The sequence number that the next object without an integer key gets.
        package var nextNumber: Int64 = 0
        /// How many objects exist.
        package var count: Int = 0
    }

    package init() {}

    /// The bytes as stored.
    package func encoded() -> [UInt8] {
        var writer = ByteWriter()
        writer.write(version)
        writer.write(oldestRecord)
        writer.write(schemaRevision)
        writer.write(varint: UInt64(types.count))
        for type in types {
            writer.write(varint: UInt64(bitPattern: type.nextNumber))
            writer.write(varint: UInt64(type.count))
        }
        writer.write(logByteCount)
        writer.write(time)
        writer.write(oldestTime)
        return writer.bytes
    }

    /// Reads back what `encoded` wrote.
    package init(_ bytes: [UInt8]) throws(RecordError) {
        do {
            var reader = ByteReader(bytes)
            version = try reader.read(UInt64.self)
            oldestRecord = try reader.read(UInt64.self)
            schemaRevision = try reader.read(UInt64.self)
            for _ in 0..<(try reader.readCount()) {
                let number = try reader.readVarint()
                guard let count = Int(exactly: try reader.readVarint()) else { throw ByteReader.Malformed(position: 0) }
                types.append(TypeState(nextNumber: Int64(bitPattern: number), count: count))
            }
            // Files of earlier days have none of these.
            if reader.isAtEnd { return }
            logByteCount = try reader.read(UInt64.self)
            time = try reader.read(Int64.self)
            oldestTime = try reader.read(Int64.self)
            guard reader.isAtEnd else { throw ByteReader.Malformed(position: bytes.count) }
        } catch {
            throw RecordError(.corrupt, tree: "log", key: "state", message: "the state cannot be decoded")
        }
    }
}

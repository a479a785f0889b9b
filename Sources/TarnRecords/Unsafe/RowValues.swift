extension Row {
    /// Eight bytes that order like the value of a number, date or link column.
    func ordered(_ column: Int, _ kind: ValueKind) -> UInt64 {
        switch kind {
        case .int8, .int16, .int32, .int64: KeyCoding.ordered(.integer(integer(column, kind)))
        case .float: KeyCoding.ordered(Double(value(column, as: Float.self)))
        case .double, .date: KeyCoding.ordered(value(column, as: Double.self))
        case .link: value(column, as: UInt64.self)
        case .bool: bool(column) ? 1 : 0
        case .list, .set, .map: value(column, as: UInt64.self)
        case .decimal, .uuid, .objectId, .string, .data, .any: 0
        }
    }

    /// The value of an integer column of any width.
    func integer(_ column: Int, _ kind: ValueKind) -> Int64 {
        switch kind {
        case .int8: Int64(value(column, as: Int8.self))
        case .int16: Int64(value(column, as: Int16.self))
        case .int32: Int64(value(column, as: Int32.self))
        default: value(column, as: Int64.self)
        }
    }

    // Safety: the bytes are copied within the row's cluster.
    /// The value without its Swift type; nil when it is kept outside the cluster or has to be decoded.
    func stored(_ column: Int, _ description: Table.Column) -> StoredValue? {
        if description.isOptional && isNull(column) { return .null }
        return switch description.kind {
        case .bool: .bool(bool(column))
        case .int8, .int16, .int32, .int64: .integer(integer(column, description.kind))
        case .float: .float(value(column, as: Float.self))
        case .double, .date: .double(value(column, as: Double.self))
        case .link: .link(ObjectKey(rawValue: value(column, as: UInt64.self)))
        case .string: string(column).map { .string($0) }
        case .data: bytes(column).map { .bytes($0) }
        case .any: nil
        case .list, .set, .map: .integer(value(column, as: Int64.self))
        case .decimal, .uuid, .objectId:
            unsafe withBytes(column, count: description.kind.width ?? 0) { unsafe .bytes(Array($0)) }
        }
    }
}

extension RecordSession {
    /// One value of an object, whatever its kind.
    package func value(
        _ cluster: Cluster, _ key: ObjectKey, _ column: Int, _ table: Table
    ) throws(RecordError) -> StoredValue {
        guard let row = cluster.row(slot: key.slot) else { return .null }
        if let value = row.stored(column, table.columns[column]) { return value }
        if table.columns[column].kind == .any {
            let bytes = if let inline = row.bytes(column) { inline } else { try longValue(table, key, column) }
            return StoredValue(
                try MixedValue(decoding: bytes, at: "\(table.name) object \(key.number) column \(column)"))
        }
        let bytes = try longValue(table, key, column)
        return table.columns[column].kind == .string ? .string(String(decoding: bytes, as: UTF8.self)) : .bytes(bytes)
    }

    /// One value of an object by its key, or nil when there is no such object.
    package func value(_ table: Table, _ key: ObjectKey, _ column: Int) throws(RecordError) -> StoredValue? {
        guard let cluster = try cluster(table, key.cluster), cluster.presence & key.bit != 0 else { return nil }
        return try value(cluster, key, column, table)
    }
}

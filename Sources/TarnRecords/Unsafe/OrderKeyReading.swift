extension Row {
    // Safety: the bytes are copied within the row's cluster.
    /// Adds a value as bytes that compare like it; false when it is kept outside of the cluster or of
    /// any kind.
    func appendOrdered(_ part: OrderKey.Part, to batch: inout OrderedBatch) -> Bool {
        let column = part.column
        if part.description.isOptional {
            let isNull = isNull(column)
            batch.write(isNull ? 0 : 1)
            if isNull { return true }
        }
        switch part.description.kind {
        case .bool: batch.write(bool(column) ? 1 : 0)
        case .int8, .int16, .int32, .int64, .float, .double, .date, .link, .list, .set, .map:
            batch.write(number: ordered(column, part.description.kind))
        case .decimal, .uuid, .objectId:
            unsafe withBytes(column, count: part.description.kind.width ?? 0) { unsafe batch.write(bytes: $0) }
        case .any: return false
        case .string, .data:
            return unsafe withText(column) { text in
                guard let text = unsafe text else { return false }
                if part.collation == .bytes {
                    unsafe batch.write(text: text, part.isTerminated)
                } else {
                    unsafe batch.write(text: part.collation.key(of: Array(text)), part.isTerminated)
                }
                return true
            }
        }
        return true
    }
}

extension OrderedBatch {
    // Safety: the bytes of a number are copied within the call.
    /// Adds eight bytes to the key that is being made, the highest first.
    mutating func write(number: UInt64) {
        unsafe withUnsafeBytes(of: number.bigEndian) { unsafe heap.append(contentsOf: $0) }
    }
}

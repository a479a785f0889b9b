/// How the elements of a collection lie in the leaves of its tree.
///
/// Elements of a list, and the values of a map, are little-endian numbers, UTF-8 or bytes. Elements of a set are bytes
/// that order like the values, so that sets and maps (by the UTF-8 of their keys) are found by comparing bytes; where
/// such bytes do not tell the value, which is so with values of any kind, they are the key of an entry as in a map. An
/// element that can be nil begins with a byte, 0 for nil and 1 for a value. All elements have one width where the kind
/// has one, and are followed by a table of their ends where not.
struct CollectionForm {
    /// List, set or map.
    let collection: ValueKind
    /// The kind of the elements.
    let element: ValueKind
    /// Whether an element can be nil.
    let isOptional: Bool
    /// The bytes of one element, or 0 where elements have any length.
    let stride: Int

    /// Nil for a column that holds no collection.
    init?(_ column: Table.Column) {
        guard let element = column.element, column.kind.isCollection else { return nil }
        collection = column.kind
        self.element = element.kind
        // A list or set has no links to nothing; a map keeps the key of a target that is gone.
        isOptional =
            element.kind == .link ? column.kind == .map : element.isOptional || element.kind == .any
        let width = element.kind == .bool ? 1 : element.kind.width ?? 0
        if column.kind == .map || element.kind.isVariable {
            stride = 0
        } else {
            let isNumber = element.kind != .bool && !element.kind.isOrderedBytes
            stride = (column.kind == .set && isNumber ? 8 : width) + (isOptional ? 1 : 0)
        }
    }

    /// Whether elements are entries: a key, by which they are found, and a value.
    var hasKeys: Bool { collection == .map || (collection == .set && element == .any) }
    /// The same form with nothing in it.
    var noElements: CollectionElements { CollectionElements(stride: stride) }

    /// The element of a list as a number, of whose bytes as many count as the element has; nil where that cannot be.
    @inline(__always)
    func number(_ value: StoredValue) -> UInt64? {
        if isOptional || collection != .list { return nil }
        switch (value, element) {
        case (.integer(let value), .int64): return UInt64(bitPattern: value)
        case (.link(let key), .link): return key.rawValue
        case (.double(let value), .double), (.double(let value), .date): return value.bitPattern
        default: return nil
        }
    }

    /// Whether elements are found by comparing bytes.
    var isOrdered: Bool { collection != .list }
    /// Whether an element is a link.
    var isLink: Bool { element == .link }
    /// Whether an element can lead to other objects.
    var isRelation: Bool { element == .link || element == .any }

    /// Whether a value can be an element.
    func accepts(_ value: StoredValue) -> Bool {
        if case .null = value { return isOptional }
        return value.fits(element, isOptional: isOptional) && value.byteCount < 1 << 30
    }

    /// The bytes by which an element of a set is found.
    func key(of value: StoredValue) -> [UInt8] {
        var bytes: [UInt8] = []
        if hasKeys { return (value.mixed ?? .null).orderedBytes }
        append(value, to: &bytes)
        return bytes
    }

    /// Appends the bytes of an element of a list or set.
    func appendElement(_ value: StoredValue, to bytes: inout [UInt8]) {
        if hasKeys { MapEntry.append(key: key(of: value), to: &bytes) }
        append(value, to: &bytes)
    }

    /// Appends the bytes of a value that is accepted; traps for others.
    func append(_ value: StoredValue, to bytes: inout [UInt8]) {
        if isOptional {
            if case .null = value {
                bytes.append(contentsOf: repeatElement(0, count: max(1, stride)))
                return
            }
            bytes.append(1)
        }
        if collection == .set { appendOrdered(value, to: &bytes) } else { appendNative(value, to: &bytes) }
    }

    private func appendOrdered(_ value: StoredValue, to bytes: inout [UInt8]) {
        switch value {
        case .bool(let value): bytes.append(value ? 1 : 0)
        case .string(let text): bytes.append(contentsOf: text.utf8)
        case .bytes(let content): bytes.append(contentsOf: content)
        case .any: appendNative(value, to: &bytes)
        default: append(KeyCoding.ordered(value).byteSwapped, 8, to: &bytes)
        }
    }

    private func appendNative(_ value: StoredValue, to bytes: inout [UInt8]) {
        switch value {
        case .bool(let value): bytes.append(value ? 1 : 0)
        case .integer(let value): append(UInt64(bitPattern: value), element.width ?? 8, to: &bytes)
        case .float(let value): append(UInt64(value.bitPattern), 4, to: &bytes)
        case .double(let value): append(value.bitPattern, 8, to: &bytes)
        case .link(let key): append(key.rawValue, 8, to: &bytes)
        case .string(let text): bytes.append(contentsOf: text.utf8)
        case .bytes(let content): bytes.append(contentsOf: content)
        case .any(let value):
            var writer = ByteWriter()
            value.encode(into: &writer)
            bytes.append(contentsOf: writer.bytes)
        case .null: preconditionFailure("nil was written before")
        }
    }

    private func append(_ number: UInt64, _ width: Int, to bytes: inout [UInt8]) {
        for shift in 0..<width { bytes.append(UInt8(truncatingIfNeeded: number &>> UInt64(shift * 8))) }
    }
}

extension MixedValue {
    /// The order of kinds where values of several are sorted: nil, truth values, numbers of all kinds (by their value),
    /// text, data, dates, ObjectIds, UUIDs, objects (by type and key), lists, maps. Part of the file format: sets are
    /// kept in this order.
    private var rank: UInt8 {
        switch self {
        case .null: 0
        case .bool: 1
        case .integer, .float, .double, .decimal: 2
        case .string: 3
        case .data: 4
        case .date: 5
        case .objectId: 6
        case .uuid: 7
        case .object: 8
        case .list: 9
        case .map: 10
        }
    }

    /// Bytes that compare like the values, whatever kinds they are; values that are equal have the same.
    ///
    /// No value's bytes are the beginning of another's. The bytes 0 and 1 inside text and data are written as 1 1 and
    /// 1 2, and a zero ends them.
    package var orderedBytes: [UInt8] {
        var bytes: [UInt8] = []
        appendOrdered(to: &bytes)
        return bytes
    }

    private func appendOrdered(to bytes: inout [UInt8]) {
        bytes.append(rank)
        switch self {
        case .null: break
        case .bool(let value): bytes.append(value ? 1 : 0)
        case .integer, .float, .double, .decimal:
            let number = MixedNumber(self) ?? MixedNumber(double: .nan)
            Self.append(number.floor, to: &bytes)
            bytes.append(number.rest.isEmpty ? 0 : 1)
            bytes += number.rest
        case .string(let text): Self.append(escaping: text.utf8, to: &bytes)
        case .data(let data): Self.append(escaping: data, to: &bytes)
        case .date(let seconds): Self.append(KeyCoding.ordered(seconds), to: &bytes)
        case .objectId(let content), .uuid(let content): bytes += content
        case .object(let link):
            bytes += [UInt8(link.table >> 8), UInt8(truncatingIfNeeded: link.table)]
            Self.append(link.object.rawValue, to: &bytes)
        case .list(let values):
            for value in values {
                bytes.append(1)
                value.appendOrdered(to: &bytes)
            }
            bytes.append(0)
        case .map(let values):
            for (key, value) in Self.inKeyOrder(values) {
                bytes.append(1)
                Self.append(escaping: key.utf8, to: &bytes)
                value.appendOrdered(to: &bytes)
            }
            bytes.append(0)
        }
    }

    private static func append(_ word: UInt64, to bytes: inout [UInt8]) {
        for shift in stride(from: 56, through: 0, by: -8) {
            bytes.append(UInt8(truncatingIfNeeded: word >> UInt64(shift)))
        }
    }

    private static func append(escaping content: some Sequence<UInt8>, to bytes: inout [UInt8]) {
        for byte in content {
            if byte < 2 { bytes += [1, byte + 1] } else { bytes.append(byte) }
        }
        bytes.append(0)
    }
}

extension MixedValue {
    /// Whether a comparison holds (E3): numbers compare exactly whatever kinds they are; values of different kinds are
    /// not equal and have no order. NaN equals nothing; nil, objects, lists and maps are equal or not.
    package func satisfies(_ comparison: Filter.Comparison, _ other: MixedValue) -> Bool {
        switch comparison {
        case .equal: isEqual(to: other)
        case .notEqual: !isEqual(to: other)
        case .less: order(other).map { $0 < 0 } ?? false
        case .lessOrEqual: order(other).map { $0 <= 0 } ?? false
        case .greater: order(other).map { $0 > 0 } ?? false
        case .greaterOrEqual: order(other).map { $0 >= 0 } ?? false
        }
    }

    private func isEqual(to other: MixedValue) -> Bool {
        switch (self, other) {
        case (.null, .null): true
        case (.object(let a), .object(let b)): a == b
        case (.list(let a), .list(let b)): a.count == b.count && zip(a, b).allSatisfy { $0.isEqual(to: $1) }
        case (.map(let a), .map(let b)):
            a.count == b.count && a.allSatisfy { key, value in b[key].map { value.isEqual(to: $0) } ?? false }
        default: order(other) == 0
        }
    }

    /// Negative, zero or positive; nil when the two have no order.
    private func order(_ other: MixedValue) -> Int? {
        switch (self, other) {
        case (.bool(let a), .bool(let b)): return (a ? 1 : 0) - (b ? 1 : 0)
        case (.integer(let a), .integer(let b)): return Self.order(a, b)
        case (.double(let a), .double(let b)), (.date(let a), .date(let b)):
            return a.isNaN || b.isNaN ? nil : Self.order(a, b)
        case (.string(let a), .string(let b)): return Self.order(Array(a.utf8), Array(b.utf8))
        case (.data(let a), .data(let b)), (.decimal(let a), .decimal(let b)), (.uuid(let a), .uuid(let b)),
            (.objectId(let a), .objectId(let b)):
            return Self.order(a, b)
        default:
            guard let a = MixedNumber(self), let b = MixedNumber(other), !a.isNaN, !b.isNaN else { return nil }
            return Self.order(a, b)
        }
    }

    private static func order<Value: Comparable>(_ a: Value, _ b: Value) -> Int { a < b ? -1 : b < a ? 1 : 0 }

    private static func order(_ a: [UInt8], _ b: [UInt8]) -> Int {
        if a.lexicographicallyPrecedes(b) { return -1 }
        return b.lexicographicallyPrecedes(a) ? 1 : 0
    }
}

/// That no two objects of a type have the same value in a column, or the same values in several. Objects with a nil
/// among them are unlike all others.
package struct UniqueRule: Sendable, Equatable {
    /// What the entries in the tree `keys` have in the place of a column's number.
    package let number: Int
    /// The columns, in the order in which their values are coded.
    package let columns: [Int]

    /// Columns have smaller numbers.
    static let firstCompositeNumber = 0xF000

    /// The rules of a table.
    static func rules(_ columns: [Table.Column], _ keys: [[Int]], primaryKey: Int?) -> [UniqueRule] {
        let single = columns.indices.filter { columns[$0].isUnique && $0 != primaryKey }
        return single.map { UniqueRule(number: $0, columns: [$0]) }
            + keys.enumerated().filter { !$0.element.isEmpty }.map { place, columns in
                UniqueRule(number: firstCompositeNumber + place, columns: columns)
            }
    }

    /// The bytes that stand for the values: the same for the same values and only for those; nil when one is nil.
    ///
    /// What does not fit into a key of LMDB's is a beginning and a hash of 128 bits.
    func key(_ values: [StoredValue], _ table: Table) -> [UInt8]? {
        var bytes: [UInt8] = [1]
        for (column, value) in zip(columns, values) {
            if value == .null { return nil }
            let part = Self.content(value)
            // The length keeps ("ab", "c") apart from ("a", "bc").
            if table.columns[column].kind.isVariable { bytes += Self.bigEndian(UInt64(part.count)).suffix(4) }
            bytes += part
        }
        if bytes.count <= KeyCoding.maximumByteCount { return bytes }
        let hash = Self.bigEndian(Self.hash(bytes, seed: 1)) + Self.bigEndian(Self.hash(bytes, seed: 2))
        return [2] + bytes[1..<KeyCoding.maximumByteCount - hash.count] + hash
    }

    private static func content(_ value: StoredValue) -> [UInt8] {
        switch value {
        case .string(let text): Array(text.utf8)
        case .bytes(let bytes): bytes
        default: bigEndian(KeyCoding.ordered(value))
        }
    }

    private static func bigEndian(_ number: UInt64) -> [UInt8] { Array(KeyCoding.fixed(number).dropFirst()) }

    /// The values in words, for whoever has to find the two objects.
    func describe(_ values: [StoredValue]) -> String {
        let literals = values.map { value in
            let literal = value.literal
            return literal.count > 80 ? String(literal.prefix(77)) + "..." : literal
        }
        return literals.count == 1 ? literals[0] : "(\(literals.joined(separator: ", ")))"
    }

    /// The type and the columns in words.
    func name(in table: Table) -> String {
        let names = columns.map { table.columns[$0].name }
        return "\(table.name)." + (names.count == 1 ? names[0] : "(\(names.joined(separator: ", ")))")
    }
}

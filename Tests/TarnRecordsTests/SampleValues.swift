@testable import TarnRecords

/// A type with a column of every kind, and random values that meet often enough to be equal.
enum SampleValues {
    /// The kinds whose values lie in the clusters and have one type.
    static let kinds = ValueKind.allCases.filter { $0 < .any }

    /// Every kind that holds a value of its own, plain and optional, and a link to the type itself.
    static func schema(name: String = "Sample", indexed: Bool) -> ObjectSchema {
        var properties = [PropertySchema(name: "id", kind: .int64, isPrimaryKey: true)]
        for kind in kinds where kind != .link {
            for isOptional in [false, true] {
                properties.append(
                    PropertySchema(
                        name: kind.name + (isOptional ? "?" : ""), kind: kind, isOptional: isOptional,
                        isIndexed: indexed && kind.canBeIndexed))
            }
        }
        properties.append(PropertySchema(name: "link", kind: .link, linkTarget: name))
        return ObjectSchema(name: name, properties: properties)
    }

    static func row(_ table: Table, _ key: ObjectKey, _ random: inout RandomSource) -> [StoredValue] {
        table.columns.indices.map { column in
            column == table.primaryKey ? .integer(key.number) : value(table.columns[column], &random)
        }
    }

    static func value(_ column: Table.Column, _ random: inout RandomSource) -> StoredValue {
        column.isOptional && random.isOne(in: 5) ? .null : value(column.kind, &random)
    }

    static func value(_ kind: ValueKind, _ random: inout RandomSource) -> StoredValue {
        switch kind {
        case .bool: return .bool(random.isOne(in: 2))
        case .int8, .int16, .int32, .int64:
            let range = kind.integerRange
            return .integer(random.pick([range.lowerBound, -3, -1, 0, 1, 2, 5, 60, 61, 100, range.upperBound]))
        case .float:
            return .float(
                random.pick([.nan, -.infinity, -1.5, -0.0, 0, 0.1, 1.5, 3e38, .infinity, .leastNonzeroMagnitude]))
        case .double, .date:
            return .double(
                random.pick([.nan, -.infinity, -1.5, -0.0, 0, 0.1, 1.5, 0x1p53, 0x1p63, 1e300, .infinity]))
        case .decimal: return .bytes(decimal(&random))
        case .uuid, .objectId:
            var bytes = [UInt8](repeating: 0, count: kind.width ?? 0)
            bytes[random.below(2) * (bytes.count - 1)] = UInt8(random.below(3)) * 127
            return .bytes(bytes)
        case .string: return .string(text(&random))
        case .data: return .bytes(data(&random))
        case .link: return .link(ObjectKey(Int64(random.below(40)) - 5))
        case .any, .list, .set, .map: preconditionFailure("kinds of their own tests")
        }
    }

    static func decimal(_ random: inout RandomSource) -> [UInt8] {
        DecimalBytes.encode(
            isNegative: random.isOne(in: 2), digits: [UInt8(random.below(10)), UInt8(random.below(2))],
            exponent: random.below(5) - 2) ?? DecimalBytes.zero
    }

    /// Empty, short, with zero bytes, with signs outside of ASCII, at and over the limits of a cluster and of a key.
    static func text(_ random: inout RandomSource) -> String {
        let long = String(repeating: "long", count: 64)
        let longest = String(repeating: "k", count: KeyCoding.maximumByteCount - 1)
        return random.pick([
            "", "a", "a\0", "a\0b", "b", "abcdefg", "abcdefgh", "abcdefghi", "ABC", "abc", "\u{e9}", "e\u{301}",
            "\u{1F44D}\u{1F3FD}", "stra\u{df}e", "STRASSE", "\u{212A}elvin", "\u{10FFFF}", String(long.dropLast()),
            long, long + "x",
            String(longest.dropLast()), longest, longest + "a", longest + "b",
        ])
    }

    static func data(_ random: inout RandomSource) -> [UInt8] {
        random.pick([
            [], [0], [0, 0], [255], [255, 0, 254], Array("abc".utf8), [UInt8](repeating: 9, count: 255),
            [UInt8](repeating: 9, count: 256), [UInt8](repeating: 200, count: 5000),
        ])
    }
}

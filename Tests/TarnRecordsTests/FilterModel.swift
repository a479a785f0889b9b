import Foundation

@testable import TarnRecords

/// What filters and orders mean, written down a second time in the plainest way.
enum FilterModel {
    static func holds(_ filter: Filter, _ row: [StoredValue]) -> Bool {
        switch filter {
        case .constant(let value): value
        case .compare(let column, let comparison, let value): compare(row[column], comparison, value)
        case .columns(let one, let comparison, let other): compare(row[one], comparison, row[other])
        case .isIn(let column, let values): values.contains { compare(row[column], .equal, $0) }
        case .text(let column, let operation, let text, let options): search(row[column], operation, text, options)
        case .kind(let column, let kinds): kinds.contains(row[column].mixed?.kind ?? .null)
        case .and(let parts): parts.allSatisfy { holds($0, row) }
        case .or(let parts): parts.contains { holds($0, row) }
        case .not(let part): !holds(part, row)
        case .fullText: preconditionFailure("searches have a model of their own")
        case .objects, .related, .relatedCount, .aggregate, .expression, .search:
            preconditionFailure("one row does not tell what it is related to")
        }
    }

    static func compare(_ a: StoredValue, _ comparison: Filter.Comparison, _ b: StoredValue) -> Bool {
        if a.isNull || b.isNull {
            let areBoth = a.isNull && b.isNull
            return comparison == .equal ? areBoth : comparison == .notEqual ? !areBoth : false
        }
        let order = order(a, b)
        if case .link = a, comparison != .equal, comparison != .notEqual { return false }
        return switch comparison {
        case .equal: order == 0
        case .notEqual: order != 0
        case .less: order.map { $0 < 0 } ?? false
        case .lessOrEqual: order.map { $0 <= 0 } ?? false
        case .greater: order.map { $0 > 0 } ?? false
        case .greaterOrEqual: order.map { $0 >= 0 } ?? false
        }
    }

    /// Negative, zero or positive; nil when the two have no order, as NaN and values of different sorts have none.
    static func order(_ a: StoredValue, _ b: StoredValue) -> Int? {
        switch (a, b) {
        case (.bool(let a), .bool(let b)): (a ? 1 : 0) - (b ? 1 : 0)
        case (.string(let a), .string(let b)): order(Array(a.utf8), Array(b.utf8))
        case (.bytes(let a), .bytes(let b)): order(a, b)
        case (.link(let a), .link(let b)): a == b ? 0 : nil
        case (.integer(let a), .integer(let b)): a < b ? -1 : a > b ? 1 : 0
        case (.integer(let a), _): number(b).flatMap { order(a, $0) }
        case (_, .integer(let b)): number(a).flatMap { order(b, $0) }.map { -$0 }
        default:
            if let a = number(a), let b = number(b), !a.isNaN, !b.isNaN { a < b ? -1 : a > b ? 1 : 0 } else { nil }
        }
    }

    private static func order(_ a: Int64, _ b: Double) -> Int? {
        if b.isNaN { return nil }
        if b >= 0x1p63 { return -1 }
        if b < -0x1p63 { return 1 }
        let whole = Int64(b.rounded(.down))
        if a != whole { return a < whole ? -1 : 1 }
        return Double(whole) < b ? -1 : 0
    }

    private static func order(_ a: [UInt8], _ b: [UInt8]) -> Int {
        a == b ? 0 : a.lexicographicallyPrecedes(b) ? -1 : 1
    }

    private static func number(_ value: StoredValue) -> Double? {
        switch value {
        case .float(let value): Double(value)
        case .double(let value): value
        default: nil
        }
    }

    /// The total order by which results are sorted: nil, NaN, values.
    static func sortOrder(_ a: StoredValue, _ b: StoredValue) -> Int {
        if a.isNull || b.isNull { return (a.isNull ? 0 : 1) - (b.isNull ? 0 : 1) }
        if case .link(let a) = a, case .link(let b) = b { return a < b ? -1 : a > b ? 1 : 0 }
        if let order = order(a, b) { return order }
        return ((number(a) ?? 0).isNaN ? 0 : 1) - ((number(b) ?? 0).isNaN ? 0 : 1)
    }

    static func search(
        _ value: StoredValue, _ operation: Filter.TextOperation, _ text: String, _ options: Filter.TextOptions
    ) -> Bool {
        var bytes: [UInt8]
        switch value {
        case .string(let string): bytes = Array(string.utf8)
        case .bytes(let data): bytes = data
        default: return false
        }
        var needle = Array(text.utf8)
        if options.contains(.caseInsensitive) {
            bytes = folded(bytes)
            needle = folded(needle)
        }
        if options.contains(.diacriticInsensitive) {
            bytes = unmarked(bytes)
            needle = unmarked(needle)
        }
        switch operation {
        case .equal: return bytes == needle
        case .beginsWith: return bytes.starts(with: needle)
        case .endsWith: return bytes.reversed().starts(with: needle.reversed())
        case .contains: return bytes.indices.contains { bytes[$0...].starts(with: needle) } || needle.isEmpty
        case .like:
            return like(
                Array(String(decoding: bytes, as: UTF8.self))[...], Array(String(decoding: needle, as: UTF8.self))[...])
        }
    }

    private static func unmarked(_ bytes: [UInt8]) -> [UInt8] {
        let text = String(decoding: bytes, as: UTF8.self).decomposedStringWithCanonicalMapping
        return Array(String(text.unicodeScalars.filter { $0.properties.generalCategory != .nonspacingMark }).utf8)
    }

    private static func folded(_ bytes: [UInt8]) -> [UInt8] {
        Array(String(decoding: bytes, as: UTF8.self).uppercased().lowercased().utf8)
    }

    private static func like(_ value: ArraySlice<Character>, _ pattern: ArraySlice<Character>) -> Bool {
        guard let first = pattern.first else { return value.isEmpty }
        if first == "*" {
            return like(value, pattern.dropFirst()) || !value.isEmpty && like(value.dropFirst(), pattern)
        }
        guard let next = value.first, first == "?" || first == next else { return false }
        return like(value.dropFirst(), pattern.dropFirst())
    }
}

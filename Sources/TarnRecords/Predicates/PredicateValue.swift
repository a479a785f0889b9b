/// A value in a predicate: written out, or an argument. What it is compared with says in which form it is stored.
package indirect enum PredicateValue: Sendable, Equatable {
    case null
    case bool(Bool)
    case integer(Int64)
    /// A number and, when it was written out, its digits: a decimal takes those, not the binary number next to them.
    case real(Double, digits: String? = nil)
    case string(String)
    case data([UInt8])
    /// Seconds since 2001-01-01 00:00 UTC.
    case date(Double)
    case decimal([UInt8])
    case uuid([UInt8])
    case objectId([UInt8])
    /// An object by its key; the type is not known when it was written as a number.
    case object(ObjectKey, table: UInt16?)
    /// An object by its type and primary key.
    case keyed(table: String, PredicateValue)
    /// A value that says itself of which kind it is.
    case mixed(MixedValue)
    case list([PredicateValue])

    /// The form in which a column of a kind holds the value; nil when it does not fit.
    func stored(for kind: ValueKind) -> StoredValue? {
        switch (self, kind) {
        case (.null, _): .null
        case (.bool(let value), .bool): .bool(value)
        case (.integer(let value), .float): .float(Float(value))
        case (.integer(let value), .double): .double(Double(value))
        case (.integer(let value), .decimal): PredicateText.decimal("\(value)").map { .bytes($0) }
        case (.integer(let value), _) where kind.isInteger: .integer(value)
        case (.real(let value, let digits), .decimal): PredicateText.decimal(digits ?? "\(value)").map { .bytes($0) }
        case (.real(let value, _), .float): .float(Float(value))
        case (.real(let value, _), _) where kind.isInteger || kind == .double: .double(value)
        case (.decimal(let bytes), .decimal), (.uuid(let bytes), .uuid), (.objectId(let bytes), .objectId),
            (.data(let bytes), .data):
            .bytes(bytes)
        case (.decimal(let bytes), _) where kind.isInteger || kind == .double || kind == .float:
            PredicateText.double(bytes).map { .double($0) }
        case (.date(let seconds), .date): .double(seconds)
        case (.object(let key, _), .link): .link(key)
        case (.string(let text), _): Self.stored(text, for: kind)
        case (_, .any): mixed.map { StoredValue($0) }
        case (.mixed(let value), _): PredicateValue(value)?.stored(for: kind)
        default: nil
        }
    }

    private static func stored(_ text: String, for kind: ValueKind) -> StoredValue? {
        switch kind {
        case .string: .string(text)
        case .any: .any(.string(text))
        case .date: PredicateText.isoDate(text).map { .double($0) }
        case .decimal: PredicateText.decimal(text).map { .bytes($0) }
        case .uuid: PredicateText.uuid(text).map { .bytes($0) }
        case .objectId: PredicateText.hexadecimal(text).flatMap { $0.count == 12 ? .bytes($0) : nil }
        case .data: PredicateText.hexadecimal(text).map { .bytes($0) }
        default: nil
        }
    }

    /// The stored form of a value that meets no column; nil when there is none.
    var generic: StoredValue? {
        switch self {
        case .null: .null
        case .bool(let value): .bool(value)
        case .integer(let value): .integer(value)
        case .real(let value, _), .date(let value): .double(value)
        case .string(let text): .string(text)
        case .data(let bytes), .decimal(let bytes), .uuid(let bytes), .objectId(let bytes): .bytes(bytes)
        case .object(let key, _): .link(key)
        case .mixed(let value): .any(value)
        case .keyed, .list: nil
        }
    }

    /// The value as one that says itself of which kind it is.
    private var mixed: MixedValue? {
        switch self {
        case .null: .null
        case .bool(let value): .bool(value)
        case .integer(let value): .integer(value)
        case .real(let value, _): .double(value)
        case .string(let text): .string(text)
        case .data(let bytes): .data(bytes)
        case .date(let seconds): .date(seconds)
        case .decimal(let bytes): .decimal(bytes)
        case .uuid(let bytes): .uuid(bytes)
        case .objectId(let bytes): .objectId(bytes)
        case .object(let key, let table): table.map { .object(MixedLink(table: $0, object: key)) }
        case .mixed(let value): value
        case .keyed, .list: nil
        }
    }

    /// A value that said itself of which kind it is; nil for collections.
    private init?(_ value: MixedValue) {
        switch value {
        case .null: self = .null
        case .bool(let value): self = .bool(value)
        case .integer(let value): self = .integer(value)
        case .float(let value): self = .real(Double(value))
        case .double(let value): self = .real(value)
        case .string(let text): self = .string(text)
        case .data(let bytes): self = .data(bytes)
        case .date(let seconds): self = .date(seconds)
        case .decimal(let bytes): self = .decimal(bytes)
        case .uuid(let bytes): self = .uuid(bytes)
        case .objectId(let bytes): self = .objectId(bytes)
        case .object(let link): self = .object(link.object, table: link.table)
        case .list, .map: return nil
        }
    }
}

extension PredicateValue: CustomStringConvertible {
    /// The value as it would be written in a predicate, for error messages.
    package var description: String {
        switch self {
        case .null: "'nil'"
        case .bool(let value): "'\(value)'"
        case .integer(let value): "'\(value)'"
        case .real(let value, let digits): "'\(digits ?? "\(value)")'"
        case .string(let text): "\"\(text.count > 40 ? String(text.prefix(40)) + "..." : text)\""
        case .data(let bytes): "data of \(bytes.count) bytes"
        case .date: "a date"
        case .decimal: "a decimal"
        case .uuid: "a UUID"
        case .objectId: "an ObjectId"
        case .object(let key, _): "'#\(key.number)'"
        case .keyed(let table, let key): "obj('\(table)', \(key))"
        case .mixed(let value): value.literal
        case .list(let values): "a list of \(values.count) values"
        }
    }
}

extension ValueKind {
    /// What a value for the kind looks like in a predicate, for error messages.
    var wantedInPredicates: String {
        switch self {
        case .bool: "true or false"
        case .int8, .int16, .int32, .int64, .float, .double: "a number"
        case .decimal: "a number, in quotes if it is long"
        case .date: "a date in quotes such as '2001-12-31' or '2001-12-31T23:59:59Z'"
        case .uuid: "a UUID in quotes"
        case .objectId: "24 hexadecimal digits in quotes"
        case .string: "a text in quotes"
        case .data: "hexadecimal digits in quotes"
        case .link: "the number of an object such as #5, obj('Type', key), or nil"
        case .any: "a value"
        case .list, .set, .map: "an aggregate such as .@count"
        }
    }
}

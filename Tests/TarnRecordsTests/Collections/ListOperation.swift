@testable import TarnRecords

/// What elements are made of.
struct ListSample: CustomStringConvertible, Sendable {
    let kind: ValueKind
    var isOptional = false
    let number: Int

    var description: String { "\(isOptional ? "optional" : "")\(kind.name)" }
    var column: Int { number * 3 }
    var setColumn: Int { number * 3 + 1 }
    var mapColumn: Int { number * 3 + 2 }

    static let all: [ListSample] = {
        let kinds: [(ValueKind, Bool)] = [
            (.int64, false), (.int8, true), (.string, false), (.string, true), (.link, false), (.double, false),
            (.bool, true), (.uuid, false), (.data, false), (.float, true),
        ]
        return kinds.enumerated().map { ListSample(kind: $1.0, isOptional: $1.1, number: $0) }
    }()

    func value(_ random: inout RandomSource) -> StoredValue {
        if isOptional && random.isOne(in: 5) { return .null }
        switch kind {
        case .int64: return .integer(Int64(random.below(2000)) - 1000)
        case .int8: return .integer(Int64(random.below(256)) - 128)
        case .bool: return .bool(random.isOne(in: 2))
        case .double: return .double(Double(random.below(1000)) - 500)
        case .float: return .float(Float(random.below(1000)) - 500)
        case .link: return .link(ObjectKey(Int64(random.below(CollectionFile.targetCount))))
        case .uuid: return .bytes((0..<16).map { _ in UInt8(random.below(256)) })
        default:
            let length = random.isOne(in: 80) ? random.below(9000) : random.below(60)
            let bytes = (0..<length).map { _ in UInt8(97 + random.below(26)) }
            return kind == .string ? .string(String(decoding: bytes, as: UTF8.self)) : .bytes(bytes)
        }
    }
}

/// What can be done to a list.
enum ListOperation {
    case replace(Range<Int>, [StoredValue])
    case move(Int, Int)
    case removeAll

    static func random(count: Int, _ sample: ListSample, _ random: inout RandomSource) -> ListOperation {
        if random.isOne(in: 100) { return .removeAll }
        if count > 0 && random.isOne(in: 5) { return .move(random.below(count), random.below(count)) }
        let start = random.isOne(in: 3) ? count : random.below(count + 1)
        let length = random.isOne(in: 3) ? min(count - start, random.below(random.isOne(in: 10) ? 2000 : 5)) : 0
        let added = random.isOne(in: 12) ? random.below(1200) : random.below(4)
        return .replace(start..<start + length, (0..<added).map { _ in sample.value(&random) })
    }

    func apply(to model: inout [StoredValue]) {
        switch self {
        case .replace(let range, let values): model.replaceSubrange(range, with: values)
        case .move(let from, let to): model.insert(model.remove(at: from), at: to)
        case .removeAll: model = []
        }
    }

    func apply(_ session: RecordSession, _ place: CollectionPlace) throws {
        switch self {
        case .replace(let range, let values): try session.replace(range, with: values, in: place)
        case .move(let from, let to): try session.move(from: from, to: to, in: place)
        case .removeAll: try session.removeAll(place)
        }
    }
}

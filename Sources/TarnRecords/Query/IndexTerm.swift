/// The part of a filter that the index of one column can answer.
struct IndexTerm {
    let column: Int
    /// In order and apart from each other.
    var ranges: [IndexRange]
    /// Whether the entries in the ranges are exactly the objects that pass; otherwise they have to be tested.
    var isExact: Bool

    private init(_ column: Int, _ ranges: [IndexRange], isExact: Bool = true) {
        self.column = column
        self.ranges = IndexRange.union(ranges)
        self.isExact = isExact
    }

    /// What the index of a column answers of one test; nil when there is no index or the test is of another kind.
    init?(_ node: MaskProgram.Node, _ table: Table) {
        switch node {
        case .integer(let column, _, let operation, let value):
            self.init(column, [.comparing(operation, KeyCoding.fixed(KeyCoding.ordered(.integer(value))))])
        case .double(let column, let operation, let value): self.init(column, Self.numbers(operation, value))
        case .float(let column, let operation, let value): self.init(column, Self.numbers(operation, Double(value)))
        case .bool(let column, let value): self.init(column, [.only([1, value ? 1 : 0])])
        case .fixedBytes(let column, _, let operation, let bytes):
            self.init(column, [.comparing(operation, [1] + bytes)])
        case .textOrder(let column, let operation, let bytes): self.init(text: column, operation, bytes)
        case .text(let column, let test) where test.isPlain && test.operation == .equal:
            self.init(text: column, 0, test.needle)
        case .text(let column, let test) where test.isPlain && test.operation == .beginsWith:
            let key = Array(([1] + test.needle).prefix(KeyCoding.maximumByteCount))
            self.init(column, [.prefix(key)], isExact: key.count == test.needle.count + 1)
        case .isNull(let column): self.init(column, [.only([0])])
        case .isSet(let column): self.init(column, [.values])
        case .integerSet(let column, _, let values):
            self.init(column, values.map { .only(KeyCoding.fixed(KeyCoding.ordered(.integer($0)))) })
        case .bytesSet(let column, let values):
            let keys = values.map { Array(([1] + $0).prefix(KeyCoding.maximumByteCount)) }
            let isExact = keys.allSatisfy { $0.count < KeyCoding.maximumByteCount }
            self.init(column, keys.map { .only($0) }, isExact: isExact)
        case .or(let parts): self.init(anyOf: parts, table)
        default: return nil
        }
        if !table.columns[column].isIndexed { return nil }
    }

    /// Numbers compare with numbers only: NaN has a key, the smallest, that no comparison reaches.
    private static func numbers(_ operation: Int32, _ value: Double) -> [IndexRange] {
        if value.isNaN { return [] }
        return [.comparing(operation, KeyCoding.fixed(KeyCoding.ordered(value)), first: KeyCoding.fixed(1))]
    }

    /// Long text is cut in the index. Below the limit a key decides; at the limit the values have to be looked at.
    private init(text column: Int, _ operation: Int32, _ bytes: [UInt8]) {
        let key = [1] + bytes
        if key.count < KeyCoding.maximumByteCount {
            self.init(column, [.comparing(operation, key)])
            return
        }
        let cut = Array(key.prefix(KeyCoding.maximumByteCount))
        let inclusive: Int32 = operation == 1 ? 2 : operation == 3 ? 4 : operation
        self.init(column, [.comparing(inclusive, cut)], isExact: false)
    }

    private init?(anyOf parts: [MaskProgram.Node], _ table: Table) {
        let terms = parts.compactMap { IndexTerm($0, table) }
        guard let first = terms.first, terms.count == parts.count, terms.allSatisfy({ $0.column == first.column })
        else {
            return nil
        }
        self.init(first.column, terms.flatMap(\.ranges), isExact: terms.allSatisfy(\.isExact))
    }

    /// What the indexes of a table answer of a whole filter: one term a column, and whether the term is all of it.
    static func terms(_ root: MaskProgram.Node, _ table: Table) -> [(term: IndexTerm, isWhole: Bool)] {
        let parts = root.conjuncts
        var found: [Int: (term: IndexTerm, parts: Int)] = [:]
        for part in parts {
            guard let term = IndexTerm(part, table) else { continue }
            guard var (old, count) = found[term.column] else {
                found[term.column] = (term, 1)
                continue
            }
            old.ranges = IndexRange.intersection(old.ranges, term.ranges)
            old.isExact = old.isExact && term.isExact
            count += 1
            found[term.column] = (old, count)
        }
        return found.values.sorted { $0.term.column < $1.term.column }
            .map { ($0.term, $0.term.isExact && $0.parts == parts.count) }
    }
}

extension MaskProgram.Node {
    /// The tests that must all hold.
    var conjuncts: [MaskProgram.Node] {
        switch self {
        case .and(let parts): parts.flatMap(\.conjuncts)
        case .constant(true): []
        default: [self]
        }
    }
}

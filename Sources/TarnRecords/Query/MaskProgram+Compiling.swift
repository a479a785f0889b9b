extension MaskProgram {
    /// Converts a filter for one table. Constants that no value of the column can equal become `constant(false)`.
    static func compile(_ filter: Filter, _ table: Table, _ catalogue: Catalogue) -> Node {
        switch filter {
        case .constant(let value): return .constant(value)
        case .and(let parts): return .and(parts.map { compile($0, table, catalogue) })
        case .or(let parts): return .or(parts.map { compile($0, table, catalogue) })
        case .not(let part): return .not(compile(part, table, catalogue))
        case .columns(let one, let comparison, let other): return .columns(one, comparison, other)
        case .kind(let column, _): return table.columns[column].kind == .any ? compile(mixed: filter) : .constant(false)
        case .text(let column, _, _, _) where table.columns[column].kind == .any: return compile(mixed: filter)
        case .isIn(let column, _) where table.columns[column].kind == .any: return compile(mixed: filter)
        case .fullText(let column, let search):
            guard table.columns[column].kind == .string else { return .constant(false) }
            return .fullText(column: column, SearchTest(search))
        case .objects(let keys): return .objects(KeySet(sortedKeys: keys.map(\.rawValue).sorted()))
        case .related(let relation, let quantifier, let part):
            return compile(relation, quantifier, part, table, catalogue)
        case .relatedCount(let relation, let part, let comparison, let count):
            return compile(relation, part, comparison, count, table, catalogue)
        case .aggregate: return .general(filter)
        case .expression, .search:
            return filter.plainer(table, catalogue).map { compile($0, table, catalogue) } ?? .general(filter)
        case .text(let column, let operation, let text, let options):
            guard table.columns[column].kind.isVariable else { return .constant(false) }
            return .text(column: column, TextTest(operation, text, options))
        case .isIn(let column, let values): return set(column, values, table, catalogue)
        case .compare(let column, .notEqual, let value):
            return .not(compile(.compare(column: column, .equal, value), table, catalogue))
        case .compare(let column, let comparison, .null):
            return comparison == .equal ? null(column, table) : .constant(false)
        case .compare(let column, _, _) where table.columns[column].kind == .any: return compile(mixed: filter)
        case .compare(let column, let comparison, let value): return compare(column, comparison, value, table)
        }
    }

    private static func compare(
        _ column: Int, _ comparison: Filter.Comparison, _ value: StoredValue, _ table: Table
    ) -> Node {
        let operation = comparison.kernelOperation
        let kind = table.columns[column].kind
        switch (value, kind) {
        case (.bool(let value), .bool):
            return booleans(column, comparison, value, table)
        case (.integer(let value), _) where kind.isInteger:
            return integer(column, kind, comparison, value, table)
        case (.double(let value), _) where kind.isInteger:
            return integer(column, kind, comparison, rounding: value, table)
        case (.float(let value), _) where kind.isInteger:
            return integer(column, kind, comparison, rounding: Double(value), table)
        case (.double(let value), .double), (.double(let value), .date):
            return .double(column: column, operation: operation, value)
        case (.float(let value), .double), (.float(let value), .date):
            return .double(column: column, operation: operation, Double(value))
        case (.integer(let value), .double), (.integer(let value), .date): return double(column, comparison, value)
        case (.float(let value), .float): return .float(column: column, operation: operation, value)
        case (.double, .float), (.integer, .float): return float(column, comparison, value)
        case (.link(let key), .link):
            return comparison == .equal ? .link(column: column, key.rawValue) : .constant(false)
        case (.string(let text), .string):
            return .textOrder(column: column, operation: operation, Array(text.utf8))
        case (.bytes(let bytes), .data): return .textOrder(column: column, operation: operation, bytes)
        case (.bytes(let bytes), _) where kind.isOrderedBytes && bytes.count == kind.width:
            return .fixedBytes(column: column, width: bytes.count, operation: operation, bytes)
        default: return .constant(false)
        }
    }

    /// A float column against a constant that may lie between two floats: compared value by value as doubles.
    private static func float(_ column: Int, _ comparison: Filter.Comparison, _ value: StoredValue) -> Node {
        let exact: Double =
            switch value {
            case .integer(let value): Double(value)
            case .double(let value): value
            default: .nan
            }
        if exact.isNaN { return .constant(false) }
        let near = Float(exact)
        if Double(near) == exact { return .float(column: column, operation: comparison.kernelOperation, near) }
        let below = Double(near) < exact ? near : near.nextDown
        return switch comparison {
        case .less, .lessOrEqual:
            .float(column: column, operation: Filter.Comparison.lessOrEqual.kernelOperation, below)
        case .greater, .greaterOrEqual:
            .float(column: column, operation: Filter.Comparison.greater.kernelOperation, below)
        case .equal, .notEqual: .constant(false)
        }
    }

    /// A double column against an integer that may lie between two doubles.
    private static func double(_ column: Int, _ comparison: Filter.Comparison, _ value: Int64) -> Node {
        let near = Double(value)
        if Int64(exactly: near) == value { return .double(column: column, operation: comparison.kernelOperation, near) }
        let isBelow = StoredValue.double(near).satisfies(.less, .integer(value))
        let below = isBelow ? near : near.nextDown
        return switch comparison {
        case .less, .lessOrEqual:
            .double(column: column, operation: Filter.Comparison.lessOrEqual.kernelOperation, below)
        case .greater, .greaterOrEqual:
            .double(column: column, operation: Filter.Comparison.greater.kernelOperation, below)
        case .equal, .notEqual: .constant(false)
        }
    }

    private static func booleans(
        _ column: Int, _ comparison: Filter.Comparison, _ value: Bool, _ table: Table
    ) -> Node {
        switch comparison {
        case .equal, .notEqual: .bool(column: column, value)
        case .less: value ? .bool(column: column, false) : .constant(false)
        case .greater: value ? .constant(false) : .bool(column: column, true)
        case .lessOrEqual: value ? known(column, table) : .bool(column: column, false)
        case .greaterOrEqual: value ? .bool(column: column, true) : known(column, table)
        }
    }

    private static func integer(
        _ column: Int, _ kind: ValueKind, _ comparison: Filter.Comparison, _ value: Int64, _ table: Table
    ) -> Node {
        let range = kind.integerRange
        if range.contains(value) {
            return .integer(column: column, kind: kind, operation: comparison.kernelOperation, value)
        }
        let isAbove = value > range.upperBound
        return switch comparison {
        case .equal, .notEqual: .constant(false)
        case .less, .lessOrEqual: isAbove ? known(column, table) : .constant(false)
        case .greater, .greaterOrEqual: isAbove ? .constant(false) : known(column, table)
        }
    }

    /// Compares integers with a number that need not be one: the bound moves to the nearest integer that decides.
    private static func integer(
        _ column: Int, _ kind: ValueKind, _ comparison: Filter.Comparison, rounding value: Double, _ table: Table
    ) -> Node {
        if value.isNaN { return .constant(false) }
        if let exact = Int64(exactly: value) { return integer(column, kind, comparison, exact, table) }
        if value >= 0x1p63 || value < -0x1p63 {
            let isAbove = value > 0
            return switch comparison {
            case .equal, .notEqual: .constant(false)
            case .less, .lessOrEqual: isAbove ? known(column, table) : .constant(false)
            case .greater, .greaterOrEqual: isAbove ? .constant(false) : known(column, table)
            }
        }
        let below = Int64(value.rounded(.down))
        return switch comparison {
        case .equal, .notEqual: .constant(false)
        case .less, .lessOrEqual: integer(column, kind, .lessOrEqual, below, table)
        case .greater, .greaterOrEqual: integer(column, kind, .greater, below, table)
        }
    }

    private static func null(_ column: Int, _ table: Table) -> Node {
        table.columns[column].isOptional ? .isNull(column: column) : .constant(false)
    }

    private static func known(_ column: Int, _ table: Table) -> Node {
        table.columns[column].isOptional ? .isSet(column: column) : .constant(true)
    }

    private static func set(_ column: Int, _ values: [StoredValue], _ table: Table, _ catalogue: Catalogue) -> Node {
        let kind = table.columns[column].kind
        let nulls: [Node] = values.contains(.null) ? [null(column, table)] : []
        let integers = values.compactMap { value -> Int64? in
            if case .integer(let number) = value { number } else { nil }
        }
        if kind.isInteger && integers.count + (nulls.isEmpty ? 0 : 1) >= values.count {
            return .or(nulls + [.integerSet(column: column, kind: kind, Set(integers))])
        }
        if values.count > 16 && (kind.isVariable || kind.isOrderedBytes) {
            return .or(nulls + [.bytesSet(column: column, Set(values.compactMap { $0.content(kind) }))])
        }
        if values.count > 16 && kind == .link { return .valueSet(column: column, Set(values)) }
        return .or(values.map { compile(.compare(column: column, .equal, $0), table, catalogue) })
    }
}

extension Filter.Comparison {
    /// The number of the operation in kernels_compare.h; `!=` is the negation of `==` and has none of its own.
    var kernelOperation: Int32 {
        switch self {
        case .equal, .notEqual: 0
        case .less: 1
        case .lessOrEqual: 2
        case .greater: 3
        case .greaterOrEqual: 4
        }
    }
}

extension StoredValue {
    /// The bytes by which text, data and ordered bytes compare; nil for a value that no column of the kind holds.
    fileprivate func content(_ kind: ValueKind) -> [UInt8]? {
        switch self {
        case .string(let text) where kind == .string: Array(text.utf8)
        case .bytes(let bytes) where kind == .data || bytes.count == kind.width: bytes
        default: nil
        }
    }
}

extension ValueKind {
    /// The integers that a column of the kind can hold.
    var integerRange: ClosedRange<Int64> {
        switch self {
        case .int8: Int64(Int8.min)...Int64(Int8.max)
        case .int16: Int64(Int16.min)...Int64(Int16.max)
        case .int32: Int64(Int32.min)...Int64(Int32.max)
        default: Int64.min...Int64.max
        }
    }
}

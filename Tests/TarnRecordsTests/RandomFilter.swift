@testable import TarnRecords

/// Random filters over the columns of a table.
enum RandomFilter {
    static func make(_ table: Table, _ random: inout RandomSource, depth: Int = 2) -> Filter {
        if depth > 0 && random.isOne(in: 2) {
            let parts = (0..<random.below(4)).map { _ in make(table, &random, depth: depth - 1) }
            return random.pick([.and(parts), .or(parts), .and(parts), .not(make(table, &random, depth: depth - 1))])
        }
        return leaf(table, random.below(table.columns.count), &random)
    }

    static func leaf(_ table: Table, _ column: Int, _ random: inout RandomSource) -> Filter {
        let description = table.columns[column]
        switch random.below(10) {
        case 0: return .isIn(column: column, (0..<random.below(12)).map { _ in constant(description, &random) })
        case 1...3 where description.kind.isVariable:
            return text(column, description.kind, &random)
        case 4:
            let others = table.columns.indices.filter {
                table.columns[$0].kind == description.kind || random.isOne(in: 9)
            }
            return .columns(column, random.pick(Filter.Comparison.allCases), random.pick(others))
        case 5 where random.isOne(in: 4): return .constant(random.isOne(in: 2))
        default:
            return .compare(column: column, random.pick(Filter.Comparison.allCases), constant(description, &random))
        }
    }

    private static func text(_ column: Int, _ kind: ValueKind, _ random: inout RandomSource) -> Filter {
        let operation = random.pick(Filter.TextOperation.allCases)
        var needle = random.pick([
            "", "a", "b", "abc", "ng", "gl", "fgh", "\0", "SS", "K", "\u{301}", "longlonglong", "kkkkkkkkkk",
        ])
        if random.isOne(in: 3) { needle = SampleValues.text(&random) }
        if operation == .like { needle = random.pick(["*", "a*", "?", "*b*", "a?c", "??", "*\u{e9}", "", "abc*i"]) }
        return .text(column: column, operation, needle, random.isOne(in: 2) && kind == .string ? .caseInsensitive : [])
    }

    /// Mostly a value that the column can hold, sometimes nil or a number of another sort.
    private static func constant(_ column: Table.Column, _ random: inout RandomSource) -> StoredValue {
        switch random.below(8) {
        case 0: return .null
        case 1 where column.kind.isInteger || column.kind == .float || column.kind == .double || column.kind == .date:
            return random.pick([
                .integer(1 << 53 + 1), .integer(.max), .integer(-1), .integer(300), .double(0.5), .double(-0x1p63),
                .double(0x1p63), .double(.nan), .double(1e300), .float(0.1), .double(0.1), .float(.infinity),
                .double(60),
            ])
        default: return SampleValues.value(column.kind, &random)
        }
    }
}

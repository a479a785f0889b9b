@testable import TarnRecords

/// Objects as an array, beside the same objects in a file.
enum SampleRows {
    struct Row {
        let key: ObjectKey
        var values: [StoredValue]
    }

    /// Keys in runs, in clusters with holes, far apart, negative, and at both ends; ascending.
    static func keys(_ count: Int, _ random: inout RandomSource) -> [ObjectKey] {
        var numbers: Set<Int64> = [.min, .max, 0, -1]
        while numbers.count < count {
            switch random.below(4) {
            case 0: numbers.insert(Int64(bitPattern: random.next()))
            case 1: numbers.insert(Int64(random.below(count * 3)))
            default: numbers.insert(Int64(random.below(count)) - Int64(count / 2))
            }
        }
        return numbers.sorted().map { ObjectKey($0) }
    }

    static func fill(
        _ file: RecordFile, keys: [ObjectKey], _ random: inout RandomSource
    ) throws -> [Row] {
        let rows = keys.map { Row(key: $0, values: SampleValues.row(file.table, $0, &random)) }
        try file.write { session in
            for row in rows.shuffled(using: &random) { try session.make(file.table, row.key, row.values) }
        }
        return rows
    }
}

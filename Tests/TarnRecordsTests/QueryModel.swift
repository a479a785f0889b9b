@testable import TarnRecords

/// A query carried out on an array, one step after the other.
enum QueryModel {
    static func run(_ steps: [RecordQuery.Step], _ rows: [SampleRows.Row]) -> [SampleRows.Row] {
        var rows = rows
        for step in steps {
            switch step {
            case .filter(let filter): rows = rows.filter { FilterModel.holds(filter, $0.values) }
            case .rank: preconditionFailure("ranks have a model of their own")
            case .sort(let keys): rows = sorted(rows, keys)
            case .distinct(let columns): rows = distinct(rows, columns)
            case .limit(let count, let offset):
                rows = Array(rows.dropFirst(max(0, offset)).prefix(max(0, count ?? .max)))
            }
        }
        return rows
    }

    private static func sorted(_ rows: [SampleRows.Row], _ keys: [SortKey]) -> [SampleRows.Row] {
        rows.enumerated().sorted { a, b in
            for key in keys {
                let order = FilterModel.sortOrder(a.element.values[key.column], b.element.values[key.column])
                if order != 0 { return key.ascending ? order < 0 : order > 0 }
            }
            return a.offset < b.offset
        }.map(\.element)
    }

    private static func distinct(_ rows: [SampleRows.Row], _ columns: [Int]) -> [SampleRows.Row] {
        var kept: [SampleRows.Row] = []
        for row in rows {
            let isKnown = kept.contains { other in
                columns.allSatisfy { FilterModel.sortOrder(row.values[$0], other.values[$0]) == 0 }
            }
            if !isKnown { kept.append(row) }
        }
        return kept
    }

    /// Random steps over a table.
    static func steps(_ table: Table, _ random: inout RandomSource) -> [RecordQuery.Step] {
        (0..<random.below(5)).map { _ in
            switch random.below(6) {
            case 0, 1: .filter(RandomFilter.make(table, &random))
            case 2, 3: .sort((0...random.below(3)).map { _ in sortKey(table, &random) })
            case 4: .distinct((0...random.below(2)).map { _ in random.below(table.columns.count) })
            default:
                .limit(
                    count: random.isOne(in: 4) ? nil : random.below(40),
                    offset: random.isOne(in: 2) ? 0 : random.below(9))
            }
        }
    }

    private static func sortKey(_ table: Table, _ random: inout RandomSource) -> SortKey {
        SortKey(column: random.below(table.columns.count), ascending: random.isOne(in: 2))
    }
}

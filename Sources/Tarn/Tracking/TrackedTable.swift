internal import TarnRecords

/// The places of one class that were read where reads are tracked, until they change.
///
/// Which of them are still waited for is known to the framework only. One that is not is forgotten when it changes, and
/// there is a limit to how many are told apart.
struct TrackedTable {
    private let table: UInt16
    private var clusters: [UInt64: [Cell: TrackedPath]] = [:]
    private var columns: [Int: TrackedPath] = [:]
    /// Places that stand for more than themselves: any change of the class is one of theirs.
    private var whole: [TrackedPath] = []
    private var wholePath: TrackedPath?
    private var count = 0
    /// So many properties are told apart. A screen has hundreds.
    static let limit = 8192

    private struct Cell: Hashable {
        let slot: Int
        let column: Int
    }

    init(_ table: UInt16) { self.table = table }

    var isEmpty: Bool { count == 0 && columns.isEmpty && whole.isEmpty && wholePath == nil }

    /// The place of a property; that of the whole class when there are too many.
    mutating func cell(_ key: ObjectKey, _ column: Int) -> TrackedPath {
        let cell = Cell(slot: key.slot, column: column)
        if let known = clusters[key.cluster]?[cell] { return known }
        if count == Self.limit { return all() }
        let path = TrackedPlace.cell(table: table, cluster: key.cluster, slot: key.slot, column: column).path
        clusters[key.cluster, default: [:]][cell] = path
        count += 1
        return path
    }

    /// The place of a property in all objects; of which objects there are, for column -1.
    mutating func column(_ column: Int) -> TrackedPath {
        if let known = columns[column] { return known }
        let path = TrackedPlace.column(table: table, column: column).path
        columns[column] = path
        return path
    }

    /// The place of the whole class.
    mutating func all() -> TrackedPath {
        if let wholePath { return wholePath }
        let path = TrackedPlace.table(table).path
        wholePath = path
        return path
    }

    /// Has a place change with the whole class from now on.
    mutating func widen(_ path: TrackedPath) { whole.append(path) }

    /// Takes out the places that have changed; all of them when it is not known what has.
    mutating func take(_ changes: TableChanges?) -> [TrackedPath] {
        guard let changes else { return takeAll() }
        if changes.clusters.isEmpty { return [] }
        var taken = whole
        whole = []
        if let path = wholePath.take() { taken.append(path) }
        takeColumns(changes, &taken)
        if clusters.count < changes.clusters.count / 8 {
            for number in Array(clusters.keys) {
                if let change = changes.cluster(number) { takeCells(change, &taken) }
            }
        } else if !clusters.isEmpty {
            for change in changes.clusters { takeCells(change, &taken) }
        }
        return taken
    }

    private mutating func takeAll() -> [TrackedPath] {
        var taken = whole + columns.values
        for cells in clusters.values { taken += cells.values }
        if let wholePath { taken.append(wholePath) }
        self = TrackedTable(table)
        return taken
    }

    private mutating func takeColumns(_ changes: TableChanges, _ taken: inout [TrackedPath]) {
        if columns.isEmpty { return }
        let isOther = changes.clusters.contains { $0.inserted | $0.deleted | $0.replaced != 0 }
        for (column, path) in columns {
            let isSet = changes.clusters.contains { $0.modified.contains { $0.column == column } }
            if isOther || isSet {
                columns[column] = nil
                taken.append(path)
            }
        }
    }

    private mutating func takeCells(_ change: TableChanges.Cluster, _ taken: inout [TrackedPath]) {
        guard let cells = clusters[change.number] else { return }
        let made = change.inserted | change.replaced
        var left = cells
        for (cell, path) in cells {
            // Who only read a property of what is gone now would read it again, which traps (O1).
            let other = cell.column == TrackedPlace.existence ? made | change.deleted : made
            let set = change.modified.first { $0.column == cell.column }?.slots ?? 0
            if (other | set) >> UInt64(cell.slot) & 1 != 0 {
                left[cell] = nil
                taken.append(path)
            }
        }
        count -= cells.count - left.count
        clusters[change.number] = left.isEmpty ? nil : left
    }
}

extension TableChanges {
    /// What happened in a cluster; O(log clusters).
    fileprivate func cluster(_ number: UInt64) -> Cluster? {
        var (low, high) = (0, clusters.count)
        while low < high {
            let middle = (low + high) / 2
            if clusters[middle].number < number { low = middle + 1 } else { high = middle }
        }
        return low < clusters.count && clusters[low].number == number ? clusters[low] : nil
    }
}

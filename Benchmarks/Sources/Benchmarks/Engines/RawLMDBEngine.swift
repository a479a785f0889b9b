internal import BenchmarkKit
internal import CLMDBPeer

/// LMDB straight from C, one entry per object: what the store under Tarn costs when nothing lies above it.
final class RawLMDBEngine: Engine {
    static let name = "lmdb"

    private let path: String
    private let dataset: Dataset
    private let rows: [lmdb_peer_row]
    private let appendedRows: [lmdb_peer_row]
    private let appendedIDs: [Int64]
    private let lookupIDs: [Int64]
    private let updateIDs: [Int64]
    private let deleteIDs: [Int64]
    private var peer: OpaquePointer?

    init(path: String, dataset: Dataset) {
        self.path = path
        self.dataset = dataset
        rows = dataset.rows.map(lmdb_peer_row.init)
        appendedRows = dataset.appendedRows.map(lmdb_peer_row.init)
        appendedIDs = dataset.appendedRows.map { Int64($0.id) }
        lookupIDs = dataset.lookupIDs.map(Int64.init)
        updateIDs = dataset.updateIDs.map(Int64.init)
        deleteIDs = dataset.deleteIDs.map(Int64.init)
    }

    func open() throws { try check(lmdb_peer_open(path, &peer), "open") }

    func close() throws {
        lmdb_peer_close(peer)
        peer = nil
    }

    func insertAll() throws { try check(lmdb_peer_insert_all(peer, rows, rows.count), "insert all") }

    func insertDurably() throws {
        try check(lmdb_peer_insert_durably(peer, appendedRows, appendedRows.count), "insert durably")
    }

    func removeAppended() throws {
        var deleted = 0
        try check(lmdb_peer_delete(peer, appendedIDs, appendedIDs.count, &deleted), "remove appended")
    }

    func setScores() throws {
        try check(lmdb_peer_set_scores(peer, updateIDs, updateIDs.count, Dataset.updatedScore), "set scores")
    }

    func delete() throws -> Int {
        var deleted = 0
        try check(lmdb_peer_delete(peer, deleteIDs, deleteIDs.count, &deleted), "delete")
        return deleted
    }

    func count() throws -> Int {
        var count = 0
        try check(lmdb_peer_count(peer, &count), "count")
        return count
    }

    func nameLength(of id: Int) throws -> Int {
        try number("name length") { lmdb_peer_name_length(peer, Int64(id), &$0) }
    }

    func lookUp() throws -> Int {
        try number("look up") { lmdb_peer_look_up(peer, lookupIDs, lookupIDs.count, &$0) }
    }

    func countFiltered() throws -> Int {
        try number("count filtered") { lmdb_peer_count_filtered(peer, Dataset.scoreThreshold, &$0) }
    }

    func readByAge() throws -> Int {
        try number("read by age") { lmdb_peer_read_by_age(peer, Int64(Dataset.ageCount), &$0) }
    }

    func sumScores() throws -> Double {
        var sum = 0.0
        try check(lmdb_peer_sum_scores(peer, &sum), "sum scores")
        return sum
    }

    func readTop() throws -> Int {
        try number("read top") { lmdb_peer_top(peer, Dataset.topCount, &$0) }
    }

    func sortAll() throws -> UInt64 {
        var fold: UInt64 = 0
        try check(lmdb_peer_sort_all(peer, &fold), "sort all")
        return fold
    }

    func readAll() throws -> Int { try number("read all") { lmdb_peer_read_all(peer, &$0) } }

    func countCity() throws -> Int {
        try number("count city") { lmdb_peer_count_city(peer, Dataset.soughtCity, &$0) }
    }

    func countNameContaining() throws -> Int {
        try number("count names") { lmdb_peer_count_name_containing(peer, Dataset.soughtText, &$0) }
    }

    private func number(_ call: String, _ body: (inout Int64) -> Int32) throws -> Int {
        var number: Int64 = 0
        try check(body(&number), call)
        return Int(number)
    }

    private func check(_ code: Int32, _ call: String) throws {
        guard code == 0 else { throw RawLMDBFailure(call: call, message: String(cString: lmdb_peer_message(code))) }
    }
}

/// A call of the raw engine that failed.
struct RawLMDBFailure: Error, CustomStringConvertible {
    let call: String
    let message: String

    var description: String { "lmdb: \(call): \(message)" }
}

extension lmdb_peer_row {
    /// The row with its texts inline, as a C program would hold it.
    fileprivate init(_ row: PersonRow) {
        self.init()
        id = Int64(row.id)
        age = Int64(row.age)
        created_at = Int64(row.createdAt)
        score = row.score
        active = row.isActive ? 1 : 0
        name_length = UInt8(row.name.utf8.count)
        city_length = UInt8(row.city.utf8.count)
        withUnsafeMutableBytes(of: &name) { $0.copyBytes(from: row.name.utf8) }
        withUnsafeMutableBytes(of: &city) { $0.copyBytes(from: row.city.utf8) }
    }
}

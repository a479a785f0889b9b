import BenchmarkKit
import Foundation

/// An engine over an array: right by being simple. Its file holds nothing but shows where a file would be.
class PlainEngine: Engine {
    class var name: String { "plain" }

    private let path: String
    private let dataset: Dataset
    private var rows: [PersonRow] = []
    private var scores: [Int: Double] = [:]

    required init(path: String, dataset: Dataset) {
        self.path = path
        self.dataset = dataset
    }

    func open() throws {
        let isNew = !FileManager.default.fileExists(atPath: path)
        if isNew { try Data(count: 100).write(to: URL(filePath: path)) }
        rows = isNew ? [] : dataset.rows
        scores = [:]
    }

    func close() throws {}
    func insertAll() throws { rows = dataset.rows }
    func insertDurably() throws { rows += dataset.appendedRows }
    func removeAppended() throws { rows.removeLast(Dataset.appendedCount) }
    func setScores() throws { for id in dataset.updateIDs { scores[id] = Dataset.updatedScore } }

    func delete() throws -> Int {
        let before = rows.count
        rows.removeAll { dataset.deleteIDs.contains($0.id) }
        return before - rows.count
    }

    func lookUp() throws -> Int { dataset.lookupIDs.reduce(0) { $0 + rows[$1].age + rows[$1].name.utf8.count } }
    func countFiltered() throws -> Int { rows.count { $0.score > Dataset.scoreThreshold && $0.isActive } }
    func readByAge() throws -> Int { rows.reduce(0) { $0 + $1.name.utf8.count } }
    func sumScores() throws -> Double { rows.reduce(0) { $0 + (scores[$1.id] ?? $1.score) } }
    func readTop() throws -> Int { byScore().prefix(Dataset.topCount).reduce(0) { $0 + $1.id } }

    func sortAll() throws -> UInt64 {
        byScore().enumerated().reduce(0) { $0 ^ (UInt64($1.element.id) &* UInt64($1.offset + 1)) }
    }

    func readAll() throws -> Int {
        rows.reduce(0) { sum, row in
            let texts = row.name.utf8.count + row.city.utf8.count
            return sum + row.id + row.age + texts + row.createdAt % 1000 + (row.isActive ? 1 : 0)
        }
    }

    func countCity() throws -> Int { rows.count { $0.city == Dataset.soughtCity } }
    func countNameContaining() throws -> Int { rows.count { $0.name.contains(Dataset.soughtText) } }
    func nameLength(of id: Int) throws -> Int { rows[id].name.utf8.count }
    func count() throws -> Int { rows.count }

    private func byScore() -> [PersonRow] { rows.sorted { $0.score > $1.score } }
}

/// Like the plain engine, but one answer is wrong.
final class MiscountingEngine: PlainEngine {
    override class var name: String { "miscounting" }
    override func countCity() throws -> Int { try super.countCity() + 1 }
}

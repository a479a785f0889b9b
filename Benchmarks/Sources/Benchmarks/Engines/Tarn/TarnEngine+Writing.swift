internal import BenchmarkKit
internal import Tarn

extension TarnEngine {
    func insertAll() throws {
        try store.write {
            for row in dataset.rows { try store.add(Person(row)) }
        }
    }

    func insertDurably() throws {
        for row in dataset.appendedRows {
            try store.write { try store.add(Person(row)) }
        }
    }

    func removeAppended() throws {
        let first = dataset.count
        try store.write { try store.delete(people.where { $0.id >= first }) }
    }

    func setScores() throws {
        try store.write {
            for id in dataset.updateIDs {
                store.object(ofType: Person.self, forPrimaryKey: id)?.score = Dataset.updatedScore
            }
        }
    }

    func delete() throws -> Int {
        var deleted = 0
        try store.write {
            for id in dataset.deleteIDs {
                guard let person = store.object(ofType: Person.self, forPrimaryKey: id) else { continue }
                try store.delete(person)
                deleted += 1
            }
        }
        return deleted
    }
}

extension Person {
    /// An object that is not stored yet.
    convenience init(_ row: PersonRow) {
        self.init()
        id = row.id
        name = row.name
        age = row.age
        score = row.score
        city = row.city
        createdAt = row.createdAt
        active = row.isActive
    }
}

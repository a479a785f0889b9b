internal import BenchmarkKit
internal import Tarn

extension TarnEngine {
    func lookUp() throws -> Int {
        var sum = 0
        for id in dataset.lookupIDs {
            guard let person = store.object(ofType: Person.self, forPrimaryKey: id) else { continue }
            sum += person.age + person.name.utf8.count
        }
        return sum
    }

    func countFiltered() throws -> Int {
        people.where { $0.score > Dataset.scoreThreshold && $0.active == true }.count
    }

    func readByAge() throws -> Int {
        var sum = 0
        for age in 0..<Dataset.ageCount {
            for person in people.where({ $0.age == age }) { sum += person.name.utf8.count }
        }
        return sum
    }

    func sumScores() throws -> Double { people.sum(of: \.score) }

    func readTop() throws -> Int {
        var sum = 0
        var length = 0
        for person in people.sorted(by: \.score, ascending: false).limit(Dataset.topCount) {
            sum += person.id
            length += person.name.utf8.count
        }
        precondition(length > 0 || sum == 0, "the names were read")
        return sum
    }

    func sortAll() throws -> UInt64 {
        var place: UInt64 = 0
        var fold: UInt64 = 0
        for person in people.sorted(by: \.score, ascending: false) {
            place &+= 1
            fold ^= UInt64(person.id) &* place
        }
        return fold
    }

    func readAll() throws -> Int {
        var sum = 0
        var scores = 0.0
        for person in people {
            scores += person.score
            sum +=
                person.id + person.age + person.name.utf8.count + person.city.utf8.count + person.createdAt % 1000
                + (person.active ? 1 : 0)
        }
        precondition(!scores.isNaN, "the scores were read")
        return sum
    }

    func readAllColumns() throws -> Int {
        var sum = 0
        var total = 0.0
        people.scan(\.id, \.name, \.age, \.score, \.city, \.createdAt, \.active) {
            ids, names, ages, scores, cities, dates, actives in
            for row in 0..<ids.count {
                total += scores[row]
                sum +=
                    ids[row] + ages[row] + names.utf8Count(at: row) + cities.utf8Count(at: row) + dates[row] % 1000
                    + (actives[row] ? 1 : 0)
            }
        }
        precondition(!total.isNaN, "the scores were read")
        return sum
    }

    func countCity() throws -> Int { people.where { $0.city == Dataset.soughtCity }.count }

    func countNameContaining() throws -> Int { people.where { $0.name.contains(Dataset.soughtText) }.count }
}

internal import BenchmarkKit
internal import Foundation
internal import Tarn

/// L3: what a commit of one object costs while a thousand results of its type are observed of which one changes.
///
/// Each is the people of one age in one city. The commits let a stranger into one of them, set another property of that
/// object, and let it out again, so that the tests of all results read what the commit has changed.
struct ManyResults {
    private let file: LiveFile
    private let scale: LiveScale
    private var size: Int { file.dataset.count }

    init(_ file: LiveFile, _ scale: LiveScale) {
        self.file = file
        self.scale = scale
    }

    func measure() throws -> [Figure] {
        let (path, other) = (try file.copy("results"), try file.copy("alone"))
        defer { [path, other].forEach(file.removeCopy) }
        let home = try QueueStore(path: path, durability: .memory)
        let alone = try QueueStore(path: other, durability: .memory)
        defer {
            home.close()
            alone.close()
        }
        let observed = try ObservedGroups(home, scale.results, size: size)
        let strangers = strangers()
        let commits = try PairedCommits(home, alone, scale) { store, number in
            let (age, city) = ObservedGroups.group(number / 3 * 7 % scale.results)
            guard let row = strangers[age], let person = store.object(ofType: Person.self, forPrimaryKey: row.id)
            else { throw LiveCheckFailure("L3", size: size, "nobody of age \(age) lives elsewhere") }
            switch number % 3 {
            case 0: person.city = city
            case 1: person.createdAt += 1
            default: person.city = row.city
            }
        }
        try observed.finish(home, updates: scale.warmUp + scale.commits)
        return [
            .live("L3", "us", size, commits.differences, check: .count(scale.commits)),
            .live("L3c", "us", size, commits.alone, check: .count(scale.commits)),
        ]
    }

    /// For each age somebody in a city that no observed result asks for.
    private func strangers() -> [Int: PersonRow] {
        let cities = Set((0..<scale.results).map { ObservedGroups.group($0).city })
        return file.dataset.rows.reduce(into: [:]) { strangers, row in
            if strangers[row.age] == nil && !cities.contains(row.city) { strangers[row.age] = row }
        }
    }
}

/// Many observed results of one type on one store.
///
/// Unchecked: everything that belongs to the store is used on its queue only.
private final class ObservedGroups: @unchecked Sendable {
    private let calls = Calls()
    private let size: Int
    private var results: [Results<Person>] = []
    private var tokens: [NotificationToken] = []

    /// Begins, and waits for all first calls.
    init(_ home: QueueStore, _ count: Int, size: Int) throws {
        self.size = size
        home.perform { store in
            for number in 0..<count {
                let group = Self.results(number, store)
                results.append(group)
                tokens.append(group.observe { [calls] _ in calls.arrive() })
            }
        }
        for _ in 0..<count { _ = try calls.next("L3", size: size) }
    }

    /// What the results of one number ask for.
    static func group(_ number: Int) -> (age: Int, city: String) {
        (number % Dataset.ageCount, "city-0\(number / Dataset.ageCount % 10)")
    }

    private static func results(_ number: Int, _ store: Store) -> Results<Person> {
        let (age, city) = group(number)
        return store.objects(Person.self).where { $0.age == age && $0.city == city }
    }

    /// Ends it and checks that each commit was told once, and that the results are what the queries find.
    func finish(_ home: QueueStore, updates: Int) throws {
        try LiveCheckFailure.require(
            "L3", size: size, "updates", calls.count - results.count, expected: updates)
        try home.perform { store in
            defer { (tokens, results) = ([], []) }
            for (number, group) in results.enumerated() {
                let again = Self.results(number, store)
                if group.ids != again.ids {
                    throw LiveCheckFailure("L3", size: size, "result \(number) is not what its query finds")
                }
            }
        }
    }
}

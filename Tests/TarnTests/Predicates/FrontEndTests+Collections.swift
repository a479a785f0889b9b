import Foundation
import Testing
@testable import Tarn

/// What links here, collections of values, what is computed, and steps after a condition.
extension FrontEndTests {
    // PS1: linking objects
    @Test func linkingObjects() throws {
        try check([
            Condition(
                "ANY friends.age > 6", closure: { $0.friends.age > 6 },
                predicate: #Predicate { $0.friends.contains { $0.age > 6 } }
            ) { $0.friends.contains { $0.age > 6 } },
            Condition("ANY @links.Keeper.friend.age > 6", closure: { $0.friends.age > 6 }) {
                $0.friends.contains { $0.age > 6 }
            },
            Condition("friends.@count == 0", closure: { $0.friends.isEmpty }) { $0.friends.isEmpty },
            Condition("friends.@max.age < 5", closure: { $0.friends.age.max < 5 }) {
                ($0.friends.map(\.age).max() ?? 9) < 5
            },
            Condition("ANY friend.friends.member", closure: { $0.friend.friends.member }) {
                $0.friend?.friends.contains { $0.member } ?? false
            },
            Condition("NONE pets.owners.name == 'Ann'", closure: { !($0.pets.owners.name == "Ann") }) {
                !$0.pets.contains { $0.owners.contains { $0.name == "Ann" } }
            },
            Condition(
                "SUBQUERY(friends, $f, $f.member AND $f.age > 2).@count > 0",
                closure: { ($0.friends.member && $0.friends.age > 2).count > 0 }
            ) { $0.friends.contains { $0.member && $0.age > 2 } },
        ])
    }

    // PS1: collections of values and maps
    @Test func collectionsOfValues() throws {
        try check([
            Condition(
                "ANY scores > 3", closure: { $0.scores > 3 }, predicate: #Predicate { $0.scores.contains { $0 > 3 } }
            ) { $0.scores.contains { $0 > 3 } },
            Condition(
                "3 IN scores", closure: { $0.scores.contains(3) }, predicate: #Predicate { $0.scores.contains(3) }
            ) { $0.scores.contains(3) },
            Condition("ALL scores < 4", predicate: #Predicate { $0.scores.allSatisfy { $0 < 4 } }) {
                $0.scores.allSatisfy { $0 < 4 }
            },
            Condition("NONE scores == 2", closure: { !($0.scores == 2) }) { !$0.scores.contains(2) },
            Condition("ANY scores IN {1, 2}", closure: { $0.scores.containsAny(in: [1, 2]) }) {
                $0.scores.contains(1) || $0.scores.contains(2)
            },
            Condition("ANY scores BETWEEN {2, 3}", closure: { $0.scores.contains(2...3) }) {
                $0.scores.contains { (2...3).contains($0) }
            },
            Condition(
                "scores.@count == 2", closure: { $0.scores.count == 2 }, predicate: #Predicate { $0.scores.count == 2 }
            ) { $0.scores.count == 2 },
            Condition("scores.@max > 3", closure: { $0.scores.max > 3 }) { ($0.scores.max() ?? 0) > 3 },
            Condition("scores.@sum > 4", closure: { $0.scores.sum > 4 }) { $0.scores.reduce(0, +) > 4 },
            Condition("scores.@avg >= 2.5", closure: { $0.scores.avg >= 2.5 }) {
                $0.scores.isEmpty ? false : Double($0.scores.reduce(0, +)) / Double($0.scores.count) >= 2.5
            },
            Condition("scores[FIRST] == 2") { $0.scores.first == 2 },
            Condition("scores[1] > 1") { $0.scores.count > 1 && $0.scores[1] > 1 },
            Condition("ANY tags == 'Ann'", closure: { $0.tags.contains("Ann") }) { $0.tags.contains("Ann") },
            Condition("ANY tags BEGINSWITH[c] 'a'", closure: { $0.tags.starts(with: "a", options: .caseInsensitive) }) {
                $0.tags.contains { $0.lowercased().hasPrefix("a") }
            },
            Condition("phones['home'] == 'Bob'", closure: { $0.phones["home"] == "Bob" }) {
                $0.phones["home"] == "Bob"
            },
            Condition("phones['work'] != nil") { $0.phones["work"] != nil },
            Condition("ANY phones.@keys == 'home'", closure: { $0.phones.keys == "home" }) { $0.phones["home"] != nil },
            Condition("ANY phones.@values == 'Rex'", closure: { $0.phones.values == "Rex" }) {
                $0.phones["home"] == "Rex" || $0.phones["work"] == "Rex"
            },
            Condition(
                "SUBQUERY(scores, $s, $s > 2).@count > 1", closure: { ($0.scores > 2).count > 1 },
                predicate: #Predicate { $0.scores.filter { $0 > 2 }.count > 1 }
            ) { $0.scores.filter { $0 > 2 }.count > 1 },
        ])
    }

    // PS1: arithmetic
    @Test func arithmetic() throws {
        try check([
            Condition("age + 1 > 5", predicate: #Predicate { $0.age + 1 > 5 }) { $0.age + 1 > 5 },
            Condition("age * 2 - id < 3", predicate: #Predicate { $0.age * 2 - $0.id < 3 }) { $0.age * 2 - $0.id < 3 },
            Condition("-age < -4", predicate: #Predicate { -$0.age < -4 }) { -$0.age < -4 },
            Condition("age / 2 == 2", predicate: #Predicate { $0.age / 2 == 2 }) { $0.age / 2 == 2 },
            Condition("pets.@count * 2 > age", predicate: #Predicate { $0.pets.count * 2 > $0.age }) {
                $0.pets.count * 2 > $0.age
            },
            Condition("height * 2 > age") { keeper in keeper.height.map { $0 * 2 > Double(keeper.age) } ?? false },
        ])
        var random = SplitMix(seed: 3)
        let all = try FrontEndSample.store(&random).objects(Keeper.self)
        let chosen = try all.filter(#Predicate { ($0.member ? $0.age : $0.id) > 5 })
        #expect(chosen.map(\.id) == Array(all).filter { ($0.member ? $0.age : $0.id) > 5 }.map(\.id))
    }

    // PS1: SORT, DISTINCT, LIMIT as text and as calls
    @Test func suffixesAreTheStepsOfTheCalls() throws {
        var random = SplitMix(seed: 5)
        let all = try FrontEndSample.store(&random).objects(Keeper.self)
        let text = try all.filter("age > 2 SORT(friend.name DESC, age ASC) DISTINCT(name) LIMIT(%@)", 4)
        let calls = all.where { $0.age > 2 }.sorted(by: [.init(\.friend?.name, ascending: false), .init(\.age)])
            .distinct(by: \.name).limit(4)
        #expect(text.core.steps == calls.core.steps)
        #expect(text.map(\.id) == calls.map(\.id))
        #expect(
            all.sorted(byKeyPath: "friend.name", ascending: false).core.steps
                == all.sorted(by: \.friend?.name, ascending: false).core.steps)
        #expect(all.distinct(by: ["name", "age"]).core.steps == all.distinct(by: \.name, \.age).core.steps)
        #expect(all.min(ofProperty: "age") == all.min(of: \.age))
        #expect(all.max(ofProperty: "nickname") == all.max(of: \.nickname))
        #expect(all.sum(ofProperty: "age", as: Int.self) == all.sum(of: \.age))
        #expect(all.average(ofProperty: "height") == all.average(of: \.height))
    }
}

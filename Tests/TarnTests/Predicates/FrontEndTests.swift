import Foundation
import Testing

@testable import Tarn

/// One condition in every form in which it can be written, and what it says of one object in plain Swift.
struct Condition {
    let text: String
    let arguments: [Any?]
    let closure: ((Query<Keeper>) -> Query<Bool>)?
    let predicate: Predicate<Keeper>?
    let plain: (Keeper) -> Bool

    init(
        _ text: String, _ arguments: [Any?] = [], closure: ((Query<Keeper>) -> Query<Bool>)? = nil,
        predicate: Predicate<Keeper>? = nil, _ plain: @escaping (Keeper) -> Bool
    ) {
        self.text = text
        self.arguments = arguments
        self.closure = closure
        self.predicate = predicate
        self.plain = plain
    }
}

/// Conditions as text, as closures and as predicates find what plain Swift finds, and are one filter (PS1).
@Suite struct FrontEndTests {
    func check(_ conditions: [Condition], _ location: SourceLocation = #_sourceLocation) throws {
        let seed = ProcessInfo.processInfo.environment["TARN_SEED"].flatMap { UInt64($0) } ?? .random(in: 1...999_999)
        var random = SplitMix(seed: seed)
        let store = try FrontEndSample.store(&random)
        let all = store.objects(Keeper.self)
        for condition in conditions {
            let expected = Array(all).filter(condition.plain).map(\.id)
            let note: Comment = "\(condition.text), TARN_SEED=\(seed)"
            let text = try all.filter(condition.text, arguments: condition.arguments)
            #expect(text.map(\.id) == expected, note, sourceLocation: location)
            if let closure = condition.closure {
                let found = all.where(closure)
                #expect(found.map(\.id) == expected, note, sourceLocation: location)
                #expect(found.core.steps == text.core.steps, note, sourceLocation: location)
            }
            if let predicate = condition.predicate {
                let found = try all.filter(predicate)
                #expect(found.map(\.id) == expected, note, sourceLocation: location)
                #expect(found.core.steps == text.core.steps, note, sourceLocation: location)
            }
        }
    }

    // PS1: comparisons, logic, nil, Bool, enums, dates
    @Test func ownProperties() throws {
        let day = Date(timeIntervalSinceReferenceDate: 86_400)
        let large = Size.large
        try check([
            Condition("age > 4", closure: { $0.age > 4 }, predicate: #Predicate { $0.age > 4 }) { $0.age > 4 },
            Condition("age =< %@", [4], closure: { $0.age <= 4 }, predicate: #Predicate { $0.age <= 4 }) {
                $0.age <= 4
            },
            Condition("name != 'Ann'", closure: { $0.name != "Ann" }, predicate: #Predicate { $0.name != "Ann" }) {
                $0.name != "Ann"
            },
            Condition("nickname == nil", closure: { $0.nickname == nil }, predicate: #Predicate { $0.nickname == nil })
            { $0.nickname == nil },
            Condition("called != nil", closure: { $0.nickname != nil }) { $0.nickname != nil },
            Condition("height >= 2", closure: { $0.height >= 2 }) { ($0.height ?? -1) >= 2 },
            Condition("NOT height < 2", closure: { !($0.height < 2) }) { !(($0.height ?? 9) < 2) },
            Condition(
                "member AND age < 5", closure: { $0.member && $0.age < 5 },
                predicate: #Predicate { $0.member && $0.age < 5 }
            ) { $0.member && $0.age < 5 },
            Condition(
                "!member || age == 5", closure: { !$0.member || $0.age == 5 },
                predicate: #Predicate { !$0.member || $0.age == 5 }
            ) { !$0.member || $0.age == 5 },
            Condition("since > %@", [day], closure: { $0.since > day }, predicate: #Predicate { $0.since > day }) {
                $0.since > day
            },
            Condition("since == 2001-01-02@00:00:00", closure: { $0.since == day }) { $0.since == day },
            Condition(
                "size == %@", [Size.large], closure: { $0.size == .large }, predicate: #Predicate { $0.size == large }
            ) { $0.size == .large },
            Condition(
                "age IN {1, 3, 5}", closure: { $0.age.in([1, 3, 5]) },
                predicate: #Predicate { [1, 3, 5].contains($0.age) }
            ) { [1, 3, 5].contains($0.age) },
            Condition("age IN %@", [[1, 3]], closure: { $0.age.in([1, 3]) }) { [1, 3].contains($0.age) },
            Condition("age IN %@", [Set([7])], closure: { $0.age.in([7]) }) { $0.age == 7 },
            Condition(
                "age BETWEEN {2, 6}", closure: { $0.age.contains(2...6) },
                predicate: #Predicate { (2...6).contains($0.age) }
            ) { (2...6).contains($0.age) },
            Condition("id > age", closure: { $0.id > $0.age }, predicate: #Predicate { $0.id > $0.age }) {
                $0.id > $0.age
            },
            Condition("TRUEPREDICATE", predicate: #Predicate { _ in true }) { _ in true },
        ])
    }

    // PS1: text
    @Test func text() throws {
        func fold(_ text: String?, _ options: String.CompareOptions) -> String? {
            text?.folding(options: options, locale: nil)
        }
        try check([
            Condition(
                "name CONTAINS 'n'", closure: { $0.name.contains("n") }, predicate: #Predicate { $0.name.contains("n") }
            ) { $0.name.contains("n") },
            Condition(
                "name BEGINSWITH %@", ["A"], closure: { $0.name.starts(with: "A") },
                predicate: #Predicate { $0.name.starts(with: "A") }
            ) { $0.name.hasPrefix("A") },
            Condition("nickname ENDSWITH 'b'", closure: { $0.nickname.ends(with: "b") }) {
                $0.nickname?.hasSuffix("b") ?? false
            },
            Condition("name ==[c] 'ANN'", closure: { $0.name.equals("ANN", options: .caseInsensitive) }) {
                $0.name.lowercased() == "ann"
            },
            Condition("name !=[c] 'ANN'", closure: { $0.name.notEquals("ANN", options: .caseInsensitive) }) {
                $0.name.lowercased() != "ann"
            },
            Condition(
                "name CONTAINS[cd] 'E'",
                closure: { $0.name.contains("E", options: [.caseInsensitive, .diacriticInsensitive]) }
            ) {
                fold($0.name, [.caseInsensitive, .diacriticInsensitive])?.contains("e") ?? false
            },
            Condition("name BEGINSWITH[d] 'E'", closure: { $0.name.starts(with: "E", options: .diacriticInsensitive) })
            {
                fold($0.name, .diacriticInsensitive)?.hasPrefix("E") ?? false
            },
            Condition("name LIKE 'A?n*'", closure: { $0.name.like("A?n*") }) {
                $0.name.count >= 3 && $0.name.hasPrefix("A") && Array($0.name)[2] == "n"
            },
            Condition("name CONTAINS nickname") { keeper in
                keeper.nickname.map { $0.isEmpty || keeper.name.contains($0) } ?? false
            },
            Condition("'Anna' BEGINSWITH name") { "Anna".hasPrefix($0.name) },
        ])
    }

    // PS1: paths over links
    @Test func links() throws {
        try check([
            Condition(
                "friend.age > 4", closure: { $0.friend.age > 4 },
                predicate: #Predicate { $0.friend.flatMap { $0.age > 4 } ?? false }
            ) { ($0.friend?.age ?? 0) > 4 },
            Condition(
                "friend.name == 'Bob'", closure: { $0.friend.name == "Bob" },
                predicate: #Predicate { $0.friend?.name == "Bob" }
            ) { $0.friend?.name == "Bob" },
            Condition(
                "friend.name != 'Bob'", closure: { $0.friend.name != "Bob" },
                predicate: #Predicate { $0.friend?.name != "Bob" }
            ) { $0.friend?.name != "Bob" },
            Condition(
                "friend.nickname == nil", closure: { $0.friend.nickname == nil },
                predicate: #Predicate { $0.friend?.nickname == nil }
            ) { $0.friend?.nickname == nil },
            Condition("friend.friend.member", closure: { $0.friend.friend.member }) {
                $0.friend?.friend?.member ?? false
            },
            Condition(
                "friend.friend == nil", closure: { $0.friend.friend == nil },
                predicate: #Predicate { $0.friend?.friend == nil }
            ) { $0.friend?.friend == nil },
            Condition("home.name IN {'Oslo', 'Seoul'}", closure: { $0.home.name.in(["Oslo", "Seoul"]) }) {
                ["Oslo", "Seoul"].contains($0.home?.name)
            },
            Condition("home == obj('Place', 'Oslo')", closure: { $0.home.name == "Oslo" }) { $0.home?.name == "Oslo" },
            Condition("home != obj('Place', 'Oslo')", closure: { $0.home.name != "Oslo" }) { $0.home?.name != "Oslo" },
            Condition("friend == obj('Keeper', 3)") { $0.friend?.id == 3 },
            Condition("friend.age > age", closure: { $0.friend.age > $0.age }) { keeper in
                keeper.friend.map { $0.age > keeper.age } ?? false
            },
            Condition("friend.age BETWEEN {2, 5}", closure: { $0.friend.age.contains(2...5) }) {
                (2...5).contains($0.friend?.age ?? -1)
            },
            Condition(
                "friend.name CONTAINS[c] 'N'", closure: { $0.friend.name.contains("N", options: .caseInsensitive) }
            ) { $0.friend?.name.lowercased().contains("n") ?? false },
        ])
        let (store, keeper) = try sample()
        let all = store.objects(Keeper.self)
        #expect(try all.filter("friend == %@", keeper).core.steps == all.where { $0.friend == keeper }.core.steps)
        #expect(
            try all.filter("friend IN %@", [keeper]).map(\.id) == Array(all).filter { $0.friend == keeper }.map(\.id))
        #expect(try all.filter("SELF == %@", keeper).map(\.id) == [keeper.id])
    }

    func sample() throws -> (Store, Keeper) {
        var random = SplitMix(seed: 7)
        let store = try FrontEndSample.store(&random)
        return (store, try #require(store.object(ofType: Keeper.self, forPrimaryKey: 3)))
    }

    // PS1: collections of objects: ANY, ALL, NONE, aggregates, subqueries
    @Test func collectionsOfObjects() throws {
        try check([
            Condition(
                "ANY pets.age > 3", closure: { $0.pets.age > 3 },
                predicate: #Predicate { $0.pets.contains { $0.age > 3 } }
            ) { $0.pets.contains { $0.age > 3 } },
            Condition(
                "NONE pets.age > 3", closure: { !($0.pets.age > 3) },
                predicate: #Predicate { !$0.pets.contains { $0.age > 3 } }
            ) { !$0.pets.contains { $0.age > 3 } },
            Condition("ALL pets.age > 1", predicate: #Predicate { $0.pets.allSatisfy { $0.age > 1 } }) {
                $0.pets.allSatisfy { $0.age > 1 }
            },
            Condition(
                "ANY pets.name != 'Rex'", closure: { $0.pets.name != "Rex" },
                predicate: #Predicate { $0.pets.contains { $0.name != "Rex" } }
            ) { $0.pets.contains { $0.name != "Rex" } },
            Condition(
                "ANY pets.good", closure: { $0.pets.good }, predicate: #Predicate { $0.pets.contains { $0.good } }
            ) { $0.pets.contains { $0.good } },
            Condition(
                "ANY pets.keeper.name == 'Ann'", closure: { $0.pets.keeper.name == "Ann" },
                predicate: #Predicate { $0.pets.contains { $0.keeper?.name == "Ann" } }
            ) { $0.pets.contains { $0.keeper?.name == "Ann" } },
            Condition(
                "ANY pets.keeper == nil", closure: { $0.pets.keeper == nil },
                predicate: #Predicate { $0.pets.contains { $0.keeper == nil } }
            ) { $0.pets.contains { $0.keeper == nil } },
        ])
    }

    // PS1: how many, the aggregates, and subqueries
    @Test func countsOfObjects() throws {
        try check([
            Condition("pets.@count > 1", closure: { $0.pets.count > 1 }, predicate: #Predicate { $0.pets.count > 1 }) {
                $0.pets.count > 1
            },
            Condition("pets.@count == 0", closure: { $0.pets.isEmpty }, predicate: #Predicate { $0.pets.isEmpty }) {
                $0.pets.isEmpty
            },
            Condition("friend.pets.@count == 0", closure: { $0.friend.pets.count == 0 }) {
                ($0.friend?.pets.count ?? 0) == 0
            },
            Condition("pets.@max.age > 3", closure: { $0.pets.age.max > 3 }) { ($0.pets.map(\.age).max() ?? 0) > 3 },
            Condition("pets.@min.weight < 1", closure: { $0.pets.weight.min < 1 }) {
                ($0.pets.map(\.weight).min() ?? 9) < 1
            },
            Condition("pets.@sum.age >= 5", closure: { $0.pets.age.sum >= 5 }) { $0.pets.map(\.age).reduce(0, +) >= 5 },
            Condition("pets.@avg.age > 2.5", closure: { $0.pets.age.avg > 2.5 }) { keeper in
                keeper.pets.isEmpty
                    ? false : Double(keeper.pets.map(\.age).reduce(0, +)) / Double(keeper.pets.count) > 2.5
            },
            Condition(
                "SUBQUERY(pets, $p, $p.age > 1 AND $p.good).@count > 1",
                closure: { ($0.pets.age > 1 && $0.pets.good).count > 1 },
                predicate: #Predicate { $0.pets.filter { $0.age > 1 && $0.good }.count > 1 }
            ) { $0.pets.filter { $0.age > 1 && $0.good }.count > 1 },
            Condition(
                "SUBQUERY(pets, $p, $p.age > 2).@count == 0", closure: { ($0.pets.age > 2).count == 0 },
                predicate: #Predicate { $0.pets.filter { $0.age > 2 }.isEmpty }
            ) { !$0.pets.contains { $0.age > 2 } },
        ])
    }

    // PS1: ranges, lists, collections within collections, places
    @Test func collectionsOfObjectsInOtherForms() throws {
        try check([
            Condition("ANY pets.age BETWEEN {2, 3}", closure: { $0.pets.age.contains(2...3) }) {
                $0.pets.contains { (2...3).contains($0.age) }
            },
            Condition("ANY pets.age IN {2, 3}", closure: { $0.pets.age.in([2, 3]) }) {
                $0.pets.contains { [2, 3].contains($0.age) }
            },
            Condition(
                "ANY pets.toys == 'Rex'", closure: { $0.pets.toys == "Rex" },
                predicate: #Predicate { $0.pets.contains { $0.toys.contains("Rex") } }
            ) { $0.pets.contains { $0.toys.contains("Rex") } },
            Condition(
                "ANY pets.toys.@count > 1", closure: { $0.pets.toys.count > 1 },
                predicate: #Predicate { $0.pets.contains { $0.toys.count > 1 } }
            ) { $0.pets.contains { $0.toys.count > 1 } },
            Condition(
                "ANY pets.age > %@ AND ANY pets.name CONTAINS[cd] %@", [1, "e"],
                closure: {
                    $0.pets.age > 1 && $0.pets.name.contains("e", options: [.caseInsensitive, .diacriticInsensitive])
                }
            ) { keeper in
                keeper.pets.contains { $0.age > 1 }
                    && keeper.pets.contains {
                        $0.name.folding(options: [.caseInsensitive, .diacriticInsensitive], locale: nil).contains("e")
                    }
            },
            Condition("pets[0].age > 2") { $0.pets.count > 0 && $0.pets[0].age > 2 },
            Condition("pets[LAST].name == 'Rex'") { $0.pets.last?.name == "Rex" },
            Condition("ANY friend.pets.age > 3", closure: { $0.friend.pets.age > 3 }) {
                $0.friend?.pets.contains { $0.age > 3 } ?? false
            },
        ])
    }
}

import Foundation
import Tarn
import Testing

/// Predicates as text through the public API: arguments, errors, names of classes.
@Suite struct PredicateTextTests {
    let store: Store
    let all: Results<Keeper>

    init() throws {
        var random = SplitMix(seed: 11)
        store = try FrontEndSample.store(&random)
        all = store.objects(Keeper.self)
    }

    private func error(_ text: String, _ arguments: [Any?] = []) -> StoreError? {
        #expect(throws: StoreError.self) { try all.filter(text, arguments: arguments) }
    }

    // PS2
    @Test func aFaultShowsItsPlaceInTheText() {
        let fault = error("age > 1 AND nickname = 5")
        #expect(fault?.code == .invalidPredicate)
        #expect(fault?.predicatePosition == 23)
        #expect(
            fault?.message == """
                in a predicate of Keeper: 'nickname' (string) takes a text in quotes, not '5' at column 24
                age > 1 AND nickname = 5
                                       ^
                """)
        #expect(error("agee > 1")?.message.contains("Keeper has no property 'agee'; did you mean 'age'?") == true)
    }

    // PS3
    @Test func argumentsOfEveryTypeAreValues() throws {
        let day = Date(timeIntervalSinceReferenceDate: 86_400)
        let optional: Int? = 3
        func ids(_ text: String, _ arguments: Any?...) throws -> [Int] {
            try all.filter(text, arguments: arguments).map(\.id)
        }
        #expect(try ids("age == %@", Int8(3)) == ids("age == 3"))
        #expect(try ids("age == %@", UInt64(3)) == ids("age == 3"))
        #expect(try ids("age == %@", optional) == ids("age == 3"))
        #expect(try ids("age == %@", 3.0) == ids("age == 3"))
        #expect(try ids("age == %@", Decimal(3)) == ids("age == 3"))
        #expect(try ids("height == %@", Float(1.5)) == ids("height == 1.5"))
        #expect(try ids("since == %@", day) == ids("since == 2001-01-02@00:00:00"))
        #expect(try ids("size == %@", Size.large) == ids("size == 'large'"))
        #expect(try ids("size IN %@", [Size.large, .small]) == all.map(\.id))
        #expect(try ids("name == %@", "Annabel".prefix(3)) == ids("name == 'Ann'"))
        #expect(try ids("nickname == %@", nil) == ids("nickname == nil"))
        #expect(try ids("nickname == %@", Optional<String>.none as Any) == ids("nickname == nil"))
        #expect(try ids("member == %@", true) == ids("member"))
        #expect(try ids("age IN %@", AnySequence([1, 2])) == ids("age IN {1, 2}"))
        #expect(try ids("%K == %@", "friend.age", 3) == ids("friend.age == 3"))
        #expect(try ids("%K == %@", \Keeper.friend?.age, 3) == ids("friend.age == 3"))
        #expect(try ids("nickname == %@", "x' OR TRUEPREDICATE OR name == 'x").isEmpty)
        #expect(try all.filter("age > %@ AND age < %@", 2, 5).count == all.where { $0.age > 2 && $0.age < 5 }.count)
        #expect(error("age == %@", [Thread.self])?.message.contains("argument 1 is a") == true)
        #expect(error("age == %@", [3, 4])?.code == .invalidPredicate)
        #expect(error("age == %@ AND id == %@", [3])?.code == .invalidPredicate)
    }

    // Q12, PS3
    @Test func objectsThatNothingLeadsToThrow() throws {
        #expect(error("friend == %@", [Keeper()])?.code == .objectOfAnotherStore)
        #expect(error("home == %@", [all[0]])?.message.contains("takes the number of an object") == true)
        let gone = all[0]
        try store.write { try store.delete(gone) }
        #expect(error("friend == %@", [gone])?.code == .invalidatedObject)
    }

    // PS3
    @Test func renamedPropertiesHaveBothNames() throws {
        #expect(try all.filter("called == 'Bob'").map(\.id) == all.where { $0.nickname == "Bob" }.map(\.id))
        #expect(all.sorted(byKeyPath: "nickname").map(\.id) == all.sorted(by: \.nickname).map(\.id))
    }

    // PS1
    @Test func explanationsAreThoseOfEveryFrontEnd() throws {
        let text = try all.filter("age == 3 AND friend.age > 1").explain()
        #expect(text == all.where { $0.age == 3 && $0.friend.age > 1 }.explain())
        #expect(text.contains("index on Keeper.age") && text.contains("ANY friend (age > 1)"))
        #expect(text.hasSuffix("when observed each change is followed"))
        #expect(all.limit(5).where { $0.age > 3 }.explain().hasSuffix("the query is run again after changes"))
    }

    // Q8
    @Test func filtersChainAndFollowSuffixes() throws {
        let chained = try all.filter("SORT(age DESC) LIMIT(10)").filter("member").sorted(byKeyPath: "id")
        let plain = Array(all).sorted { ($1.age, $0.id) < ($0.age, $1.id) }.prefix(10).filter(\.member).map(\.id)
            .sorted()
        #expect(chained.map(\.id) == plain)
    }

    @Test func theFirstThatPassesIsFoundByItsPlace() throws {
        let sorted = all.sorted(by: \.age, ascending: false)
        let place = try #require(sorted.firstIndex { !$0.member })
        #expect(try sorted.index(matching: "member == %@", false) == place)
        #expect(sorted.index(matching: { $0.member == false }) == place)
        #expect(try sorted.index(matching: "age > 99") == nil)
    }

    // PS1
    @Test func frozenResultsAndCollectionsTakeTheSameText() throws {
        let frozen = all.frozen()
        #expect(try frozen.filter("friend.age > %@", 3).map(\.id) == all.where { $0.friend.age > 3 }.map(\.id))
        #expect(frozen.where { $0.friend.age > 3 }.map(\.id) == all.where { $0.friend.age > 3 }.map(\.id))
        let keeper = try #require(all.where { $0.pets.count > 1 }.first)
        #expect(try keeper.pets.filter("age >= %@", 0).count == keeper.pets.count)
        #expect(throws: StoreError.self) { try keeper.pets.filter("height > 1") }
        let pet = try #require(keeper.pets.first)
        #expect(try pet.owners.filter("id == %@", keeper.id).map(\.id) == [keeper.id])
    }

    // N11, N13
    @Test func pathsOfNamesFilterNotifications() throws {
        var calls = 0
        let token = all.observe(keyPaths: ["friend.name", "nickname"]) { _ in calls += 1 }
        _ = try store.refresh()
        #expect(calls == 1)
        try store.write { all[0].age += 1 }
        #expect(calls == 1)
        try store.write { all[0].nickname = "new" }
        #expect(calls == 2)
        let friend = try #require(all.where { $0.friend != nil }.first?.friend)
        try store.write { friend.name = "renamed" }
        #expect(calls == 3)
        token.invalidate()
    }
}

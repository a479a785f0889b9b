import Foundation
import Tarn
import Testing

/// Paths that lead nowhere, in orders, closures and observers.
@Suite struct QueryPathRules {
    private static func keepers() throws -> Results<Keeper> {
        let types: [Object.Type] = [Keeper.self, Creature.self, Place.self]
        return try Store(configuration: .init(inMemoryIdentifier: "paths", objectTypes: types)).objects(Keeper.self)
    }

    private func expect(_ result: ExitTest.Result?, _ message: String, _ location: SourceLocation = #_sourceLocation) {
        let text = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
        #expect(text.contains(message), "\(text)", sourceLocation: location)
    }

    // Q9
    @Test func ordersByWhatHasNoOrderTrap() async {
        let link = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            print(try QueryPathRules.keepers().sorted(byKeyPath: "friend").count)
        }
        expect(link, "Q9: Keeper cannot be sorted by \"friend\": 'friend' is a link; name a property behind it")
        let many = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            print(try QueryPathRules.keepers().sorted(byKeyPath: "pets.age").count)
        }
        expect(many, "Q9: Keeper cannot be sorted by \"pets.age\"")
        let unknown = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            print(try QueryPathRules.keepers().sorted(byKeyPath: "").count)
        }
        expect(unknown, "Q9: Keeper cannot be sorted by \"\"")
        let keyPath = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            print(try QueryPathRules.keepers().sorted(by: \.friend?.home).count)
        }
        expect(keyPath, "Q9: Keeper cannot be sorted by")
    }

    // Q9
    @Test func namesOfOtherTypesTrap() async {
        let wrong = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            let least: String? = try QueryPathRules.keepers().min(ofProperty: "age")
            print(least ?? "")
        }
        expect(wrong, "Q9: Keeper.age is int64, which is no String")
        let text = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            print(try QueryPathRules.keepers().average(ofProperty: "name") ?? 0)
        }
        expect(text, "Q9: Keeper.name is string, which has no average")
        let behind = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            print(try QueryPathRules.keepers().distinct(by: ["friend.name"]).count)
        }
        expect(behind, "Q9: Keeper can only be distinct by its own persisted properties")
    }

    // Q9
    @Test func conditionsOnDifferentOnesOfManyTrap() async {
        let owner = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            print(try QueryPathRules.keepers().where { $0.pets.age > $0.age }.count)
        }
        expect(owner, "Q9: a query of Keeper compares properties of different ones of many")
        let mixed = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            print(try QueryPathRules.keepers().where { ($0.pets.age > 3 && $0.age > 3).count > 1 }.count)
        }
        expect(mixed, "Q9: a query of Keeper counts by a condition that is not about the elements of one collection")
        let single = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            print(try QueryPathRules.keepers().where { $0.age.max > 3 }.count)
        }
        expect(single, "Q9: a query of Keeper takes the @max of what is no property of many")
    }

    // N13
    @Test func anObservedPathThatLeadsNowhereTraps() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            let token = try QueryPathRules.keepers().observe(keyPaths: ["friend.nam"]) { _ in }
            token.invalidate()
        }
        expect(result, "N13: \"friend.nam\" leads to no persisted property of Keeper: Keeper has no property 'nam'")
    }

    // Q12
    @Test func aLinkComparedWithAnUnmanagedObjectTraps() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            print(try QueryPathRules.keepers().where { $0.pets == Creature() }.count)
        }
        expect(result, "Q12: a query compares with a Creature that was not added to a store")
    }
}

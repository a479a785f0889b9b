import Foundation
import Tarn
import Testing

/// Results over the objects of a collection.
@Suite struct ListResultsRules {
    let folder = TemporaryFolder()
    let heard = Heard()

    /// Hounds 0 to 5, each as old as its key, and the first there twice.
    private func filled() throws -> (Store, Kennel) {
        let (store, kennel) = try folder.kennel()
        try store.write {
            for id in [3, 1, 5, 0, 2, 4] { kennel.hounds.append(Hound(id, id > 2 ? "big" : "small", age: id)) }
            kennel.hounds.append(kennel.hounds[3])
            kennel.pack.insert(objectsIn: kennel.hounds)
            for hound in kennel.pack { kennel.named["\(9 - hound.id)"] = hound }
            kennel.named["n"] = .some(nil)
            try store.add(Hound(100, age: 3))
        }
        return (store, kennel)
    }

    // Q1, Q5, Q7
    @Test func queriesBeginWithTheCollection() throws {
        let (_, kennel) = try filled()
        #expect(kennel.hounds.results.map(\.id) == [3, 1, 5, 0, 2, 4, 0] && kennel.hounds.results.count == 7)
        #expect(kennel.hounds.where { $0.age < 3 }.map(\.id) == [1, 0, 2, 0])
        #expect(kennel.hounds.sorted(by: \.age).map(\.id) == [0, 0, 1, 2, 3, 4, 5])
        #expect(kennel.hounds.sorted(by: \.age, ascending: false).where { $0.name == "big" }.map(\.id) == [5, 4, 3])
        #expect(
            kennel.hounds.distinct(by: \.name).map(\.id) == [3, 1]
                && kennel.hounds.limit(2, offset: 1).map(\.id) == [1, 5])
        #expect(try kennel.hounds.filter(#Predicate { $0.age > 3 }).map(\.id) == [5, 4])
        #expect(
            kennel.pack.where { $0.age > 3 }.map(\.id) == [4, 5]
                && kennel.named.results().map(\.id) == [5, 4, 3, 2, 1, 0])
        #expect(
            kennel.named.where { $0.age > 3 }.map(\.id) == [5, 4]
                && kennel.named.sorted(by: \.age).map(\.id) == [0, 1, 2, 3, 4, 5])
        #expect(kennel.hounds.where { $0.age > 3 }.explain().contains("the 7 elements of a collection of Hound"))
        #expect(
            kennel.hounds.results.index(of: kennel.hounds[2]) == 2
                && kennel.hounds.values(of: \.age) == [3, 1, 5, 0, 2, 4, 0])
    }

    // Q13: an object counts as often as it is there.
    @Test func aggregatesOfCollections() throws {
        let (store, kennel) = try filled()
        #expect(kennel.hounds.sum(of: \.age) == 15 && kennel.hounds.average(of: \.age) == 15.0 / 7)
        #expect(kennel.hounds.min(of: \.age) == 0 && kennel.hounds.max(of: \.age) == 5)
        #expect(kennel.hounds.results.liveAverage(of: \.age).value == 15.0 / 7)
        try store.write {
            kennel.numbers = [3, 1, 2, 2]
            kennel.gaps = [nil, 4, nil]
            kennel.doubles = [0.5, 2.5, .nan]
            kennel.tags = ["b", "", "a", "b"]
        }
        for list in [kennel.numbers, [3, 1, 2, 2]] as [List<Int>] {
            #expect(list.sum() == 8 && list.average() == 2 && list.min() == 1 && list.max() == 3)
            #expect(
                list.sorted() == [1, 2, 2, 3] && list.sorted(ascending: false) == [3, 2, 2, 1]
                    && list.distinct() == [3, 1, 2])
        }
        #expect(kennel.gaps.sum() == 4 && kennel.gaps.average() == 4 && kennel.gaps.min() == 4)
        #expect(kennel.gaps.sorted() == [nil, nil, 4] && kennel.gaps.distinct() == [nil, 4])
        #expect(
            kennel.doubles.min() == 0.5 && kennel.doubles.max() == 2.5 && kennel.tags.max() == "b"
                && kennel.tags.min() == "")
        let prices: List<Decimal> = [Decimal(string: "0.1")!, Decimal(string: "0.2")!]
        #expect(prices.sum() == Decimal(string: "0.3")! && prices.average() == 0.15 && List<Decimal>().sum() == 0)
        let empty = List<Int?>()
        #expect(empty.sum() == 0 && empty.average() == nil && empty.min() == nil && List<Int?>([nil]).max() == nil)
    }

    // Q11
    @Test func settingAPropertyOfEveryElement() throws {
        let (store, kennel) = try filled()
        try store.write { try kennel.hounds.where { $0.age < 3 }.setValue(9, for: \.age) }
        #expect(kennel.hounds.values(of: \.age) == [3, 9, 5, 9, 9, 4, 9])
        try store.write { try kennel.hounds.setValue("all", for: \.name) }
        #expect(kennel.hounds.allSatisfy { $0.name == "all" } && store.hound(100)?.name == "hound")
    }

    // Q2, Q3, Q10
    @Test func resultsFollowTheCollectionUntilItsOwnerGoes() throws {
        let (store, kennel) = try filled()
        let small = kennel.hounds.where { $0.age < 3 }
        try store.write {
            kennel.hounds.removeFirst(2)
            #expect(small.map(\.id) == [0, 2, 0])
            var seen = 0
            for hound in small {
                seen += 1
                hound.age = 7
            }
            #expect(seen == 3 && small.isEmpty)
        }
        #expect(small.isEmpty && kennel.hounds.where { $0.age == 7 }.count == 3)
        let all = kennel.hounds.results
        try store.write { try store.delete(kennel) }
        #expect(all.isEmpty && small.isEmpty)
    }

    // N3, N19, N20
    @Test func changesOfResultsOverAListAreExact() throws {
        let (store, kennel) = try filled()
        let small = kennel.hounds.where { $0.age < 3 }
        let sorted = kennel.hounds.sorted(by: \.age)
        let tokens = [
            small.observe { heard.note("small " + Heard.text($0, \.id)) },
            sorted.observe { heard.note("sorted " + Heard.text($0, \.id)) },
        ]
        try store.refresh()
        #expect(heard.take() == ["small initial [1, 0, 2, 0]", "sorted initial [0, 0, 1, 2, 3, 4, 5]"])
        try store.write { store.hound(0)?.name = "twice" }
        #expect(heard.take() == ["small [1, 0, 2, 0] ~1>1 ~3>3", "sorted [0, 0, 1, 2, 3, 4, 5] ~0>0 ~1>1"])
        try store.write { kennel.hounds.append(kennel.hounds[3]) }
        #expect(heard.take() == ["small [1, 0, 2, 0, 0] +[4]", "sorted [0, 0, 0, 1, 2, 3, 4, 5] +[2]"])
        try store.write { store.hound(0)?.age = 9 }
        #expect(
            heard.take() == [
                "small [1, 2] -[1, 3, 4]",
                "sorted [1, 2, 3, 4, 5, 0, 0, 0] -[0, 1, 2] +[5, 6, 7] move 0>5 move 1>6 move 2>7",
            ])
        try store.write { try store.delete(kennel) }
        #expect(heard.take() == ["small [] -[0, 1]", "sorted [] -[0, 1, 2, 3, 4, 5, 6, 7]"])
        for token in tokens { token.invalidate() }
    }
}

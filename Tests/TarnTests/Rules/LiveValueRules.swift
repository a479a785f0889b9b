import Foundation
import Tarn
import Testing

/// Numbers of results that follow the store.
@Suite struct LiveValueRules {
    let folder = TemporaryFolder()

    // Q13
    @Test func valuesAreThoseOfTheResults() throws {
        let store = try Store(configuration: folder.rules)
        let items = store.objects(Item.self).where { $0.count > 0 }
        let (count, sum, average) = (items.liveCount(), items.liveSum(of: \.count), items.liveAverage(of: \.count))
        let (least, greatest) = (items.liveMin(of: \.name), items.liveMax(of: \.count))
        func expectSame() {
            #expect(count.value == items.count)
            #expect(sum.value == items.sum(of: \.count))
            #expect(average.value == items.average(of: \.count))
            #expect(least.value == items.min(of: \.name))
            #expect(greatest.value == items.max(of: \.count))
        }
        #expect(count.value == 0 && sum.value == 0 && average.value == nil)
        #expect(least.value == nil && greatest.value == nil)
        try store.addItems(0..<20)
        expectSame()
        try store.write {
            store.item(3)?.count = 100
            // In a write they include what is not committed.
            #expect(greatest.value == 100)
            try store.delete(try #require(store.item(19)))
            expectSame()
        }
        expectSame()
        try store.write { store.item(3)?.count = -1 }
        expectSame()
        #expect(greatest.value == 18)
        _ = try? store.write {
            store.item(4)?.count = 1000
            throw CancellationError()
        }
        expectSame()
    }

    // N1, N9
    @Test func onlyOtherValuesAreTold() throws {
        let store = try Store(configuration: folder.rules)
        try store.addItems(0..<3)
        let items = store.objects(Item.self)
        var heard: [ValueChange<Int>] = []
        let token = items.liveSum(of: \.count).observe { heard.append($0) }
        #expect(heard.isEmpty)
        try store.refresh()
        #expect(heard == [.initial(3)])
        try store.write { store.item(0)?.name = "other" }
        try store.write {
            store.item(1)?.count = 2
            store.item(2)?.count = 1
        }
        #expect(heard.count == 1)
        try store.write { store.item(1)?.count = 10 }
        #expect(heard.last == .update(11, old: 3))
        #expect(heard.last?.value == 11)
        token.invalidate()
        try store.addItems(5..<6)
        #expect(heard.count == 2)
    }

    // N18
    @Test func aWriteCanBeKeptFromOneObserver() throws {
        let store = try Store(configuration: folder.rules)
        let count = store.objects(Item.self).liveCount()
        var (quiet, loud): ([ValueChange<Int>], [ValueChange<Int>]) = ([], [])
        let token = count.observe { quiet.append($0) }
        let other = count.observe { loud.append($0) }
        try store.refresh()
        try store.write(withoutNotifying: [token]) { try store.add(Item(1)) }
        #expect(quiet == [.initial(0)])
        #expect(loud == [.initial(0), .update(1, old: 0)])
        try store.write { try store.add(Item(2)) }
        #expect(quiet == [.initial(0), .update(2, old: 1)])
        #expect(loud.last == .update(2, old: 1))
        other.invalidate()
        #expect(count.value == 2)
    }

    // N8
    @Test func commitsElsewhereArriveAsOneChange() throws {
        let store = try Store(configuration: folder.rules)
        var heard: [ValueChange<Int?>] = []
        let greatest = store.objects(Item.self).liveMax(of: \.count)
        let token = greatest.observe { heard.append($0) }
        try store.refresh()
        let configuration = folder.rules
        try onAnotherThread {
            let other = try Store(configuration: configuration)
            for key in 0..<5 { try other.write { try other.add(Item(key, count: key)) } }
        }
        #expect(heard == [.initial(nil)])
        try store.refresh()
        #expect(heard == [.initial(nil), .update(4, old: nil)])
        token.invalidate()
    }

    @Test @MainActor func changesComeAsASequence() async throws {
        let store = try Store(configuration: folder.rules)
        let count = store.objects(Item.self).liveCount()
        var heard: [Int] = []
        for await change in count.changes {
            heard.append(change.value)
            if heard.count == 3 { break }
            try store.write { try store.add(Item(heard.count)) }
        }
        #expect(heard == [0, 1, 2])
    }

    @Test func theObservationFrameworkHearsOfThem() throws {
        var configuration = folder.rules
        configuration.isObservable = true
        let store = try Store(configuration: configuration)
        try store.addItems(0..<3)
        let sum = store.objects(Item.self).where { $0.count >= 0 }.liveSum(of: \.count)
        let fired = Counter()
        #expect(fired.track { sum.value } == 3)
        try store.write { store.item(1)?.name = "other" }
        #expect(fired.count == 0)
        try store.write { store.item(1)?.count = 5 }
        #expect(fired.count == 1)
        #expect(fired.track { sum.value } == 7)
    }

    @Test func windowsAndGroupsHaveValuesToo() throws {
        let store = try Store(configuration: folder.rules)
        try store.addItems(0..<10)
        let first = store.objects(Item.self).sorted(by: \.count).limit(3)
        let (sum, greatest) = (first.liveSum(of: \.count), first.liveMax(of: \.count))
        let names = store.objects(Item.self).distinct(by: \.name).liveCount()
        #expect(sum.value == 3 && greatest.value == 2 && names.value == 10)
        try store.write {
            store.item(0)?.count = 50
            store.item(5)?.name = "item-6"
        }
        #expect(sum.value == 6 && greatest.value == 3 && names.value == 9)
    }
}

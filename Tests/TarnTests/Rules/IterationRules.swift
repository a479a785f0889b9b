import Foundation
import Tarn
import Testing

/// Loops over results, whatever their bodies do.
@Suite struct IterationRules {
    let folder = TemporaryFolder()

    private func filled(_ count: Int = 200) throws -> (Store, Results<Item>) {
        let store = try Store(configuration: folder.rules)
        try store.addItems(0..<count)
        return (store, store.objects(Item.self))
    }

    // Q3
    @Test func deletingWhatALoopVisitsDisturbsNothing() throws {
        for isSorted in [false, true] {
            let (store, all) = try filled()
            let loop = isSorted ? all.sorted(by: \.count, ascending: false) : all
            var visited: [Int] = []
            try store.write {
                for item in loop {
                    visited.append(item.id)
                    try store.delete(item)
                }
            }
            #expect(visited.sorted() == Array(0..<200) && all.isEmpty)
            store.close()
        }
    }

    // Q3
    @Test func whatIsDeletedBeforeItsTurnComesAsInvalidated() throws {
        let (store, all) = try filled()
        var (alive, invalid) = (0, 0)
        try store.write {
            for item in all {
                if item.isInvalidated { invalid += 1 } else { alive += 1 }
                if alive == 1, invalid == 0 { try store.delete(all.where { $0.id >= 100 }) }
            }
        }
        #expect(alive == 100 && invalid == 100)
    }

    // Q3
    @Test func leavingTheQueryDoesNotEndTheTurnOfOthers() throws {
        let (store, all) = try filled()
        let odd = all.where { $0.count < 1000 }
        for sorted in [odd, odd.sorted(by: \.count)] {
            try store.write {
                for item in sorted { item.count += 1000 }
                #expect(odd.isEmpty)
                for item in all { item.count -= 1000 }
                sorted.forEach { $0.name = "visited" }
            }
            #expect(all.allSatisfy { $0.count == $0.id && $0.name == "visited" })
            _ = try store.write { sorted.map { $0.count += 1000 } }
            #expect(all.allSatisfy { $0.count == $0.id + 1000 })
            try store.write { all.lazy.filter { $0.count >= 1000 }.forEach { $0.count -= 1000 } }
            try store.write {
                for item in odd[50..<200] { item.count += 1000 }
                for item in odd.prefix(25) { item.count += 1000 }
                for item in odd.reversed() { item.count += 1000 }
                #expect(odd.isEmpty)
                for item in all.dropFirst(0) { item.count -= 1000 }
            }
        }
    }

    // Q3
    @Test func aLoopMayCommitRefreshAndCancel() throws {
        let (store, all) = try filled()
        let other = try Store(configuration: folder.rules)
        for results in [all, all.sorted(by: \.name)] {
            var visited = 0
            for item in results {
                try store.write { item.count = -1 }
                if visited % 10 == 0 {
                    try other.write { other.item(item.id)?.comment = "by another" }
                    try store.refresh()
                }
                if visited % 25 == 0 {
                    try store.beginWrite()
                    item.count = -2
                    store.cancelWrite()
                }
                visited += 1
                #expect(!item.isInvalidated && item.count == -1)
            }
            #expect(visited == 200 && all.sum(of: \.count) == -200 && store.readFailure == nil)
            try store.write { for item in results { item.count = item.id } }
        }
        // Begun in a write and ended after it.
        try store.beginWrite()
        var iterator = all.makeIterator()
        #expect(iterator.next()?.id == 0)
        try store.commitWrite()
        var rest = 1
        while let item = iterator.next() {
            #expect(item.name == "item-\(rest)")
            rest += 1
        }
        #expect(rest == 200 && store.readFailure == nil)
    }

    // Q3
    @Test func aLoopOutlivesItsStore() throws {
        let (store, all) = try filled()
        var iterator = all.makeIterator()
        #expect(iterator.next()?.name == "item-0")
        store.close()
        var invalid = 0
        while let item = iterator.next(), invalid < 1000 { invalid += item.isInvalidated ? 1 : 1000 }
        #expect(invalid == 199)
    }

    // Q3
    @Test func nestedLoopsOverOneResultsAreIndependent() throws {
        let (store, all) = try filled(30)
        var pairs = Set<Int>()
        for outer in all {
            for inner in all { pairs.insert(outer.id * 100 + inner.id) }
            #expect(outer.name == "item-\(outer.id)")
        }
        #expect(pairs.count == 900)
        // Two iterators in step, one ahead of the other.
        var (one, two) = (all.makeIterator(), all.makeIterator())
        _ = two.next()
        while let left = one.next() {
            let right = two.next()
            #expect(right.map { $0.id == left.id + 1 } ?? (left.id == 29))
        }
        try store.write {
            for outer in all where !outer.isInvalidated {
                for inner in all where inner.id == outer.id + 1 { try store.delete(inner) }
            }
        }
        #expect(all.count == 15)
    }

    @Test func referencesThatAreKeptNeverMove() throws {
        let (_, all) = try filled()
        var strong: [Item] = []
        var weak: [WeakItem] = []
        var captured: [() -> Int] = []
        var byKey: [Int: Item] = [:]
        var last: Item?
        for item in all {
            switch item.id % 5 {
            case 0: strong.append(item)
            case 1: captured.append { item.id }
            case 2: byKey[item.id] = item
            case 3: weak.append(WeakItem(item: item, key: item.id))
            default: break
            }
            if item.id == 102 { last = item }
        }
        #expect(strong.map(\.id) == Array(stride(from: 0, to: 200, by: 5)) && Set(strong).count == 40)
        #expect(captured.map { $0() } == Array(stride(from: 1, to: 200, by: 5)))
        #expect(byKey.allSatisfy { $0.key == $0.value.id } && last?.id == 102)
        // A weak reference is nil or stands for what it stood for.
        #expect(weak.allSatisfy { $0.item == nil || $0.item?.id == $0.key } && weak.count == 40)
    }

    @Test func unownedAndWeakReferencesKeepAnInstanceFromBeingMoved() throws {
        let (_, all) = try filled()
        var iterator = all.makeIterator()
        var first = iterator.next()
        unowned let unownedFirst = try #require(first)
        weak let weakFirst = first
        let identity = ObjectIdentifier(unownedFirst)
        let second = iterator.next()
        #expect(unownedFirst.id == 0 && weakFirst?.id == 0 && second?.id == 1)
        #expect(second.map { ObjectIdentifier($0) } != identity)
        first = nil
        _ = first
    }

    @Test func collectionsOfResultsHoldAsManyObjectsAsThereAre() throws {
        let (store, all) = try filled()
        let passing = all.lazy.filter { (item: Item) -> Bool in item.id >= 0 }
        let reduced: [Item] = all.reduce(into: []) { $0.append($1) }
        let backwards: [Item] = Array(all.reversed())
        var lists: [[Item]] = [Array(all), all.map { $0 }, Array(all.sorted(by: \.count)), Array(passing), reduced]
        lists += [Array(all.prefix(1000)), Array(all[0..<200]), Array(backwards.reversed()), Array(AnySequence(all))]
        lists.append(zip(all, all).map { $1 })
        for list in lists {
            #expect(list.map(\.id) == Array(0..<200) && Set(list.map { ObjectIdentifier($0) }).count == 200)
        }
        let firstTwo = (all.first, all.dropFirst().first)
        #expect(firstTwo.0?.id == 0 && firstTwo.1?.id == 1)
        #expect(all.min { $0.id > $1.id }?.id == 199 && all.first { $0.count == 77 }?.name == "item-77")
        let groups = Dictionary(grouping: all) { $0.id % 10 }
        for (digit, items) in groups {
            #expect(items.count == 20 && items.allSatisfy { $0.id % 10 == digit })
        }
        try store.write { for item in lists[0] { item.name = "\(item.id)" } }
        #expect(all.allSatisfy { $0.name == "\($0.id)" })
    }

    @Test func aCopyOfAnIteratorDoesNotMoveWhatTheOtherGave() throws {
        let (_, all) = try filled(10)
        var one = all.makeIterator()
        let first = one.next()
        var two = one
        let (second, third) = (two.next(), one.next())
        #expect(first?.id == 0 && second !== first && third !== second)
        #expect(Set([first, second, third].compactMap { $0?.id }).count == 3)
    }

    @Test func instancesWithStateOfTheirOwnAreNeverMoved() throws {
        let store = try Store(configuration: folder.configuration([Person.self]))
        try store.write { for id in 0..<20 { try store.add(Person(id, "p")) } }
        for person in store.objects(Person.self) {
            #expect(person.note == "ignored")
            person.note = "touched"
        }
    }
}

private struct WeakItem {
    weak var item: Item?
    let key: Int
}

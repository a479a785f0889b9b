import Foundation
import Tarn
import Testing

@Suite struct ResultsRules {
    let folder = TemporaryFolder()

    @Test(arguments: Misuse.results) func breakingARuleOfResultsTraps(misuse: Misuse) async throws {
        try await misuse.expectTrap(in: folder)
    }

    // Q1
    @Test func makingResultsDoesNoWork() throws {
        let store = try Store(configuration: folder.rules)
        let other = try Store(configuration: folder.rules)
        let chain = store.objects(Item.self).where { $0.count > 1 }.sorted(by: \.name).distinct(by: \.name).limit(5)
        // No snapshot was begun: what is committed now is seen.
        try other.addItems(0..<10)
        #expect(chain.count == 5)
        let start = ContinuousClock.now
        for _ in 0..<1000 { _ = store.objects(Item.self).sorted(by: \.name).distinct(by: \.name) }
        #expect(ContinuousClock.now - start < .seconds(5))
    }

    // Q2
    @Test func resultsThatWereReadFollowTheWrite() throws {
        let store = try Store(configuration: folder.rules)
        try store.addItems(0..<4)
        let some = store.objects(Item.self).where { $0.count >= 2 }
        #expect(some.map(\.id) == [2, 3])
        try store.write {
            store.item(0)?.count = 5
            #expect(some.map(\.id) == [0, 2, 3] && some.count == 3)
            try store.delete(try #require(store.item(3)))
            #expect(some.map(\.id) == [0, 2])
            try store.add(Item(9, count: 9))
            #expect(some.last?.id == 9)
        }
        try store.beginWrite()
        try store.delete(some)
        #expect(some.isEmpty)
        store.cancelWrite()
        #expect(some.map(\.id) == [0, 2, 9])
    }

    // Q4
    @Test func withoutASortTheOrderIsThatOfTheKeys() throws {
        let store = try Store(configuration: folder.rules)
        try store.write {
            for key in [70, -5, 3, 0, 64, -70, .max, .min] { try store.add(Item(key)) }
            for number in 0..<130 { try store.add(Note("n", number: number)) }
        }
        #expect(store.objects(Item.self).map(\.id) == [.min, -70, -5, 0, 3, 64, 70, .max])
        try store.write { try store.delete(store.objects(Note.self)[64]) }
        #expect(store.objects(Note.self).map(\.number) == Array(0..<64) + Array(65..<130))
    }

    // Q5
    @Test func sortingIsStable() throws {
        let store = try Store(configuration: folder.rules)
        try store.write { for key in 0..<200 { try store.add(Item(key, "\(key * 7 % 5)", count: key % 3)) } }
        let all = store.objects(Item.self)
        let expected = (0..<200).sorted { ($0 * 7 % 5, $0 % 3, $0) < ($1 * 7 % 5, $1 % 3, $1) }
        #expect(all.sorted(by: \.count).sorted(by: \.name).map(\.id) == expected)
        #expect(all.sorted(by: [.init(\.name), .init(\.count)]).map(\.id) == expected)
    }

    // Q6
    @Test func nilComesFirstAndTextByItsBytes() throws {
        let store = try Store(configuration: folder.rules)
        let comments: [String?] = ["b", nil, "\u{E4}", "Z", "a", "", nil, "\u{1F600}"]
        try store.write {
            for (key, comment) in comments.enumerated() {
                try store.create(Item.self, value: ["id": key, "comment": comment as Any])
            }
        }
        let sorted = store.objects(Item.self).sorted(by: \.comment)
        #expect(sorted.map(\.comment) == [nil, nil, "", "Z", "a", "b", "\u{E4}", "\u{1F600}"])
        #expect(store.objects(Item.self).sorted(by: \.comment, ascending: false).map(\.id).suffix(2) == [1, 6])
    }

    // Q7, Q8
    @Test func distinctSortFilterAndLimitActInTheirOrder() throws {
        let store = try Store(configuration: folder.rules)
        try store.write { for key in 0..<100 { try store.add(Item(key, "\(key % 4)", count: key % 10)) } }
        let all = store.objects(Item.self)
        #expect(all.distinct(by: \.name).map(\.id) == [0, 1, 2, 3])
        #expect(all.sorted(by: \.id, ascending: false).distinct(by: \.name).map(\.id) == [99, 98, 97, 96])
        #expect(all.distinct(by: \.name).sorted(by: \.id, ascending: false).map(\.id) == [3, 2, 1, 0])
        #expect(all.distinct(by: \.count).distinct(by: \.name).map(\.id) == [0, 1, 2, 3])
        #expect(all.distinct(by: \.name).where { $0.id > 1 }.map(\.id) == [2, 3])
        #expect(all.where { $0.id > 1 }.distinct(by: \.name).map(\.id) == [2, 3, 4, 5])
        #expect(all.limit(10, offset: 5).where { $0.id > 12 }.map(\.id) == [13, 14])
        #expect(all.where { $0.id > 12 }.limit(2, offset: 1).map(\.id) == [14, 15])
    }

    // Q11
    @Test func settingManyKeepsToWhatWasFoundFirst() throws {
        let store = try Store(configuration: folder.rules)
        try store.addItems(0..<100)
        let some = store.objects(Item.self).where { $0.count >= 50 }
        try store.write {
            try some.setValue(0, for: \.count)
            #expect(some.isEmpty)
            try store.objects(Item.self).where { $0.id >= 90 }.setValue(Note("shared"), for: \.note)
        }
        #expect(store.objects(Item.self).where { $0.count == 0 }.count == 51 && store.objects(Note.self).count == 1)
        #expect(store.item(95)?.note == store.item(90)?.note && store.item(89)?.note == nil)
    }

    // Q12
    @Test func anObjectHasAPlaceInResults() throws {
        let store = try Store(configuration: folder.rules)
        try store.addItems(0..<10)
        let some = store.objects(Item.self).where { $0.count > 3 }
        let item = try #require(store.item(7))
        #expect(some.index(of: item) == 3 && some.sorted(by: \.count, ascending: false).index(of: item) == 2)
        #expect(some.index(of: try #require(store.item(2))) == nil)
    }

    // Q13
    @Test func aggregatesSkipNilAndKnowNothing() throws {
        let store = try Store(configuration: folder.rules)
        let all = store.objects(Everything.self)
        #expect(all.sum(of: \.maybeDouble) == 0 && all.average(of: \.int64) == nil && all.max(of: \.text) == nil)
        try store.write {
            try store.add(EverythingSample.object(0))
            #expect(
                all.sum(of: \.maybeInt) == 0 && all.min(of: \.maybeInt) == nil && all.average(of: \.maybeFloat) == nil)
            for number in [4, 6] {
                let object = EverythingSample.object(1)
                (object.key, object.maybeInt) = ("\(number)", number)
                try store.add(object)
            }
        }
        #expect(all.sum(of: \.maybeInt) == 10 && all.average(of: \.maybeInt) == 5 && all.min(of: \.maybeInt) == 4)
    }

    // Q15
    @Test func aScanReadsColumnsAndLinksAndEndsByThrowing() throws {
        let store = try Store(configuration: folder.rules)
        try store.addItems(0..<200)
        try store.write { store.item(3)?.next = store.item(4) }
        var linked: [Int?] = []
        store.objects(Item.self).limit(10).scan(\.id, \.next) { ids, links in
            for index in 0..<ids.count where links[index] != nil { linked.append(links[index]?.id) }
        }
        #expect(linked == [4])
        #expect(throws: CancellationError.self) {
            try store.objects(Item.self).scan(\.id) { _ in throw CancellationError() }
        }
        // Scans within scans; afterwards the store may be written again.
        store.objects(Item.self).scan(\.id) { ids in
            #expect(store.objects(Item.self).values(of: \.count).count == 200 && ids.count > 0)
        }
        try store.addItems(200..<201)
        try store.write {
            store.item(0)?.name = "scanned in a write"
            #expect(store.objects(Item.self).values(of: \.name).first == "scanned in a write")
            store.item(0)?.name = "again"
        }
    }
}

extension Misuse {
    private static func onItems(
        _ rule: String, _ name: String, _ body: @escaping @Sendable (Store, Results<Item>) throws -> Void
    ) -> Misuse {
        Misuse(rule, name) { store in
            try store.addItems(0..<100)
            try body(store, store.objects(Item.self))
        }
    }

    static let results: [Misuse] = [
        onItems("L8", "an index past the end") { _, all in print(all[100].id) },
        onItems("L8", "a negative index") { _, all in print(all[-1].id) },
        onItems("Q9", "telling apart by an unwrapped link") { _, all in print(all.distinct(by: \.next!.next).count) },
        onItems("Q9", "sorting by what is not persisted") { _, all in print(all.sorted(by: \.description).count) },
        onItems("Q9", "summing through a link") { _, all in print(all.sum(of: \.next?.count)) },
        onItems("Q12", "the place of an unmanaged object") { _, all in print(all.index(of: Item(1)) as Any) },
        onItems("Q12", "the place of a deleted object") { store, all in
            let item = all[3]
            try store.write { try store.delete(try #require(store.item(3))) }
            print(all.index(of: item) as Any)
        },
        onItems("Q13", "an integer sum that overflows") { store, all in
            try store.write { try all.limit(2).setValue(.max, for: \.count) }
            print(all.sum(of: \.count))
        },
        onItems("Q13", "a followed integer sum that overflows") { store, all in
            let sum = all.liveSum(of: \.count)
            print(sum.value)
            try store.write { try all.limit(2).setValue(.max, for: \.count) }
            print(sum.value)
        },
        onItems("Q14", "a negative limit") { _, all in print(all.limit(-1).count) },
        onItems("Q14", "a negative offset") { _, all in print(all.limit(1, offset: -1).count) },
        onItems("Q15", "setting a property during a scan") { store, all in
            try store.write {
                let item = try #require(store.item(0))
                all.scan(\.count) { counts in
                    item.count = 5
                    print(counts[0])
                }
            }
        },
        onItems("Q15", "adding during a scan") { store, all in
            try store.write { try all.scan(\.count) { _ in try store.add(Item(1000)) } }
        },
        onItems("Q15", "a write around a view") { store, all in
            try all.scan(\.name) { names in
                try store.write {}
                print(names[0])
            }
        },
        onItems("Q15", "closing during a scan") { store, all in all.scan(\.name) { _ in store.close() } },
        onItems("L8", "a view after its scan") { _, all in
            var kept: ColumnView<Int>?
            all.scan(\.count) { kept = $0 }
            print(kept?[0] as Any)
        },
    ]
}

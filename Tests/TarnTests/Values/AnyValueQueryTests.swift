import Foundation
import Tarn
import Testing

@Suite struct AnyValueQueryTests {
    typealias Setting = ValueModels.Setting
    let folder = TemporaryFolder()
    let store: Store
    let all: Results<Setting>

    init() throws {
        let store = try Store(configuration: folder.configuration(ValueModels.types))
        self.store = store
        all = store.objects(Setting.self)
        let values: [AnyValue] = [
            1, 1.0, .float(1), .decimal(1), 1.5, "Text", "other", nil, true, [1], ["a": 1], .data(Data([1])),
        ]
        try store.write {
            for (id, value) in values.enumerated() {
                try store.create(Setting.self, value: ["id": id, "value": value])
            }
            let owner = try store.create(ValueModels.Owner.self, value: ["id": 7])
            try store.create(Setting.self, value: ["id": 99, "value": owner])
        }
    }

    // E3
    @Test func numbersCompareByValueAndOtherKindsByKind() throws {
        #expect(all.where { $0.value == 1 }.map(\.id) == [0, 1, 2, 3])
        #expect(
            all.where { $0.value > 1 }.map(\.id) == [4] && all.where { $0.value <= 1.5 }.map(\.id) == [0, 1, 2, 3, 4])
        #expect(all.where { $0.value == "Text" }.map(\.id) == [5] && all.where { $0.value == [1.0] }.map(\.id) == [9])
        #expect(all.where { $0.value == nil }.map(\.id) == [7] && all.where { $0.value != 1 }.count == 9)
        #expect(all.where { $0.value.in([1, "other", nil]) }.map(\.id) == [0, 1, 2, 3, 6, 7])
        #expect(all.where { $0.value.contains("TE", options: .caseInsensitive) }.map(\.id) == [5])
        #expect(all.where { $0.value.isOf(.int, .list, .null) }.map(\.id) == [0, 7, 9])
        let owner = store.objects(ValueModels.Owner.self)[0]
        #expect(all.where { $0.value == .object(owner) }.map(\.id) == [99])
        #expect(try all.filter("value == 1").map(\.id) == [0, 1, 2, 3])
        #expect(try all.filter("value == %@", owner).map(\.id) == [99])
        #expect(try all.filter("value BEGINSWITH[c] 'te'").map(\.id) == [5])
    }

    // E3
    @Test func sortingHasOneOrderForAllKinds() {
        let order = [7, 8, 0, 1, 2, 3, 4, 5, 6, 11, 99, 9, 10]
        #expect(all.sorted(by: \.value).map(\.id) == order)
        #expect(all.distinct(by: \.value).map(\.id) == [0, 4, 5, 6, 7, 8, 9, 10, 11, 99])
    }

    @Test func observedQueriesFollowValues() throws {
        let heard = Heard()
        let large = all.where { $0.value > 100 }
        let token = large.observe { change in
            if case .update(let found, let update) = change {
                heard.note("\(found.map(\.id)) -\(update.deletions) +\(update.insertions)")
            }
        }
        try store.write { all[0].value = 200.5 }
        try store.write { all[5].value = .decimal(300) }
        try store.write { all[0].value = "200" }
        #expect(heard.take() == ["[0] -[] +[0]", "[0, 5] -[] +[1]", "[5] -[0] +[]"])
        token.invalidate()
    }
}

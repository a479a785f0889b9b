import Tarn
import Testing

private final class Tally: Object {
    @Persisted(primaryKey: true) var id: UInt
    @Persisted var small: UInt8
    @Persisted var medium: UInt16?
    @Persisted(indexed: true) var large: UInt32
    @Persisted var largest: UInt64
}

@Suite struct UnsignedTests {
    let folder = TemporaryFolder()

    @Test func unsignedIntegersKeepTheirValuesAndOrder() throws {
        let store = try Store(configuration: folder.configuration([Tally.self]))
        try store.write {
            let counter = Tally()
            (counter.id, counter.small, counter.medium) = (UInt(Int.max), .max, .max)
            (counter.large, counter.largest) = (.max, UInt64(Int64.max))
            try store.add(counter)
            try store.create(Tally.self, value: ["id": 1, "large": 70_000])
        }
        let all = store.objects(Tally.self)
        let found = try #require(store.object(ofType: Tally.self, forPrimaryKey: UInt(Int.max)))
        #expect(
            found.small == .max && found.medium == .max && found.large == .max && found.largest == UInt64(Int64.max))
        #expect(all.where { $0.large > 70_000 }.map(\.small) == [255] && all.where { $0.largest < .max }.count == 2)
        #expect(all.sorted(by: \.large, ascending: false).map(\.large) == [.max, 70_000])
        #expect(all.max(of: \.small) == 255 && all.sum(of: \.small) == 255 && all.values(of: \.medium) == [nil, .max])
    }

    @Test func numbersThatHaveNoPlaceAreRefused() throws {
        let store = try Store(configuration: folder.configuration([Tally.self]))
        #expect(throws: StoreError.self) { try store.write { try store.create(Tally.self).largest = .max } }
        #expect(throws: StoreError.self) { try store.write { try store.create(Tally.self, value: ["small": 256]) } }
        #expect(throws: StoreError.self) { try store.write { try store.create(Tally.self, value: ["id": -1]) } }
        #expect(store.objects(Tally.self).isEmpty)
    }
}

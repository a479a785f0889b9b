import Testing

@testable import TarnRecords

@Suite struct MembershipTests {
    @Test func aSetGivesTheSameAnswersAsASortedArray() {
        let seed = RandomSource.seed()
        var random = RandomSource(seed: seed)
        for _ in 0..<60 {
            let keys = SampleRows.keys(5 + random.below(200), &random).map(\.rawValue)
            let membership = Membership.set(KeySet(sortedKeys: keys))
            #expect(membership.count == keys.count)
            for (index, key) in keys.enumerated() {
                #expect(membership.key(at: index).rawValue == key, "seed \(seed)")
                #expect(membership.index(of: ObjectKey(rawValue: key)) == index, "seed \(seed)")
                let next = ObjectKey(rawValue: key &+ 1)
                #expect(membership.index(of: next) == keys.firstIndex(of: next.rawValue), "seed \(seed)")
            }
            for _ in 0..<20 {
                let (count, offset) = (
                    random.isOne(in: 5) ? nil : random.below(keys.count + 2), random.below(keys.count + 2)
                )
                let part = membership.limited(count: count, offset: offset)
                let expected = Array(keys.dropFirst(offset).prefix(count ?? .max))
                #expect(part == .set(KeySet(sortedKeys: expected)), "seed \(seed)")
                #expect(Membership.list(keys).limited(count: count, offset: offset) == .list(expected), "seed \(seed)")
            }
        }
    }

    @Test func aKeyAddedTwiceCountsOnce() {
        var set = KeySet(sortedKeys: [5, 5, 6, 70])
        set.append(number: 1, slots: 1 << 6 | 1)
        #expect(set.count == 4)
        #expect(set.keys == [5, 6, 64, 70])
        #expect(set.contains(ObjectKey(rawValue: 70)) && !set.contains(ObjectKey(rawValue: 71)))
    }

    @Test func bitsAreFoundByTheirPlace() {
        var random = RandomSource(seed: 3)
        let masks: [UInt64] = (0..<200).map { _ in random.next() & random.next() }
        for mask in [1, 1 << 63, UInt64.max] + masks {
            for (n, position) in SlotSequence(mask).enumerated() { #expect(mask.position(ofBit: n) == position) }
        }
    }

    @Test func ranksAndSlotsTranslateIntoEachOther() {
        var random = RandomSource(seed: 4)
        for _ in 0..<300 {
            let presence = random.pick([random.next(), .max, 0xFF, random.next() & random.next()]) | 1
            let cluster = Cluster(base: UnsafeRawPointer(bitPattern: 8)!, presence: presence, owner: nil)
            let slots = random.next()
            let ranks = cluster.ranks(fromSlots: slots)
            #expect(cluster.slots(fromRanks: ranks) == slots & presence)
            #expect(ranks.nonzeroBitCount == (slots & presence).nonzeroBitCount)
            #expect(ranks & ~cluster.all == 0)
        }
    }
}

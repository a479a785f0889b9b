import Foundation
import Tarn
import Testing

/// Owns the next of a chain, keeps what it is bound to, and lets others be.
final class Ring: Object {
    @Persisted(primaryKey: true) var id: Int
    @Persisted(deleteRule: .cascade) var next: Ring?
    @Persisted(deleteRule: .cascade) var other: Ring?
    @Persisted(deleteRule: .deny) var bond: Anchor?
    @Persisted var friend: Ring?

    convenience init(_ id: Int) {
        self.init()
        self.id = id
    }
}

final class Anchor: Object {
    @Persisted var name: String
    @Persisted(deleteRule: .deny) var ring: Ring?
}

@Suite struct DeleteRuleRules {
    let folder = TemporaryFolder()

    private func store(_ rings: Int) throws -> Store {
        let store = try Store(configuration: folder.configuration([Ring.self]))
        try store.write { for id in 0..<rings { try store.add(Ring(id)) } }
        return store
    }

    private func ring(_ store: Store, _ id: Int) throws -> Ring {
        try #require(store.object(ofType: Ring.self, forPrimaryKey: id))
    }

    private func left(_ store: Store) throws -> [Int] {
        #expect(try Store.verify(at: try #require(store.configuration.fileURL)).faults.isEmpty)
        return store.objects(Ring.self).map(\.id)
    }

    // L9
    @Test func cascadeTakesWhatIsBehindTheLinkAndNullifyLeavesIt() throws {
        let store = try store(6)
        try store.write {
            try ring(store, 0).next = ring(store, 1)
            try ring(store, 1).other = ring(store, 2)
            try ring(store, 1).friend = ring(store, 3)
            try ring(store, 4).friend = ring(store, 2)
        }
        try store.write { try store.delete(ring(store, 0)) }
        #expect(try left(store) == [3, 4, 5] && ring(store, 4).friend == nil)
    }

    // L9
    @Test func cyclesEndAndWhatTwoOwnGoesOnce() throws {
        let store = try store(6)
        try store.write {
            // A diamond whose end leads back to its beginning.
            try ring(store, 0).next = ring(store, 1)
            try ring(store, 0).other = ring(store, 2)
            try ring(store, 1).next = ring(store, 3)
            try ring(store, 2).next = ring(store, 3)
            try ring(store, 3).next = ring(store, 0)
            try ring(store, 5).next = ring(store, 5)
        }
        let three = try ring(store, 3)
        try store.write { try store.delete(ring(store, 2)) }
        #expect(try left(store) == [4, 5] && three.isInvalidated)
        try store.write { try store.delete(store.objects(Ring.self)) }
        #expect(try left(store).isEmpty)
    }

    // L9
    @Test func denyThrowsBeforeAnythingIsChanged() throws {
        let store = try store(4)
        try store.write {
            try ring(store, 0).next = ring(store, 1)
            try ring(store, 1).bond = try store.create(Anchor.self, value: ["name": "iron"])
        }
        let before = try store.version()
        try store.write {
            #expect(code { try store.delete(try ring(store, 0)) } == .deletionDenied)
            #expect(message { try store.deleteAll(Ring.self) }.contains("Ring.bond"))
            #expect(code { try store.delete(store.objects(Ring.self)) } == .deletionDenied)
            #expect(code { try store.delete([try ring(store, 3), ring(store, 1)]) } == .deletionDenied)
        }
        #expect(try left(store) == [0, 1, 2, 3] && store.version() == before)
        // Without its object the rule has nothing to say.
        try store.write {
            try store.deleteAll(Anchor.self)
            try store.delete(ring(store, 0))
        }
        #expect(try left(store) == [2, 3])
    }

    // L9
    @Test func denyDoesNotKeepWhatGoesTogetherWithItsTarget() throws {
        let store = try store(2)
        try store.write {
            let anchor = try store.create(Anchor.self, value: ["name": "iron"])
            anchor.ring = try ring(store, 0)
            try ring(store, 0).bond = anchor
        }
        try store.write {
            // Of all rings and no anchor, the anchor's rule keeps nothing; the ring's does.
            #expect(code { try store.deleteAll(Ring.self) } == .deletionDenied)
            #expect(code { try store.delete(store.objects(Anchor.self)) } == .deletionDenied)
            try store.delete([store.objects(Anchor.self)[0], ring(store, 0)] as [Object])
        }
        #expect(try left(store) == [1] && store.objects(Anchor.self).isEmpty)
        try store.write {
            try ring(store, 1).bond = try store.create(Anchor.self, value: ["name": "iron"])
            try store.deleteAll()
        }
        #expect(store.isEmpty)
    }

    // L9
    @Test func aChainOfAnyLengthGoesWithoutUsingTheStack() throws {
        let count = ProcessInfo.processInfo.environment["TARN_LONG"] == nil ? 20_000 : 1_000_000
        let store = try store(0)
        try store.write {
            var next: Ring?
            for id in 0..<count {
                let ring = Ring(id)
                try store.add(ring)
                ring.next = next
                next = ring
            }
        }
        try store.write { try store.delete(ring(store, count - 1)) }
        #expect(try left(store).isEmpty)
    }

    // L9, N8
    @Test func observersHearExactlyWhatWent() throws {
        let store = try store(6)
        try store.write {
            try ring(store, 1).next = ring(store, 4)
            try ring(store, 2).friend = ring(store, 1)
        }
        let heard = Heard()
        let token = store.objects(Ring.self).observe { change in
            if case .update(_, let update) = change {
                heard.note("-\(update.deletions) +\(update.insertions) ~\(update.modifications)")
            }
        }
        try store.refresh()
        try store.write { try store.delete(ring(store, 1)) }
        #expect(heard.take() == ["-[1, 4] +[] ~[2]"])
        token.invalidate()
    }
}

import Foundation
import Observation
import Tarn
import Testing

/// Collections of frozen objects, references to collections, and what the Observation framework hears of them.
@Suite struct CollectionCrossingRules {
    let folder = TemporaryFolder()

    private func filled(_ isObservable: Bool = false) throws -> (Store, Kennel) {
        var configuration = folder.kennels
        configuration.isObservable = isObservable
        let store = try Store(configuration: configuration)
        let kennel = Kennel(1)
        try store.write {
            try store.add(kennel)
            kennel.hounds.append(objectsIn: [Hound(1, "Rex"), Hound(2, "Bob")])
            kennel.tags = ["a", "b"]
            kennel.pack = [kennel.hounds[1]]
            kennel.named = ["x": kennel.hounds[0], "n": nil]
            kennel.costs = ["a": 1]
            kennel.titles = [.thai: "t"]
        }
        return (store, kennel)
    }

    // C6, F2: the collections of a frozen object are those of its version, on every thread.
    @Test func collectionsOfAFrozenObjectNeverChange() throws {
        let (store, kennel) = try filled()
        let (frozen, list, tags) = (kennel.frozen(), kennel.hounds.frozen(), kennel.tags.frozen())
        let empty = Kennel(2)
        try store.write {
            try store.add(empty)
            kennel.hounds[0].name = "new"
            kennel.hounds.append(Hound(3))
            kennel.tags.removeAll()
            kennel.named.removeAll()
            try store.delete(try #require(store.hound(2)))
        }
        let nothing = empty.frozen()
        try onAnotherThread {
            #expect(
                frozen.hounds.map(\.name) == ["Rex", "Bob"] && frozen.hounds.count == 2 && frozen.hounds[1].id == 2)
            #expect(frozen.hounds.where { $0.name == "Bob" }.map(\.id) == [2] && list.map(\.name) == ["Rex", "Bob"])
            #expect(frozen.hounds.sorted(by: \.name).map(\.id) == [2, 1] && frozen.pack.map(\.id) == [2])
            #expect(frozen.tags == ["a", "b"] && tags == ["a", "b"] && frozen.costs == ["a": 1])
            #expect(
                frozen.titles == [.thai: "t"] && frozen.named["x"]??.name == "Rex" && frozen.named["n"] == .some(nil))
            #expect(nothing.hounds.isEmpty && nothing.hounds.where { $0.age > 1 }.isEmpty && nothing.tags == [])
            #expect("\(frozen)".contains("hounds: [Hound(...), Hound(...)]"))
        }
        #expect(
            frozen.hounds.thaw(in: store)?.map(\.name) == ["new", "hound"] && frozen.thaw(in: store)?.hounds.count == 2)
    }

    // F5
    @Test func withinAWriteOnlyWhatIsCopiedCanBeFrozen() throws {
        let (store, _) = try filled()
        let frozen = try store.write {
            let made = Kennel(3)
            made.name = "made"
            try store.add(made)
            return made.frozen()
        }
        #expect(frozen.name == "made" && frozen.hounds.isEmpty && frozen.tags == [])
    }

    // F1: copies with collections, objects as far as links are followed.
    @Test func detachedCopiesHaveTheirCollections() throws {
        let (store, kennel) = try filled()
        let shallow = kennel.frozen().detached()
        #expect(Array(shallow.tags) == ["a", "b"] && shallow.hounds.isEmpty && shallow.costs == ["a": 1])
        let deep = kennel.frozen().detached(linkDepth: 1)
        #expect(deep.hounds.map(\.name) == ["Rex", "Bob"] && deep.pack.first === deep.hounds[1])
        #expect(deep.named["x"]??.name == "Rex" && deep.named["n"] == .some(nil) && deep.hounds.store == nil)
        try store.write {
            kennel.hounds.removeAll()
            kennel.tags.removeAll()
            try store.add(deep, update: .all)
        }
        #expect(kennel.hounds.map(\.id) == [1, 2] && Array(kennel.tags) == ["a", "b"])
    }

    // F6
    @Test func collectionsAreReferredTo() throws {
        let (store, kennel) = try filled()
        let (list, set, map) = (
            ThreadSafeReference(to: kennel.hounds), ThreadSafeReference(to: kennel.pack),
            ThreadSafeReference(to: kennel.named)
        )
        let (gone, young) = (
            ThreadSafeReference(to: kennel.tags), ThreadSafeReference(to: kennel.hounds.where { $0.id > 1 })
        )
        let configuration = folder.kennels
        try onAnotherThread {
            let store = try Store(configuration: configuration)
            #expect(store.resolve(list)?.map(\.id) == [1, 2] && store.resolve(set)?.map(\.id) == [2])
            #expect(store.resolve(map)?["x"]??.id == 1 && store.resolve(young)?.map(\.id) == [2])
        }
        try store.write { try store.delete(kennel) }
        #expect(store.resolve(gone) == nil)
    }

    // OT1, OT3: who has read a collection hears of its changes, and of nothing else.
    @Test func collectionsAreTracked() throws {
        let (store, kennel) = try filled(true)
        let fired = Counter()
        fired.track { kennel.hounds.count }
        fired.track { Array(kennel.tags) }
        fired.track { kennel.costs["a"] }
        fired.track { kennel.hounds.where { $0.name == "Rex" }.count }
        try store.write { kennel.name = "other" }
        #expect(fired.count == 0)
        try store.write { kennel.tags.append("c") }
        #expect(fired.count == 1)
        try store.write { kennel.hounds.append(Hound(9)) }
        #expect(fired.count == 2)
        try store.write { kennel.hounds[0].name = "Max" }
        #expect(fired.count == 3)
        try store.write { kennel.costs["b"] = 2 }
        #expect(fired.count == 4)
        fired.track { kennel.hounds.isEmpty }
        try store.write { try store.delete(try #require(store.hound(9))) }
        #expect(fired.count == 5)
    }
}

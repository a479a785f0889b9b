import Foundation
import Tarn
import Testing

@Suite struct CollectionNotificationRules {
    let folder = TemporaryFolder()
    let heard = Heard()

    @Test(arguments: Misuse.collectionNotifications)
    func breakingARuleOfCollectionNotificationsTraps(misuse: Misuse) async throws {
        try await misuse.expectTrap(in: folder)
    }

    /// A kennel with numbers and hounds of which the first is there twice.
    private func filled() throws -> (Store, Kennel) {
        let (store, kennel) = try folder.kennel()
        try store.write {
            kennel.numbers = [0, 1, 2, 3, 4]
            let hounds = (0..<4).map { Hound($0) }
            kennel.hounds.append(objectsIn: hounds + [hounds[0]])
            kennel.words = ["a", "b", "c"]
            kennel.costs = ["a": 1, "b": 2]
            kennel.named = ["a": hounds[0], "b": hounds[1], "n": nil]
        }
        return (store, kennel)
    }

    // N1, N2, N3, N7
    @Test func theChangesOfAListAreToldByPlaces() throws {
        let (store, kennel) = try filled()
        let token = kennel.numbers.observe { heard.note(Heard.text($0)) }
        #expect(heard.isEmpty)
        try store.write {
            kennel.numbers.remove(at: 0)
            kennel.numbers.append(9)
            kennel.numbers[1] = 7
        }
        #expect(heard.take() == ["initial [0, 1, 2, 3, 4]", "[1, 7, 3, 4, 9] -[0] +[4] ~2>1"])
        try store.write { kennel.name = "other" }
        #expect(heard.isEmpty)
        try store.write { kennel.numbers.move(from: 0, to: 4) }
        #expect(heard.take() == ["[7, 3, 4, 9, 1] -[0] +[4] move 0>4"])
        token.invalidate()
        try store.write { kennel.numbers.removeAll() }
        #expect(heard.isEmpty)
    }

    // N4, N20: an object that is there twice is modified, and deleted, at both places.
    @Test func anObjectThatIsTwiceInAListIsToldAtBothPlaces() throws {
        let (store, kennel) = try filled()
        let token = kennel.hounds.observe { heard.note(Heard.text($0, \.id)) }
        try store.refresh()
        _ = heard.take()
        try store.write { store.hound(0)?.age = 5 }
        #expect(heard.take() == ["[0, 1, 2, 3, 0] ~0>0 ~4>4"])
        try store.write {
            store.hound(2)?.age = 1
            store.hound(0)?.age = 6
            kennel.hounds.insert(Hound(7), at: 1)
            store.hound(7)?.age = 8
        }
        #expect(heard.take() == ["[0, 7, 1, 2, 3, 0] +[1] ~0>0 ~2>3 ~4>5"])
        try store.write { try store.delete(try #require(store.hound(0))) }
        #expect(heard.take() == ["[7, 1, 2, 3] -[0, 5]"])
        token.invalidate()
    }

    // P8: who has the key of a deleted object is another one.
    @Test func anObjectThatIsMadeAnewIsDeletedAndInserted() throws {
        let (store, kennel) = try filled()
        let token = kennel.hounds.observe { heard.note(Heard.text($0, \.id)) }
        try store.refresh()
        _ = heard.take()
        try store.write {
            try store.delete(try #require(store.hound(1)))
            kennel.hounds.insert(Hound(1), at: 1)
        }
        #expect(heard.take() == ["[0, 1, 2, 3, 0] -[1] +[1]"])
        token.invalidate()
    }

    // N8
    @Test func severalCommitsAreOneChange() throws {
        let (store, kennel) = try filled()
        let other = try Store(configuration: folder.kennels)
        let list = try #require(other.kennel()).numbers
        let token = list.observe { heard.note(Heard.text($0)) }
        try other.refresh()
        _ = heard.take()
        try store.write { kennel.numbers.append(5) }
        try store.write { kennel.numbers.removeFirst(2) }
        try store.write { kennel.numbers[3] = 6 }
        try store.write { kennel.numbers.insert(8, at: 0) }
        try store.write { kennel.numbers.remove(at: 0) }
        try other.refresh()
        #expect(heard.take() == ["[2, 3, 4, 6] -[0, 1] +[3]"])
        try store.write { kennel.numbers.append(7) }
        try store.write { kennel.numbers.removeLast() }
        try other.refresh()
        #expect(heard.isEmpty)
        try store.write { kennel.numbers.move(from: 0, to: 3) }
        try store.write { kennel.numbers.move(from: 3, to: 0) }
        try other.refresh()
        #expect(heard.isEmpty)
        token.invalidate()
    }

    // N10, N11, N12
    @Test func linkedObjectsCountAsFarAsTheyDoForResults() throws {
        let (store, kennel) = try filled()
        try store.write {
            let chain = (20..<25).map { Hound($0) }
            for (one, next) in zip(chain, chain.dropFirst()) { one.friend = next }
            kennel.hounds[1].friend = chain[0]
            try store.add(chain[0])
        }
        let tokens = [
            kennel.hounds.observe { heard.note("all " + Heard.text($0, \.id)) },
            kennel.hounds.observe(keyPaths: [\.name]) { heard.note("name " + Heard.text($0, \.id)) },
            kennel.hounds.observe(keyPaths: [\.friend?.age]) { heard.note("far " + Heard.text($0, \.id)) },
            kennel.hounds.observe(keyPaths: []) { heard.note("none " + Heard.text($0, \.id)) },
        ]
        try store.refresh()
        #expect(heard.take().count == 4)
        try store.write { store.hound(22)?.age = 1 }
        #expect(heard.take() == ["all [0, 1, 2, 3, 0] ~1>1"])
        try store.write { store.hound(23)?.age = 1 }
        #expect(heard.isEmpty)
        try store.write { store.hound(20)?.age = 1 }
        #expect(heard.take() == ["all [0, 1, 2, 3, 0] ~1>1", "far [0, 1, 2, 3, 0] ~1>1"])
        try store.write { store.hound(3)?.name = "n" }
        #expect(heard.take() == ["all [0, 1, 2, 3, 0] ~3>3", "name [0, 1, 2, 3, 0] ~3>3"])
        try store.write { kennel.hounds.removeLast() }
        #expect(heard.take() == ["all", "name", "far", "none"].map { $0 + " [0, 1, 2, 3] -[4]" })
        for token in tokens { token.invalidate() }
    }

    // N19
    @Test func deletingTheOwnerIsOneLastCall() throws {
        let (store, kennel) = try filled()
        let (numbers, tags, words, costs) = (kennel.numbers, kennel.tags, kennel.words, kennel.costs)
        let tokens = [
            numbers.observe { heard.note("numbers " + Heard.text($0)) },
            tags.observe { heard.note("tags " + Heard.text($0)) },
            words.observe { heard.note("words " + Heard.text($0)) },
            costs.observe { heard.note("costs " + Heard.text($0)) },
        ]
        try store.refresh()
        _ = heard.take()
        try store.write {
            kennel.numbers.append(1)
            try store.delete(kennel)
        }
        #expect(
            heard.take() == [
                "numbers [] -[0, 1, 2, 3, 4]", "tags []", "words [] -[0, 1, 2]", #"costs [:] -["a", "b"]"#,
            ])
        #expect(numbers.isInvalidated && Array(numbers) == [] && costs.isEmpty && costs["a"] == nil)
        try store.write { try store.add(Kennel(1)) }
        #expect(heard.isEmpty)
        for token in tokens { token.invalidate() }
    }

    // N21
    @Test func theChangesOfAMapAreToldByKeys() throws {
        let (store, kennel) = try filled()
        let tokens = [
            kennel.costs.observe { heard.note(Heard.text($0)) },
            kennel.named.observe { heard.note("named " + Heard.text($0)) },
            kennel.named.observe(keyPaths: [\Hound.name]) { heard.note("names " + Heard.text($0)) },
        ]
        try store.refresh()
        _ = heard.take()
        try store.write {
            kennel.costs["c"] = 3
            kennel.costs["a"] = 9
            kennel.costs["b"] = nil
        }
        #expect(heard.take() == [#"["a", "c"] -["b"] +["c"] ~["a"]"#])
        try store.write { store.hound(1)?.age = 4 }
        #expect(heard.take() == [#"named ["a", "b", "n"] ~["b"]"#])
        try store.write {
            kennel.named["n"] = store.hound(2)
            try store.delete(try #require(store.hound(0)))
        }
        #expect(heard.take() == ["named", "names"].map { $0 + #" ["a", "b", "n"] ~["a", "n"]"# })
        for token in tokens { token.invalidate() }
    }

    // N18
    @Test func aWriteIsKeptFromTheObserverOfAList() throws {
        let (store, kennel) = try filled()
        let token = kennel.numbers.observe { heard.note(Heard.text($0)) }
        try store.refresh()
        _ = heard.take()
        try store.write(withoutNotifying: [token]) { kennel.numbers.removeFirst(3) }
        #expect(heard.isEmpty)
        try store.write { kennel.numbers.append(7) }
        #expect(heard.take() == ["[3, 4, 7] +[2]"])
        token.invalidate()
    }

    // N24
    @Test func listsAndResultsAreObservedTogether() throws {
        let (store, kennel) = try filled()
        let token = store.observe(kennel.numbers, kennel.pack, store.objects(Hound.self)) { numbers, pack, hounds in
            heard.note([numbers == nil, pack == nil, hounds == nil].map { $0 ? "-" : "x" }.joined())
        }
        try store.refresh()
        try store.write { kennel.numbers.append(1) }
        try store.write { kennel.pack.insert(Hound(50)) }
        #expect(heard.take() == ["xxx", "x--", "-xx"])
        token.invalidate()
    }

    // R7, N25: what lies between can no longer be compared.
    @Test func anObserverThatLostItsVersionIsToldThatAllIsNew() throws {
        let (store, kennel) = try filled()
        let token = kennel.numbers.observe { heard.note(Heard.text($0)) }
        let other = kennel.costs.observe { heard.note(Heard.text($0)) }
        try store.refresh()
        _ = heard.take()
        store.invalidate()
        let writer = try Store(configuration: folder.kennels)
        try writer.write {
            let kennel = try #require(writer.kennel())
            kennel.numbers = [8]
            kennel.costs = ["b": 1, "z": 1]
        }
        #expect(store.kennel()?.numbers.count == 1)
        try store.refresh()
        #expect(heard.take() == ["[8] -[0, 1, 2, 3, 4] +[0]", #"["b", "z"] -["a"] +["z"] ~["b"]"#])
        token.invalidate()
        other.invalidate()
    }

    // ON3: a collection that was changed is named, without values.
    @Test func theObserverOfTheOwnerHearsOfItsCollections() throws {
        let (store, kennel) = try filled()
        let token = kennel.observe { change in
            if case .change(_, let properties) = change {
                heard.note(
                    properties.map { "\($0.name) \($0.oldValue == nil) \($0.newValue == nil)" }.joined(separator: ", "))
            }
        }
        try store.write {
            kennel.numbers.append(1)
            kennel.named["x"] = .some(nil)
        }
        #expect(heard.take() == ["numbers true true, named true true"])
        token.invalidate()
    }

    // ON7
    @Test func anEmbeddedElementIsObservedUntilItGoes() throws {
        let (store, kennel) = try filled()
        try store.write { kennel.collars = [Collar("a"), Collar("b")] }
        let tokens = [
            kennel.collars[0].observe { change in
                if case .change(let collar, _) = change { heard.note(collar.colour) } else { heard.note("gone") }
            },
            kennel.collars.observe { heard.note(Heard.text($0, \.colour)) },
        ]
        try store.refresh()
        _ = heard.take()
        try store.write { kennel.collars[0].colour = "c" }
        #expect(heard.take() == ["c", "[c, b] ~0>0"])
        try store.write { kennel.collars.remove(at: 0) }
        #expect(heard.take() == ["gone", "[b] -[0]"])
        for token in tokens { token.invalidate() }
    }
}

extension Heard {
    static func text<C: Collection>(_ change: CollectionChange<C>) -> String { text(change) { "\($0)" } }

    static func text<C: Collection, V>(_ change: CollectionChange<C>, _ value: KeyPath<C.Element, V>) -> String {
        text(change) { "\($0[keyPath: value])" }
    }

    private static func text<C: Collection>(_ change: CollectionChange<C>, _ describe: (C.Element) -> String) -> String
    {
        func list(_ elements: C) -> String { "[" + elements.map(describe).joined(separator: ", ") + "]" }
        switch change {
        case .initial(let elements): return "initial \(list(elements))"
        case .update(let elements, let update):
            var text = list(elements)
            if !update.deletions.isEmpty { text += " -\(update.deletions)" }
            if !update.insertions.isEmpty { text += " +\(update.insertions)" }
            for (old, new) in zip(update.modifications, update.newModifications) { text += " ~\(old)>\(new)" }
            for move in update.moves { text += " move \(move.from)>\(move.to)" }
            return text
        }
    }

    static func text<V>(_ change: MapChange<String, V>) -> String {
        func list(_ map: Map<String, V>) -> String { map.isEmpty ? "[:]" : "\(map.keys)" }
        switch change {
        case .initial(let map): return "initial \(list(map))"
        case .update(let map, let update):
            var text = list(map)
            if !update.deletions.isEmpty { text += " -\(update.deletions)" }
            if !update.insertions.isEmpty { text += " +\(update.insertions)" }
            if !update.modifications.isEmpty { text += " ~\(update.modifications)" }
            return text
        }
    }
}

extension Misuse {
    static let collectionNotifications: [Misuse] = [
        outside("C8", "observing an unmanaged list") { _, _ in _ = List<Int>().observe { _ in } },
        outside("O1", "observing the list of a deleted object") { store, kennel in
            let list = kennel.numbers
            try store.write { try store.delete(kennel) }
            _ = list.observe { _ in }
        },
        outside("N13", "observing a computed property of elements") { _, kennel in
            _ = kennel.hounds.observe(keyPaths: [\.isInvalidated]) { _ in }
        },
    ]
}

import Foundation
import Tarn
import Testing

final class Writer: Object {
    @Persisted(primaryKey: true) var id: Int
    @Persisted var name: String
    @Persisted var age: Int
    @Persisted var desk: WriterDesk?
    @Persisted var editor: Writer?
    @Persisted var friends: List<Writer>
    @Persisted(originProperty: "editor") var edited: LinkingObjects<Writer>
}

final class WriterDesk: EmbeddedObject {
    @Persisted var room: String
}

class WriterName: Projection<Writer> {
    @Projected(\Writer.name) var title
}

final class WriterView: WriterName {
    @Projected(\Writer.desk?.room) var room
    @Projected(\Writer.editor!.name) var editorName
    @Projected(\Writer.friends.projectTo.name) var friendNames
    @Projected(\Writer.edited.projectTo.id) var editedIDs
}

@Suite struct ProjectionRules {
    let folder = TemporaryFolder()

    private func filled() throws -> (Store, [Writer]) {
        let store = try Store(configuration: folder.configuration([Writer.self]))
        let writers = (0..<4).map { id in
            let writer = Writer()
            (writer.id, writer.name, writer.age) = (id, "w\(id)", id * 10)
            return writer
        }
        try store.write {
            try store.add(writers)
            let desk = WriterDesk()
            desk.room = "R1"
            writers[0].desk = desk
            for writer in writers { writer.editor = writers[3] }
            writers[0].friends.append(objectsIn: [writers[1], writers[2]])
        }
        return (store, writers)
    }

    @Test(arguments: Misuse.projections) func breakingARuleOfProjectionsTraps(misuse: Misuse) async throws {
        try await misuse.expectTrap(in: folder)
    }

    // PR1
    @Test func resultsOfProjectionsAreFilteredAndSortedByTheRoot() throws {
        let (store, writers) = try filled()
        let all = store.objects(WriterView.self)
        #expect(all.count == 4 && all[1].title == "w1")
        #expect(all.where { $0.age >= 20 }.map(\.title) == ["w2", "w3"])
        #expect(all.sorted(by: \.age, ascending: false).limit(2, offset: 1).map(\.title) == ["w2", "w1"])
        #expect(try all.filter(#Predicate<Writer> { $0.name == "w2" }).first?.rootObject == writers[2])
        #expect(all[0] == WriterView(projecting: writers[0]) && all[0] != all[1])
        #expect(all[0] as WriterName != WriterName(projecting: writers[0]) && Set(all.map { $0 }).count == 4)
    }

    // PR1
    @Test func pathsAndProjectedCollectionsAreLive() throws {
        let (store, writers) = try filled()
        let view = WriterView(projecting: writers[0])
        #expect(view.room == "R1" && view.editorName == "w3" && Array(view.friendNames) == ["w1", "w2"])
        let names = view.friendNames
        try store.write {
            writers[1].name = "new"
            writers[0].friends.append(writers[3])
            writers[0].desk = nil
        }
        #expect(Array(names) == ["new", "w2", "w3"] && view.room == nil)
        #expect(Array(WriterView(projecting: writers[3]).editedIDs) == [0, 1, 2, 3])
        #expect(view.description.hasPrefix("WriterView(title: w0, room: nil, editorName: w3, friendNames: [\"new\""))
        try store.write { try store.delete(writers[0]) }
        #expect(view.isInvalidated && view.description == "WriterView(invalidated)" && view.store == store)
    }

    // PR1
    @Test func settingAProjectedPropertySetsTheRoot() throws {
        let (store, writers) = try filled()
        let view = WriterView(projecting: writers[0])
        try store.write {
            view.title = "first"
            view.editorName = "chief"
        }
        #expect(writers[0].name == "first" && writers[3].name == "chief")
        let loose = Writer()
        WriterName(projecting: loose).title = "loose"
        #expect(loose.name == "loose")
    }

    // PR1
    @Test func anObserverHearsTheNamesOfTheProjection() throws {
        let (store, writers) = try filled()
        let heard = Heard()
        let token = WriterView(projecting: writers[0]).observe(initial: true) { change in
            switch change {
            case .initial(let view): heard.note("initial \(view.title)")
            case .change(_, let properties):
                for property in properties {
                    heard.note("\(property.name) \(property.oldValue ?? "-")>\(property.newValue ?? "-")")
                }
            case .deleted: heard.note("deleted")
            }
        }
        try store.refresh()
        #expect(heard.take() == ["initial w0"])
        try store.write { writers[0].age = 5 }
        #expect(heard.isEmpty)
        try store.write { writers[0].name = "x" }
        #expect(heard.take() == ["title w0>x"])
        try store.write { writers[0].desk?.room = "R2" }
        #expect(heard.take() == ["room ->Optional(\"R2\")"])
        try store.write { writers[3].name = "y" }
        #expect(heard.take() == ["editorName ->y"])
        try store.write { writers[2].name = "z" }
        #expect(heard.take() == ["friendNames ->[\"w1\", \"z\"]"])
        try store.write { try store.delete(writers[0]) }
        #expect(heard.take() == ["deleted"])
        token.invalidate()
    }

    // PR1
    @Test func resultsTellOfWhatTheProjectionShows() throws {
        let (store, writers) = try filled()
        let heard = Heard()
        let token = store.objects(WriterName.self).where { $0.age < 30 }.observe { change in
            switch change {
            case .initial(let names): heard.note("\(names.map(\.title))")
            case .update(let names, let update):
                heard.note("\(names.map(\.title)) -\(update.deletions) +\(update.insertions) ~\(update.modifications)")
            }
        }
        try store.refresh()
        try store.write { writers[1].desk = WriterDesk() }
        try store.write { writers[1].name = "x" }
        try store.write { writers[0].age = 40 }
        #expect(
            heard.take() == [
                "[\"w0\", \"w1\", \"w2\"]", "[\"w0\", \"x\", \"w2\"] -[] +[] ~[1]", "[\"x\", \"w2\"] -[0] +[] ~[]",
            ])
        token.invalidate()
    }
}

extension Misuse {
    static let projections: [Misuse] = [
        withWriter("PR1", "setting what a projection cannot set") { store, writer in
            try store.write { WriterView(projecting: writer).room = "x" }
        },
        withWriter("C8", "observing a projection of an unmanaged object") { _, _ in
            _ = WriterName(projecting: Writer()).observe { _ in }
        },
        withWriter("W8", "setting a projected property outside a write") { _, writer in
            WriterName(projecting: writer).title = "x"
        },
    ]

    private static func withWriter(
        _ rule: String, _ name: String, _ body: @escaping @Sendable (Store, Writer) throws -> Void
    ) -> Misuse {
        Misuse(
            rule, name,
            opening: { configuration in
                var configuration = configuration
                configuration.objectTypes = [Writer.self]
                let store = try Store(configuration: configuration)
                let writer = Writer()
                try store.write { try store.add(writer) }
                try body(store, writer)
            })
    }
}

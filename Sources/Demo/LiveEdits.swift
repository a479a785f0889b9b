internal import Foundation
internal import Tarn

/// The edits that a second process makes while the first one watches.
enum LiveEdits {
    /// How many of the edits concern the list; one does not, and nobody is told of it.
    static let visibleCount = 4

    /// The list that is watched: the north of Alaska by name.
    static func list(of store: Store) -> Results<Airport> {
        store.objects(Airport.self).where { $0.state == "AK" && $0.latitude > 68.5 }.sorted(by: \.name)
    }

    /// Starts this program once more to edit a file. It reads from the pipe.
    static func begin(in file: URL, _ seen: Pipe) throws -> Process {
        let editor = Process()
        editor.executableURL = Bundle.main.executableURL
        editor.arguments = ["--edit", file.path]
        editor.standardInput = seen
        try editor.run()
        return editor
    }

    /// Makes the edits, one commit each, slowly enough for a person to follow, and waits after each for a byte from
    /// whoever watches: commits that a slow machine does not see in time would come as one change.
    static func run(in file: URL) throws {
        let store = try Store(
            configuration: Store.Configuration(fileURL: file, objectTypes: [Airport.self, State.self]))
        let edits: [(Store) throws -> Void] = [
            { store in
                let field = Airport()
                (field.code, field.name, field.city, field.state) = ("ZZN", "Icy Tarn", "Tarn", "AK")
                field.latitude = 70.5
                try store.add(field)
            },
            { store in list(of: store).first?.name = "Zero Degrees" },
            { store in store.object(ofType: Airport.self, forPrimaryKey: "HNL")?.city = "Honolulu, Oahu" },
            { store in list(of: store).last?.city = "Somewhere North" },
            { store in if let last = list(of: store).last { try store.delete(last) } },
        ]
        for edit in edits {
            Thread.sleep(forTimeInterval: 0.25)
            try store.write { try edit(store) }
            _ = try FileHandle.standardInput.read(upToCount: 1)
        }
    }
}

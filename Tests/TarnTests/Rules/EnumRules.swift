import Foundation
import Tarn
import Testing

@Suite struct EnumRules {
    let folder = TemporaryFolder()

    @Test(arguments: Misuse.enums) func readingAValueThatIsNoCaseTraps(misuse: Misuse) async throws {
        try await misuse.expectTrap(in: folder)
    }

    // E1, E4
    @Test func aRawValueWithoutACaseReadsAsNilAndIsQueriedByRawValue() throws {
        try Shape.fill(folder.url)
        let store = try Store(configuration: folder.configuration([Narrow.Shape.self]))
        let all = store.objects(Narrow.Shape.self)
        #expect(all.map(\.maybeColor) == [.red, nil, nil] && all.map(\.maybeSides) == [.three, nil, nil])
        #expect(
            all.values(of: \.maybeColor) == [.red, nil, nil] && all.values(of: \.maybeSides) == [.three, nil, nil])
        #expect(all.where { $0.color == .red }.map(\.id) == [1])
        #expect(
            all.where { $0.maybeColor != .red }.map(\.id) == [2, 3]
                && all.where { $0.maybeColor == nil }.map(\.id) == [3])
        #expect(all.where { $0.color.rawValue == "blue" }.map(\.id) == [2, 3])
        #expect(all.sorted(by: \.color).map(\.id) == [2, 3, 1])
        // Untouched by reads and by writes of other properties.
        try store.write { try all.setValue(.red, for: \.color) }
        store.close()
        let wide = try Store(configuration: folder.configuration([Wide.Shape.self]))
        #expect(wide.objects(Wide.Shape.self).map(\.maybeColor) == [.red, .blue, nil])
        #expect(wide.objects(Wide.Shape.self).map(\.color) == [.red, .red, .red])
    }

    // E4
    @Test func addingACaseIsNoChangeOfTheSchema() throws {
        try Shape.fill(folder.url)
        let narrow = try Store(configuration: folder.configuration([Narrow.Shape.self]))
        let version = try narrow.version()
        let wide = try Store(configuration: folder.configuration([Wide.Shape.self]))
        #expect(try wide.version() == version && wide.objects(Wide.Shape.self)[1].color == .blue)
    }
}

extension Misuse {
    private static func withShape(_ name: String, _ body: @escaping @Sendable (Results<Narrow.Shape>) -> Void) -> Misuse
    {
        Misuse(
            "E1", name,
            opening: { configuration in
                let folder = try #require(configuration.fileURL).deletingLastPathComponent()
                try Shape.fill(folder)
                let file = folder.appendingPathComponent("test.tarn")
                let store = try Store(configuration: .init(fileURL: file, objectTypes: [Narrow.Shape.self]))
                body(store.objects(Narrow.Shape.self))
            })
    }

    static let enums: [Misuse] = [
        withShape("reading a text that is no case") { print($0[1].color) },
        withShape("reading an integer that is no case") { print($0[1].sides) },
        withShape("reading a text that is no case in a loop") { for shape in $0 { print(shape.color) } },
        withShape("reading a column with a text that is no case") { print($0.values(of: \.color)) },
        withShape("reading a column with an integer that is no case") { print($0.values(of: \.sides)) },
    ]
}

private enum Shape {
    /// A file with three shapes, written by a program that knows more cases.
    static func fill(_ folder: URL) throws {
        let file = folder.appendingPathComponent("test.tarn")
        let store = try Store(configuration: .init(fileURL: file, objectTypes: [Wide.Shape.self]))
        try store.write {
            try store.create(Wide.Shape.self, value: [1, "red", "red", 3, 3])
            try store.create(Wide.Shape.self, value: [2, "blue", "blue", 4, 4])
            try store.create(Wide.Shape.self, value: [3, "blue", String?.none as Any, 4, Int?.none as Any])
        }
        store.close()
    }
}

/// The classes of a newer program.
private enum Wide {
    enum Color: String, PersistableEnum { case red, blue }
    enum Sides: Int, PersistableEnum { case three = 3, four }
    final class Shape: Object {
        @Persisted(primaryKey: true) var id: Int
        @Persisted var color: Color
        @Persisted var maybeColor: Color?
        @Persisted var sides: Sides
        @Persisted var maybeSides: Sides?
    }
}

/// The classes of an older one.
private enum Narrow {
    enum Color: String, PersistableEnum { case red }
    enum Sides: Int, PersistableEnum { case three = 3 }
    final class Shape: Object {
        @Persisted(primaryKey: true) var id: Int
        @Persisted var color: Color
        @Persisted var maybeColor: Color?
        @Persisted var sides: Sides
        @Persisted var maybeSides: Sides?
    }
}

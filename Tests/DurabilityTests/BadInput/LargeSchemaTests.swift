import Foundation
import Tarn
import Testing

/// A class for each of many types.
final class Typed<Tag>: Object {
    @Persisted(primaryKey: true) var id: Int
    @Persisted(indexed: true) var name: String
    @Persisted var next: Typed<Tag>?
}
enum Left<Tag> {}
enum Right<Tag> {}

/// An enum without cases cannot be the value of a property.
enum Nothing: Int, PersistableEnum {
    case never
    static var allCases: [Nothing] { [] }
}

final class Hollow: Object {
    @Persisted var nothing: Nothing
}

final class Half: Object {
    @Persisted(primaryKey: true) var id: Int
    @Persisted var nothing: Nothing?
}

final class Bare: Object {
    var ignored = 1
}

@Suite struct LargeSchemaTests {
    let folder = TemporaryFolder()

    /// Types that differ only in what they are told apart by: 2^depth of them at each depth.
    private func collect<Tag>(_ tag: Tag.Type, _ depth: Int, into types: inout [Object.Type]) {
        types.append(Typed<Tag>.self)
        if depth == 0 { return }
        collect(Left<Tag>.self, depth - 1, into: &types)
        collect(Right<Tag>.self, depth - 1, into: &types)
    }

    @Test func aFileHoldsAThousandTypes() throws {
        var types: [Object.Type] = []
        collect(Int.self, 9, into: &types)
        #expect(types.count == 1023)
        let configuration = folder.configuration(types)
        var store = try Store(configuration: configuration)
        try store.write {
            for (place, type) in types.enumerated() {
                let object = type.init()
                try store.add(object)
                if place == 700 { #expect(store.objects(Typed<Int>.self).count == 1) }
            }
        }
        store.close()
        store = try Store(configuration: configuration)
        #expect(store.objects(Typed<Left<Right<Int>>>.self).map(\.id) == [0])
        let url = try #require(configuration.fileURL)
        #expect(try Store.information(at: url).types.map(\.objectCount) == types.map { _ in 1 })
        #expect(try Store.verify(at: url).faults.isEmpty)
    }

    @Test func aTypeHoldsAThousandProperties() throws {
        let configuration = folder.configuration([Wide.self])
        var store = try Store(configuration: configuration)
        try store.write {
            for id in 0..<130 {
                let wide = Wide()
                wide.p0 = id
                wide.p1 = "first \(id)"
                wide.p501 = String(repeating: "x", count: id * 5)
                wide.p999 = id % 2 == 0 ? nil : id
                wide.p998 = Double(id) / 2
                try store.add(wide)
            }
        }
        store.close()
        store = try Store(configuration: configuration)
        for wide in store.objects(Wide.self) {
            #expect(wide.p1 == "first \(wide.p0)" && wide.p501.utf8.count == wide.p0 * 5)
            #expect(wide.p999 == (wide.p0 % 2 == 0 ? nil : wide.p0) && wide.p500 == 0)
        }
        #expect(store.objects(Wide.self).where { $0.p998 > 60 }.count == 9)
        try store.write { store.objects(Wide.self)[70].p501 = "changed" }
        #expect(store.objects(Wide.self).where { $0.p501 == "changed" }.map(\.p0) == [70])
        let url = try #require(configuration.fileURL)
        #expect(try Store.verify(at: url).faults.isEmpty)
        #expect(try Store.information(at: url).types[0].properties.count == 1000)
    }

    /// E1
    @Test func anEnumWithoutCasesTrapsWhereItNeedsAValueAndIsNilElsewhere() async throws {
        await #expect(processExitsWith: .failure) { _ = Hollow() }
        let store = try Store(configuration: folder.configuration([Half.self]))
        try store.write { try store.create(Half.self, value: ["id": 1]) }
        #expect(store.objects(Half.self)[0].nothing == nil)
    }

    @Test func aTypeWithoutPropertiesIsRefusedByName() throws {
        do {
            _ = try Store(configuration: folder.configuration([Bare.self]))
            Issue.record("the type was taken")
        } catch {
            #expect(error.code == .schemaMismatch && error.message.contains("Bare"))
        }
    }
}

internal import BenchmarkKit
internal import Foundation
internal import Tarn

/// Tarn as an application uses it: objects and typed queries, nothing that is not public.
final class TarnEngine: Engine {
    static let name = "tarn"

    let dataset: Dataset
    private let path: String
    private var opened: Store?

    init(path: String, dataset: Dataset) {
        self.path = path
        self.dataset = dataset
    }

    var store: Store {
        guard let opened else { preconditionFailure("the engine is used while its file is closed") }
        return opened
    }

    var people: Results<Person> { store.objects(Person.self) }

    func open() throws { opened = try Self.open(path: path) }

    func close() throws {
        opened?.close()
        opened = nil
    }

    func count() throws -> Int { people.count }

    func nameLength(of id: Int) throws -> Int {
        store.object(ofType: Person.self, forPrimaryKey: id)?.name.utf8.count ?? 0
    }

    /// A store of people, fully durable as by default.
    static func open(path: String) throws -> Store { try Store(configuration: configuration(path: path)) }

    /// How a store of people is opened.
    static func configuration(path: String) -> Store.Configuration {
        Store.Configuration(fileURL: URL(filePath: path), objectTypes: [Person.self])
    }
}

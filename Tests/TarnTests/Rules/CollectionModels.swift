import Foundation
import Tarn

enum Tongue: String, PersistableEnum, MapKey { case thai, korean, norse }

/// What the collections of the rules link to.
final class Hound: Object {
    @Persisted(primaryKey: true) var id: Int
    @Persisted var name: String
    @Persisted var age: Int
    @Persisted var friend: Hound?

    convenience init(_ id: Int, _ name: String = "hound", age: Int = 0) {
        self.init()
        self.id = id
        self.name = name
        self.age = age
    }
}

final class Collar: EmbeddedObject {
    @Persisted var colour = "red"

    convenience init(_ colour: String) {
        self.init()
        self.colour = colour
    }
}

/// An object with collections of every sort.
final class Kennel: Object {
    @Persisted(primaryKey: true) var id: Int
    @Persisted var name: String
    @Persisted var hounds: List<Hound>
    @Persisted var tags: List<String>
    @Persisted var numbers: List<Int>
    @Persisted var gaps: List<Int?>
    @Persisted var tongues: List<Tongue>
    @Persisted var prices: List<Decimal>
    @Persisted var collars: List<Collar>
    @Persisted var pack: MutableSet<Hound>
    @Persisted var words: MutableSet<String>
    @Persisted var doubles: MutableSet<Double>
    @Persisted var maybe: MutableSet<Int?>
    @Persisted var sizes: MutableSet<Size>
    @Persisted var named: Map<String, Hound?>
    @Persisted var costs: Map<String, Decimal>
    @Persisted var titles: Map<Tongue, String>
    @Persisted var boxes: Map<String, Collar?>

    convenience init(_ id: Int) {
        self.init()
        self.id = id
    }
}

/// An object whose list begins with something.
final class Stall: Object {
    @Persisted var wares: List<String> = ["apples", "pears"]
}

enum CollectionModels {
    static var types: [Object.Type] { [Kennel.self, Stall.self] }
}

extension TemporaryFolder {
    /// How to open a store of the classes with collections.
    var kennels: Store.Configuration { configuration(CollectionModels.types) }

    /// A store with one kennel.
    func kennel() throws -> (Store, Kennel) {
        let store = try Store(configuration: kennels)
        let kennel = Kennel(1)
        try store.write { try store.add(kennel) }
        return (store, kennel)
    }

    /// Whether the file is sound.
    func isSound(_ store: Store) throws -> Bool {
        guard let url = store.configuration.fileURL else { return false }
        return try Store.verify(at: url).faults.isEmpty
    }
}

extension Store {
    /// The kennel with a key.
    func kennel(_ id: Int = 1) -> Kennel? { object(ofType: Kennel.self, forPrimaryKey: id) }
    /// The hound with a key.
    func hound(_ id: Int) -> Hound? { object(ofType: Hound.self, forPrimaryKey: id) }
    /// The keys of all embedded collars are unknown to programs; how many there are.
    func collarCount() throws -> Int {
        guard let url = configuration.fileURL else { return 0 }
        return try Store.information(at: url).types.first { $0.name == "Collar" }?.objectCount ?? 0
    }
}

import Foundation
import Tarn

/// The classes that the rules are tried on.
enum RuleModels {
    static var types: [Object.Type] { [Item.self, Note.self, Everything.self] }
}

/// An object with a key whose every property is persisted.
final class Item: Object {
    @Persisted(primaryKey: true) var id: Int
    @Persisted var name = "new"
    @Persisted(indexed: true) var count: Int
    @Persisted var comment: String?
    @Persisted var next: Item?
    @Persisted var note: Note?

    convenience init(_ id: Int, _ name: String = "new", count: Int = 0) {
        self.init()
        self.id = id
        self.name = name
        self.count = count
    }
}

/// An object without a key.
final class Note: Object {
    @Persisted var text: String
    @Persisted var number: Int
    @Persisted var size = Size.small

    convenience init(_ text: String, number: Int = 0) {
        self.init()
        self.text = text
        self.number = number
    }
}

extension Store {
    /// Items with the keys of a range, each with its key as the count.
    func addItems(_ keys: Range<Int>) throws {
        try write { for key in keys { try add(Item(key, "item-\(key)", count: key)) } }
    }

    /// The item with a key.
    func item(_ key: Int) -> Item? { object(ofType: Item.self, forPrimaryKey: key) }
}

extension TemporaryFolder {
    /// How to open a store of the rules' classes.
    var rules: Store.Configuration { configuration(RuleModels.types) }
}

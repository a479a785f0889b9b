import Foundation
import Tarn

enum Shade: String, PersistableEnum { case light, dark, blue }

final class Numbered: Object {
    @Persisted(primaryKey: true) var id: Int
    @Persisted(indexed: true) var number: Int
    @Persisted(indexed: true) var maybe: Int?
    @Persisted var text: String
    @Persisted var real: Double
    @Persisted var flag: Bool
    @Persisted var link: Named?
    @Persisted var small: Int16
}

final class Named: Object {
    @Persisted(primaryKey: true) var key: String
    @Persisted(indexed: true) var label: String
    @Persisted var maybeText: String?
    @Persisted var data: Data?
    @Persisted var day: Date
    @Persisted(indexed: true) var shade: Shade?
    @Persisted var owner: Numbered?
}

final class Loose: Object {
    @Persisted(indexed: true) var serial: Int
    @Persisted(indexed: true) var real: Double?
    @Persisted(indexed: true) var text: String?
    @Persisted var next: Loose?
    @Persisted var owner: Named?
}

/// The types of the model.
enum ModelKind: CaseIterable {
    case numbered
    case named
    case loose

    var type: Object.Type {
        switch self {
        case .numbered: Numbered.self
        case .named: Named.self
        case .loose: Loose.self
        }
    }

    /// The property that identifies an object; no primary key where the type has none.
    var keyName: String {
        switch self {
        case .numbered: "id"
        case .named: "key"
        case .loose: "serial"
        }
    }

    /// The other properties.
    var fields: [ModelField] {
        switch self {
        case .numbered: Self.numberedFields
        case .named: Self.namedFields
        case .loose: Self.looseFields
        }
    }

    func field(_ name: String) -> ModelField { fields.first { $0.name == name }! }

    private static let numberedFields: [ModelField] = [
        .init(\Numbered.number, "number", .int), .init(\Numbered.maybe, "maybe", .int, isOptional: true),
        .init(\Numbered.text, "text", .text), .init(\Numbered.real, "real", .real),
        .init(\Numbered.flag, "flag", .bool),
        .init(\Numbered.small, "small", .small), .init(\Numbered.link, "link", .link(.named), isOptional: true),
    ]
    private static let namedFields: [ModelField] = [
        .init(\Named.label, "label", .text), .init(\Named.maybeText, "maybeText", .text, isOptional: true),
        .init(\Named.data, "data", .data, isOptional: true), .init(\Named.day, "day", .day),
        .init(\Named.shade, "shade", .shade, isOptional: true),
        .init(\Named.owner, "owner", .link(.numbered), isOptional: true),
    ]
    private static let looseFields: [ModelField] = [
        .init(\Loose.real, "real", .real, isOptional: true), .init(\Loose.text, "text", .text, isOptional: true),
        .init(\Loose.next, "next", .link(.loose), isOptional: true),
        .init(\Loose.owner, "owner", .link(.named), isOptional: true),
    ]
}

/// One property as the model knows it, and the way to it in an object.
struct ModelField: @unchecked Sendable {
    // Unchecked: the key paths in the closures are constants.
    enum Content: Equatable {
        case int, small, real, bool, text, data, day, shade
        case link(ModelKind)
    }
    let name: String
    let content: Content
    let isOptional: Bool
    let read: (Object) -> ModelValue
    let write: (Object, Any) -> Void
    let writeAll: (Store, ModelKind, ModelFilter, Any) throws -> Void

    init<Root: Object, Value: Persistable>(
        _ path: ReferenceWritableKeyPath<Root, Value>, _ name: String, _ content: Content, isOptional: Bool = false
    ) {
        self.name = name
        self.content = content
        self.isOptional = isOptional
        read = { ModelValue($0 as! Root, path) }
        write = { ($0 as! Root)[keyPath: path] = $1 as! Value }
        writeAll = { store, _, filter, value in
            try filter.results(of: Root.self, in: store).setValue(value as! Value, for: path)
        }
    }
}

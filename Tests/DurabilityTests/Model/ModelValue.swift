import Foundation
import Tarn

/// What identifies an object of the model. Text is compared by its bytes, as the store does.
enum ModelKey: Hashable, CustomStringConvertible {
    case number(Int)
    case text([UInt8])

    var any: Any {
        switch self {
        case .number(let number): number
        case .text(let bytes): String(decoding: bytes, as: UTF8.self)
        }
    }
    var description: String { "\(any)" }
}

/// A value of a property, compared bit by bit.
enum ModelValue: Hashable {
    case null
    case bool(Bool)
    case int(Int)
    case real(UInt64)
    case text([UInt8])
    case data(Data)
    case link(ModelKey)

    init<Root: Object, Value>(_ object: Root, _ path: KeyPath<Root, Value>) {
        self.init(any: object[keyPath: path])
    }

    /// The value of whatever a property holds.
    init(any value: Any) {
        switch value {
        case let value as Bool: self = .bool(value)
        case let value as any FixedWidthInteger: self = .int(Int(value))
        case let value as Double: self = .real(value.bitPattern)
        case let value as Date: self = .real(value.timeIntervalSinceReferenceDate.bitPattern)
        case let value as String: self = .text(Array(value.utf8))
        case let value as Data: self = .data(value)
        case let value as Shade: self = .text(Array(value.rawValue.utf8))
        case let value as Numbered: self = .link(.number(value.id))
        case let value as Named: self = .link(.text(Array(value.key.utf8)))
        case let value as Loose: self = .link(.number(value.serial))
        default: self = .null
        }
    }

    /// The number behind the value, where it is one.
    var number: Double? {
        switch self {
        case .int(let value): Double(value)
        case .real(let bits): Double(bitPattern: bits)
        default: nil
        }
    }

    var bytes: [UInt8]? { if case .text(let bytes) = self { bytes } else { nil } }
    var integer: Int? { if case .int(let value) = self { value } else { nil } }
}

/// What a query of the model asks for.
enum ModelFilter: Hashable {
    case everything
    case numberAbove(Int)
    case numberIs(Int)
    case maybeIsNil
    case labelBegins(String)
    case shadeIs(Shade)
    case realBelow(Int)
    case textIs([UInt8])

    static let kinds: [ModelKind: [ModelFilter]] = [
        .numbered: [
            .everything, .numberAbove(3), .numberAbove(-2), .numberIs(5), .maybeIsNil, .textIs(Array("text 3".utf8)),
            .realBelow(2),
        ],
        .named: [.everything, .labelBegins("label 1"), .shadeIs(.dark), .shadeIs(.blue)],
        .loose: [.everything, .realBelow(2), .textIs(Array("text 3".utf8))],
    ]

    /// Whether an object of the model passes.
    func matches(_ row: [String: ModelValue]) -> Bool {
        switch self {
        case .everything: true
        case .numberAbove(let bound): row["number"]!.integer! > bound
        case .numberIs(let number): row["number"] == .int(number)
        case .maybeIsNil: row["maybe"] == .null
        case .labelBegins(let start): row["label"]!.bytes!.starts(with: start.utf8)
        case .shadeIs(let shade): row["shade"] == .text(Array(shade.rawValue.utf8))
        case .realBelow(let bound): row["real"]!.number.map { $0 < Double(bound) } ?? false
        case .textIs(let bytes): row["text"] == .text(bytes)
        }
    }

    /// The results of the store.
    func results<Root: Object>(of type: Root.Type, in store: Store) -> Results<Root> {
        let all = store.objects(type)
        if let numbered = all as? Results<Numbered> { return this(numbered) as! Results<Root> }
        if let named = all as? Results<Named> { return this(named) as! Results<Root> }
        return this(all as! Results<Loose>) as! Results<Root>
    }

    private func this(_ all: Results<Numbered>) -> Results<Numbered> {
        switch self {
        case .numberAbove(let bound): all.where { $0.number > bound }
        case .numberIs(let number): all.where { $0.number == number }
        case .maybeIsNil: all.where { $0.maybe == nil }
        case .textIs(let bytes): all.where { $0.text == String(decoding: bytes, as: UTF8.self) }
        case .realBelow(let bound): all.where { $0.real < Double(bound) }
        default: all
        }
    }

    private func this(_ all: Results<Named>) -> Results<Named> {
        switch self {
        case .labelBegins(let start): all.where { $0.label.starts(with: start) }
        case .shadeIs(let shade): all.where { $0.shade == shade }
        default: all
        }
    }

    private func this(_ all: Results<Loose>) -> Results<Loose> {
        switch self {
        case .realBelow(let bound): all.where { $0.real < Double(bound) }
        case .textIs(let bytes): all.where { $0.text == String(decoding: bytes, as: UTF8.self) }
        default: all
        }
    }
}

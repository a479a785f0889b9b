import Foundation
import Tarn

/// One step of a random write, done to the store and to the model alike.
enum ModelOperation {
    typealias Row = [String: ModelValue]
    case add(ModelKind, ModelKey, Row, UpdatePolicy)
    /// A numbered object and the named one that it links to, which links back; both new instances.
    case addPair(ModelKey, Row, ModelKey, Row, UpdatePolicy)
    case create(ModelKind, ModelKey, Row, UpdatePolicy)
    case set(ModelKind, ModelKey, String, ModelValue)
    case delete(ModelKind, ModelKey)
    case deleteAll(ModelKind)
    case setMany(ModelKind, ModelFilter, String, ModelValue)
    case deleteMany(ModelKind, ModelFilter)
}

/// How a random write ends.
enum ModelEnding: CaseIterable {
    case commit, cancel, fail
}

/// Makes operations that are likely to meet: few keys, few values, and some at the limits.
struct ModelGenerator {
    var random: SplitMix
    private var nextSerial = 0

    init(_ seed: TestSeed) { random = seed.generator }

    mutating func chance(_ oneIn: Int) -> Bool { Int.random(in: 0..<oneIn, using: &random) == 0 }
    mutating func pick<T>(_ from: [T]) -> T { from.randomElement(using: &random)! }

    mutating func ending() -> ModelEnding { chance(6) ? pick([.cancel, .fail]) : .commit }

    mutating func operation(_ model: DictionaryModel) -> ModelOperation {
        let kind = pick(ModelKind.allCases)
        switch Int.random(in: 0..<100, using: &random) {
        case 0..<25:
            return .add(
                kind, newKey(kind), row(kind, model), kind == .loose ? .error : pick([.error, .modified, .all]))
        case 25..<30:
            let number = newKey(.numbered)
            let name = newKey(.named)
            return .addPair(number, row(.numbered, model), name, row(.named, model), pick([.error, .modified, .all]))
        case 30..<40:
            let row = row(kind, model).filter { _ in Bool.random(using: &random) }
            return .create(kind, newKey(kind), row, kind == .loose ? .error : pick([.error, .modified, .all]))
        case 40..<75:
            guard let key = knownKey(kind, model) else { return .deleteMany(kind, .everything) }
            let field = pick(kind.fields)
            return .set(kind, key, field.name, value(field, model))
        case 75..<92:
            guard let key = knownKey(kind, model) else { return .deleteMany(kind, .everything) }
            return .delete(kind, key)
        case 92..<97:
            let field = pick(kind.fields)
            return .setMany(kind, pick(ModelFilter.kinds[kind]!), field.name, value(field, model))
        case 97..<99:
            return .deleteMany(kind, pick(ModelFilter.kinds[kind]!.filter { $0 != .everything }))
        default:
            return chance(4)
                ? .deleteAll(kind) : .deleteMany(kind, kind == .named ? .labelBegins("label 19") : .realBelow(-3))
        }
    }

    /// A key that may be in use.
    private mutating func newKey(_ kind: ModelKind) -> ModelKey {
        switch kind {
        case .numbered:
            if chance(20) { return .number(pick([.min, .max, .min + 1, 1 << 40, -1])) }
            return .number(Int.random(in: -20..<200, using: &random))
        case .named:
            if chance(20) {
                let odd = [
                    "", "\0", "e\u{301}", "\u{e9}", "\u{1F469}\u{200D}\u{1F680}", String(repeating: "x", count: 500),
                ]
                return .text(Array(pick(odd).utf8))
            }
            return .text(Array("key \(Int.random(in: 0..<120, using: &random))".utf8))
        case .loose:
            nextSerial += 1
            return .number(nextSerial)
        }
    }

    private mutating func knownKey(_ kind: ModelKind, _ model: DictionaryModel) -> ModelKey? {
        model.keys(kind).randomElement(using: &random)
    }

    private mutating func row(_ kind: ModelKind, _ model: DictionaryModel) -> ModelOperation.Row {
        var row: ModelOperation.Row = [:]
        for field in kind.fields { row[field.name] = value(field, model) }
        return row
    }

    mutating func value(_ field: ModelField, _ model: DictionaryModel) -> ModelValue {
        if field.isOptional && chance(3) { return .null }
        switch field.content {
        case .int: return .int(chance(30) ? pick([.min, .max]) : Int.random(in: -10..<10, using: &random))
        case .small: return .int(pick([0, 1, -1, Int(Int16.min), Int(Int16.max)]))
        case .real:
            let odd: [Double] = [.nan, .infinity, -.infinity, -0.0, 0, .leastNonzeroMagnitude, 1e300]
            return .real((chance(8) ? pick(odd) : Double(Int.random(in: -8..<8, using: &random)) / 2).bitPattern)
        case .bool: return .bool(Bool.random(using: &random))
        case .text: return .text(text(field.name))
        case .data: return .data(Data(text("data")))
        case .day: return .real(Double(Int.random(in: -100..<100, using: &random)).bitPattern)
        case .shade: return .text(Array(pick(Shade.allCases).rawValue.utf8))
        case .link(let kind): return knownKey(kind, model).map { .link($0) } ?? .null
        }
    }

    private mutating func text(_ name: String) -> [UInt8] {
        let text = "\(name) \(Int.random(in: 0..<20, using: &random))"
        if chance(40) { return [] }
        if chance(8) { return Array(String(repeating: text, count: pick([30, 32, 40, 300])).utf8) }
        return Array(text.utf8)
    }
}

import Foundation
import Tarn

/// Does the operations of the model to a store.
struct StoreExecutor {
    let store: Store

    func find(_ kind: ModelKind, _ key: ModelKey) -> Object? {
        switch kind {
        case .numbered: store.object(ofType: Numbered.self, forPrimaryKey: key.any as! Int)
        case .named: store.object(ofType: Named.self, forPrimaryKey: key.any as! String)
        case .loose: store.objects(Loose.self).where { $0.serial == key.any as! Int }.first
        }
    }

    /// Does an operation; the code of its refusal, if it is refused.
    func run(_ operation: ModelOperation) throws -> StoreError.Code? {
        do {
            try perform(operation)
        } catch let error as StoreError where error.code == .duplicatePrimaryKey {
            return error.code
        }
        return nil
    }

    private func perform(_ operation: ModelOperation) throws {
        switch operation {
        case .add(let kind, let key, let row, let policy):
            try store.add(make(kind, key, row), update: policy)
        case .addPair(let number, let numberedRow, let name, let namedRow, let policy):
            let numbered = make(.numbered, number, numberedRow) as! Numbered
            let named = make(.named, name, namedRow) as! Named
            numbered.link = named
            named.owner = numbered
            try store.add(numbered, update: policy)
        case .create(let kind, let key, let row, let policy):
            var values: [String: Any] = [kind.keyName: key.any]
            for (name, value) in row { values[name] = any(value, kind.field(name)) }
            switch kind {
            case .numbered: try store.create(Numbered.self, value: values, update: policy)
            case .named: try store.create(Named.self, value: values, update: policy)
            case .loose: try store.create(Loose.self, value: values, update: policy)
            }
        case .set(let kind, let key, let name, let value):
            let field = kind.field(name)
            field.write(find(kind, key)!, any(value, field))
        case .delete(let kind, let key): try store.delete(find(kind, key)!)
        case .deleteAll(let kind): try store.deleteAll(kind.type)
        case .setMany(let kind, let filter, let name, let value):
            let field = kind.field(name)
            try field.writeAll(store, kind, filter, any(value, field))
        case .deleteMany(let kind, let filter):
            switch kind {
            case .numbered: try store.delete(filter.results(of: Numbered.self, in: store))
            case .named: try store.delete(filter.results(of: Named.self, in: store))
            case .loose: try store.delete(filter.results(of: Loose.self, in: store))
            }
        }
    }

    private func make(_ kind: ModelKind, _ key: ModelKey, _ row: ModelOperation.Row) -> Object {
        let object = kind.type.init()
        switch object {
        case let object as Numbered: object.id = key.any as! Int
        case let object as Named: object.key = key.any as! String
        case let object as Loose: object.serial = key.any as! Int
        default: break
        }
        for (name, value) in row {
            let field = kind.field(name)
            field.write(object, any(value, field))
        }
        return object
    }

    /// The value as the property takes it.
    private func any(_ value: ModelValue, _ field: ModelField) -> Any {
        switch (field.content, value) {
        case (.int, .int(let number)): return field.isOptional ? Int?.some(number) as Any : number
        case (.int, _): return Int?.none as Any
        case (.small, .int(let number)): return Int16(number)
        case (.real, .real(let bits)):
            return field.isOptional ? Double?.some(Double(bitPattern: bits)) as Any : Double(bitPattern: bits)
        case (.real, _): return Double?.none as Any
        case (.day, .real(let bits)): return Date(timeIntervalSinceReferenceDate: Double(bitPattern: bits))
        case (.bool, .bool(let value)): return value
        case (.text, .text(let bytes)):
            let text = String(decoding: bytes, as: UTF8.self)
            return field.isOptional ? String?.some(text) as Any : text
        case (.text, _): return String?.none as Any
        case (.data, .data(let data)): return Data?.some(data) as Any
        case (.data, _): return Data?.none as Any
        case (.shade, .text(let bytes)): return Shade(rawValue: String(decoding: bytes, as: UTF8.self)) as Any
        case (.shade, _): return Shade?.none as Any
        case (.link(let kind), .link(let key)): return link(kind, find(kind, key))
        case (.link(let kind), _): return link(kind, nil)
        default: fatalError("\(field.name) does not take \(value)")
        }
    }

    private func link(_ kind: ModelKind, _ object: Object?) -> Any {
        switch kind {
        case .numbered: object as? Numbered as Any
        case .named: object as? Named as Any
        case .loose: object as? Loose as Any
        }
    }
}

public import FoundationEssentials

/// A value of any kind: a property of this type can hold text today and a number or an object tomorrow.
///
///     final class Setting: Object {
///         @Persisted(primaryKey: true) var name: String
///         @Persisted var value: AnyValue
///     }
///     setting.value = 3
///     setting.value = ["sizes": [1, 2, 3], "owner": .object(person)]
///     setting.value["sizes"]?[0] = 7
///
/// It is a value: what is read is a copy, and a change is stored by assigning the whole to the property, which the last
/// line does too. Lists and maps stand within each other up to 100 deep. Objects are those of the same store or new
/// ones, which are added with the object that holds them (O6); when such an object is deleted, null takes its place
/// (O3).
///
/// Two values are `==` when kind and content are the same: `.int(1)` is not `.double(1)`. Queries compare numbers of
/// all kinds by their value (E3).
public enum AnyValue: Hashable {
    /// No value. A property that has none is null, so the optional of this type is seldom of use: nil and null are
    /// stored alike and read as nil there.
    case null
    /// A truth value.
    case bool(Bool)
    /// An integer.
    case int(Int)
    /// A single precision number.
    case float(Float)
    /// A double precision number.
    case double(Double)
    /// A decimal number.
    case decimal(Decimal)
    /// Text.
    case string(String)
    /// Plain bytes.
    case data(Data)
    /// A point in time.
    case date(Date)
    /// A universally unique identifier.
    case uuid(UUID)
    /// An identifier of 12 bytes.
    case objectId(ObjectId)
    /// An object of any class of the store.
    case object(Object)
    /// Values in an order.
    case list([AnyValue])
    /// Values by a text.
    case map([String: AnyValue])
}

@available(*, unavailable, message: "a value can hold an object, which stays with its store")
extension AnyValue: Sendable {}

extension AnyValue: ExpressibleByNilLiteral, ExpressibleByBooleanLiteral, ExpressibleByIntegerLiteral,
    ExpressibleByFloatLiteral, ExpressibleByStringLiteral, ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral
{
    /// Null.
    public init(nilLiteral: ()) { self = .null }
    /// A truth value.
    public init(booleanLiteral value: Bool) { self = .bool(value) }
    /// An integer.
    public init(integerLiteral value: Int) { self = .int(value) }
    /// A double.
    public init(floatLiteral value: Double) { self = .double(value) }
    /// Text.
    public init(stringLiteral value: String) { self = .string(value) }
    /// A list.
    public init(arrayLiteral elements: AnyValue...) { self = .list(elements) }
    /// A map; the last of several values of a key counts.
    public init(dictionaryLiteral elements: (String, AnyValue)...) {
        self = .map(Dictionary(elements, uniquingKeysWith: { $1 }))
    }
}

extension AnyValue {
    /// What is in something of unknown type: a value, an object, an array or a dictionary of these, `NSNull` or nil;
    /// also what `JSONSerialization` makes. Nil when there is something else in it, or nested more than 100 deep.
    public init?(_ value: Any) {
        guard let made = AnyValue.make(value, depth: 0) else { return nil }
        self = made
    }

    private static func make(_ value: Any, depth: Int) -> AnyValue? {
        if depth > maximumDepth { return nil }
        switch value {
        case let value as AnyValue: return value
        case let value as any AnyValueConvertible: return value.anyValue
        case let value as Object: return .object(value)
        case let values as [Any]:
            var list: [AnyValue] = []
            for value in values {
                guard let made = make(value, depth: depth + 1) else { return nil }
                list.append(made)
            }
            return .list(list)
        case let values as [String: Any]:
            var map: [String: AnyValue] = [:]
            for (key, value) in values {
                guard let made = make(value, depth: depth + 1) else { return nil }
                map[key] = made
            }
            return .map(map)
        default: return foreign(value)
        }
    }

    /// The numbers and nulls of `JSONSerialization`, whose classes are in the part of Foundation that nothing here
    /// imports. A number there is also true or false, so the class decides.
    private static func foreign(_ value: Any) -> AnyValue? {
        switch "\(type(of: value))" {
        case "NSNull": .null
        case "__NSCFBoolean": (value as? Bool).map { .bool($0) }
        case "NSNumber", "__NSCFNumber":
            (value as? Int).map { .int($0) } ?? (value as? Double).map { .double($0) }
        default: nil
        }
    }
}

/// Types with a case of their own.
private protocol AnyValueConvertible {
    var anyValue: AnyValue? { get }
}

extension Bool: AnyValueConvertible { fileprivate var anyValue: AnyValue? { .bool(self) } }
extension Int: AnyValueConvertible { fileprivate var anyValue: AnyValue? { .int(self) } }
extension Int8: AnyValueConvertible { fileprivate var anyValue: AnyValue? { .int(Int(self)) } }
extension Int16: AnyValueConvertible { fileprivate var anyValue: AnyValue? { .int(Int(self)) } }
extension Int32: AnyValueConvertible { fileprivate var anyValue: AnyValue? { .int(Int(self)) } }
extension Int64: AnyValueConvertible { fileprivate var anyValue: AnyValue? { .int(Int(self)) } }
extension UInt: AnyValueConvertible { fileprivate var anyValue: AnyValue? { Int(exactly: self).map { .int($0) } } }
extension UInt8: AnyValueConvertible { fileprivate var anyValue: AnyValue? { .int(Int(self)) } }
extension UInt16: AnyValueConvertible { fileprivate var anyValue: AnyValue? { .int(Int(self)) } }
extension UInt32: AnyValueConvertible { fileprivate var anyValue: AnyValue? { .int(Int(self)) } }
extension UInt64: AnyValueConvertible { fileprivate var anyValue: AnyValue? { Int(exactly: self).map { .int($0) } } }
extension Float: AnyValueConvertible { fileprivate var anyValue: AnyValue? { .float(self) } }
extension Double: AnyValueConvertible { fileprivate var anyValue: AnyValue? { .double(self) } }
extension Decimal: AnyValueConvertible { fileprivate var anyValue: AnyValue? { .decimal(self) } }
extension String: AnyValueConvertible { fileprivate var anyValue: AnyValue? { .string(self) } }
extension Substring: AnyValueConvertible { fileprivate var anyValue: AnyValue? { .string(String(self)) } }
extension Data: AnyValueConvertible { fileprivate var anyValue: AnyValue? { .data(self) } }
extension Date: AnyValueConvertible { fileprivate var anyValue: AnyValue? { .date(self) } }
extension UUID: AnyValueConvertible { fileprivate var anyValue: AnyValue? { .uuid(self) } }
extension ObjectId: AnyValueConvertible { fileprivate var anyValue: AnyValue? { .objectId(self) } }
extension Optional: AnyValueConvertible {
    fileprivate var anyValue: AnyValue? { map { AnyValue($0) } ?? .some(.null) }
}

internal import TarnRecords

extension AnyValue {
    /// What a value is, as queries ask with ``Query/isOf(_:)`` and predicates with `.@type`.
    public typealias Kind = MixedKind

    /// What the value is.
    public var kind: Kind { mixed.kind }
}

/// A property of any kind, or an optional one.
public protocol AnyValueProperty: Persistable {}

extension AnyValue: AnyValueProperty {}
extension Optional: AnyValueProperty where Wrapped == AnyValue {}

/// Tests of values of any kind. Numbers compare with numbers of every kind, exactly, and otherwise only values of one
/// kind have an order; every test but `!=` is false where there is none (E3).
extension Query where Value: AnyValueProperty {
    /// Holds where the value is less than another.
    public static func < (query: Query, value: AnyValue) -> Query<Bool> { query.compare(.less, value.__stored) }
    /// Holds where the value is at most another.
    public static func <= (query: Query, value: AnyValue) -> Query<Bool> {
        query.compare(.lessOrEqual, value.__stored)
    }
    /// Holds where the value is greater than another.
    public static func > (query: Query, value: AnyValue) -> Query<Bool> { query.compare(.greater, value.__stored) }
    /// Holds where the value is at least another.
    public static func >= (query: Query, value: AnyValue) -> Query<Bool> {
        query.compare(.greaterOrEqual, value.__stored)
    }

    /// Holds where the value is of one of some kinds.
    public func isOf(_ kinds: AnyValue.Kind...) -> Query<Bool> {
        guard case .column(let column) = place.end else {
            preconditionFailure("Q9: a value of any kind is a property")
        }
        return Query<Bool>(place.quantified(.any, .kind(column: column, Set(kinds))), context)
    }

    /// Holds where the value is a text that contains another.
    public func contains(_ text: String, options: StringOptions = []) -> Query<Bool> {
        search(.contains, text, options)
    }
    /// Holds where the value is a text that begins with another.
    public func starts(with text: String, options: StringOptions = []) -> Query<Bool> {
        search(.beginsWith, text, options)
    }
    /// Holds where the value is a text that ends with another.
    public func ends(with text: String, options: StringOptions = []) -> Query<Bool> {
        search(.endsWith, text, options)
    }
    /// Holds where the value is a text that matches a pattern: `?` stands for one character, `*` for any number.
    public func like(_ pattern: String, caseInsensitive: Bool = false) -> Query<Bool> {
        search(.like, pattern, caseInsensitive ? .caseInsensitive : [])
    }

    private func search(
        _ operation: Filter.TextOperation, _ text: String, _ options: StringOptions
    ) -> Query<Bool> {
        Query<Bool>(place.search(operation, text, options.filterOptions, .any), context)
    }
}

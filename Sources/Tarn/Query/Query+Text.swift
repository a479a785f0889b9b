internal import TarnRecords

/// Text and optional text: what a query can search in.
public protocol TextValue: OrderedValue {}

extension String: TextValue {}
extension Optional: TextValue where Wrapped: TextValue {}

/// What a search in text overlooks.
public struct StringOptions: OptionSet, Sendable, Hashable {
    /// The bits of the options.
    public let rawValue: UInt8
    /// Makes options of their bits.
    public init(rawValue: UInt8) { self.rawValue = rawValue }
    /// Upper and lower case are the same, in all of Unicode.
    public static let caseInsensitive = StringOptions(rawValue: 1)
    /// Letters with and without marks are the same: "Z\u{FC}rich" is "Zurich".
    public static let diacriticInsensitive = StringOptions(rawValue: 2)
}

/// Searches in text. None of them holds for nil; an empty search text is found in every other value.
///
/// Without options they compare bytes in place, about as fast as memory can be read; with options each text is folded
/// first, which is some ten times slower. An index serves `==`, `in`, ranges and `starts(with:)` without options.
extension Query where Value: TextValue {
    /// Holds where the text contains another.
    public func contains(_ text: String, options: StringOptions = []) -> Query<Bool> {
        search(.contains, text, options)
    }

    /// Holds where the text begins with another.
    public func starts(with text: String, options: StringOptions = []) -> Query<Bool> {
        search(.beginsWith, text, options)
    }

    /// Holds where the text ends with another.
    public func ends(with text: String, options: StringOptions = []) -> Query<Bool> {
        search(.endsWith, text, options)
    }

    /// Holds where the whole text matches a pattern: `?` stands for one character, `*` for any number of them.
    public func like(_ pattern: String, caseInsensitive: Bool = false) -> Query<Bool> {
        search(.like, pattern, caseInsensitive ? .caseInsensitive : [])
    }

    /// Holds where the text is another under the options.
    public func equals(_ text: Value, options: StringOptions = []) -> Query<Bool> {
        if !options.isEmpty, case .string(let text) = text.__stored { return search(.equal, text, options) }
        return self == text
    }

    /// Holds where the text is not another under the options, and where it is nil unless the other is.
    public func notEquals(_ text: Value, options: StringOptions = []) -> Query<Bool> {
        if !options.isEmpty, case .string(let text) = text.__stored {
            return Query<Bool>(place.searchFailing(.equal, text, options.filterOptions, .any), context)
        }
        return self != text
    }

    private func search(
        _ operation: Filter.TextOperation, _ text: String, _ options: StringOptions
    ) -> Query<Bool> {
        Query<Bool>(place.search(operation, text, options.filterOptions, .any), context)
    }
}

extension StringOptions {
    /// The options as filters have them.
    var filterOptions: Filter.TextOptions {
        var options: Filter.TextOptions = []
        if contains(.caseInsensitive) { options.insert(.caseInsensitive) }
        if contains(.diacriticInsensitive) { options.insert(.diacriticInsensitive) }
        return options
    }
}

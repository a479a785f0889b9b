/// A type that the keys of a ``Map`` can have: `String`, and enums or other types with a text as their raw value.
///
///     enum Language: String, MapKey { case thai, korean }
///     @Persisted var titles: Map<Language, String>
///
/// Every text is a key, also the empty one and one with dots or dollar signs.
public protocol MapKey: Hashable {
    /// The text that is stored.
    var _mapKey: String { get }
    /// Makes a key of the stored text; nil when it is none.
    init?(_mapKey: String)
}

extension String: MapKey {
    /// The text itself.
    public var _mapKey: String { self }
    /// The text itself.
    public init?(_mapKey: String) { self = _mapKey }
}

extension MapKey where Self: RawRepresentable, RawValue == String {
    /// The raw value.
    public var _mapKey: String { rawValue }
    /// The case with the raw value.
    public init?(_mapKey: String) { self.init(rawValue: _mapKey) }
}

/// A key as the file tells keys apart: by its UTF-8 bytes, in their order. `String` takes texts for equal that are
/// written in different ways.
struct KeyBytes: Hashable, Comparable {
    let text: String

    init(_ text: String) { self.text = text }

    static func == (a: KeyBytes, b: KeyBytes) -> Bool { a.text.utf8.elementsEqual(b.text.utf8) }
    static func < (a: KeyBytes, b: KeyBytes) -> Bool { a.text.utf8.lexicographicallyPrecedes(b.text.utf8) }

    func hash(into hasher: inout Hasher) {
        for byte in text.utf8 { hasher.combine(byte) }
    }
}

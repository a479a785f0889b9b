/// How text is ordered. Texts that a collation does not tell apart are equal: they keep the order they had (Q5).
public enum Collation: Sendable, Hashable {
    /// By the UTF-8 bytes, which is the order of the Unicode scalars: the same everywhere (Q6).
    case bytes
    /// As `bytes`, with upper and lower case alike.
    case caseInsensitive
    /// As `caseInsensitive`, with letters with and without marks alike.
    case caseAndDiacriticInsensitive
    /// As the readers of a language expect it; see ``localized(_:)``.
    case locale(LocaleOrder)

    /// The order of a locale, such as `"sv"` or `"de@collation=phonebook"`: letters that other languages take for
    /// variants can be letters of their own, marks and case decide between texts that are otherwise alike.
    ///
    /// ICU makes it, of the library that comes with Foundation, which is loaded when this is first asked for. Orders
    /// differ between its versions, so nothing of them is stored. A locale that ICU does not know has its root order.
    /// - Throws: `unavailable` when there is no such library on the system.
    public static func localized(_ identifier: String) throws(RecordError) -> Collation {
        .locale(try LocaleOrder(identifier))
    }
}

extension Collation {
    /// What plans say of it.
    var words: String {
        switch self {
        case .bytes: ""
        case .caseInsensitive: " without regard to case"
        case .caseAndDiacriticInsensitive: " without regard to case and marks"
        case .locale(let order): " in the order of \(order.identifier)"
        }
    }

    /// The bytes by which a text is ordered.
    func key(of text: [UInt8]) -> [UInt8] {
        switch self {
        case .bytes: text
        case .caseInsensitive: TextFolding.fold(text, .caseInsensitive)
        case .locale(let order): order.key(of: text)
        case .caseAndDiacriticInsensitive: TextFolding.fold(text, [.caseInsensitive, .diacriticInsensitive])
        }
    }
}

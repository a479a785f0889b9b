/// How text is ordered. Texts that a collation does not tell apart are equal: they keep the order they had (Q5).
public enum Collation: Sendable, Hashable {
    /// By the UTF-8 bytes, which is the order of the Unicode scalars: the same everywhere (Q6).
    case bytes
    /// As `bytes`, with upper and lower case alike.
    case caseInsensitive
    /// As `caseInsensitive`, with letters with and without marks alike.
    case caseAndDiacriticInsensitive
}

extension Collation {
    /// What plans say of it.
    var words: String {
        switch self {
        case .bytes: ""
        case .caseInsensitive: " without regard to case"
        case .caseAndDiacriticInsensitive: " without regard to case and marks"
        }
    }

    /// The bytes by which a text is ordered.
    func key(of text: [UInt8]) -> [UInt8] {
        switch self {
        case .bytes: text
        case .caseInsensitive: TextFolding.fold(text, .caseInsensitive)
        case .caseAndDiacriticInsensitive: TextFolding.fold(text, [.caseInsensitive, .diacriticInsensitive])
        }
    }
}

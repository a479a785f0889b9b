/// One word or sign of a predicate and where it stands, in bytes.
struct PredicateToken {
    let kind: Kind
    let start: Int
    let end: Int

    enum Kind: Equatable {
        /// A word, and what it can mean besides the name of a property.
        case word(PredicateKeyword?)
        /// A name in backticks.
        case quotedName
        /// A value that was written out.
        case string, integer, hexadecimal, real, date, timestamp, bytes, object
        /// `%@` and its relatives, `%K`, `$0` and `$K0`.
        case nextArgument, nextKeyPath
        case argument(Int)
        case keyPathArgument(Int)
        /// `$x`, which stands for the elements of a subquery.
        case variable
        case comparison(Filter.Comparison)
        case and, or, not
        case plus, minus, times, divide
        case dot, comma, at
        case open(Bracket)
        case close(Bracket)
        case end
    }

    enum Bracket: Equatable {
        case parenthesis, brace, square

        var opening: String {
            switch self {
            case .parenthesis: "("
            case .brace: "{"
            case .square: "["
            }
        }

        var closing: String {
            switch self {
            case .parenthesis: ")"
            case .brace: "}"
            case .square: "]"
            }
        }
    }
}

/// Words with a meaning of their own, where a name is not wanted. Case does not matter.
enum PredicateKeyword {
    case and, or, not, isIn, between, contains, beginsWith, endsWith, like, text
    case any, all, none, null, yes, no, always, never
    case subquery, sort, distinct, limit, ascending, descending
    case first, last, size
    case uuid, objectId, object, infinity, notANumber

    /// The keyword that some letters are.
    static func of(_ letters: ArraySlice<UInt8>) -> PredicateKeyword? {
        guard letters.count <= 14, let packed = PackedWord(letters) else { return nil }
        return known[packed]
    }

    private static let known: [PackedWord: PredicateKeyword] = {
        let words: [(String, PredicateKeyword)] = [
            ("and", .and), ("or", .or), ("not", .not), ("in", .isIn), ("between", .between), ("contains", .contains),
            ("beginswith", .beginsWith), ("endswith", .endsWith), ("like", .like), ("text", .text), ("any", .any),
            ("some", .any), ("all", .all), ("none", .none), ("null", .null), ("nil", .null), ("true", .yes),
            ("yes", .yes), ("false", .no), ("no", .no), ("truepredicate", .always), ("falsepredicate", .never),
            ("subquery", .subquery), ("sort", .sort), ("distinct", .distinct), ("limit", .limit),
            ("asc", .ascending), ("ascending", .ascending), ("desc", .descending), ("descending", .descending),
            ("first", .first), ("last", .last), ("size", .size), ("uuid", .uuid), ("oid", .objectId),
            ("obj", .object), ("inf", .infinity), ("infinity", .infinity), ("nan", .notANumber),
        ]
        return Dictionary(
            uniqueKeysWithValues: words.compactMap { word, keyword in
                PackedWord(Array(word.utf8)[...]).map { ($0, keyword) }
            })
    }()
}

/// Up to 14 letters in two numbers, which are compared faster than text.
private struct PackedWord: Hashable {
    var high: UInt64 = 0
    var low: UInt64 = 0

    init?(_ letters: ArraySlice<UInt8>) {
        for letter in letters {
            let small = letter | 0x20
            guard small >= 97 && small <= 122 else { return nil }
            high = high << 8 | low >> 56
            low = low << 8 | UInt64(small)
        }
    }
}

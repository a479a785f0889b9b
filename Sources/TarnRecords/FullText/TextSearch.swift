/// What is searched for in the texts of a column with a full-text index.
///
///     swift concurrency        texts that have both words
///     "structured concurrency" texts that have the words one after the other
///     concur*                  texts that have a word which begins so
///     swift -objc              texts that have the first word and not the second
///     swift OR rust            texts that have one of the two, or both
///
/// Anything is a search: signs that mean nothing are overlooked, and a quotation that is not closed goes to the end.
/// `OR` parts what is on its left from what is on its right. A part in which nothing is wanted finds nothing, and so
/// does the empty search. What stands together without a blank but is several words, as in `well-known` or in Chinese
/// and Japanese, is searched for as if it were quoted. Case and diacritics are overlooked.
public struct TextSearch: Hashable, Sendable, CustomStringConvertible {
    /// The search as it was written.
    public let description: String
    /// The parts of which one has to hold.
    package let alternatives: [Alternative]

    /// Clauses that have to hold together.
    package struct Alternative: Hashable, Sendable {
        /// What the text must have; never empty.
        package var wanted: [Clause] = []
        /// What the text must not have.
        package var excluded: [Clause] = []
    }

    /// Words one after the other.
    package struct Clause: Hashable, Sendable {
        /// The folded UTF-8 of each word; never empty.
        package let words: [[UInt8]]
        /// Whether the last word may go on.
        package let isPrefix: Bool
    }

    /// Reads a search; any text is one.
    public init(_ text: String) {
        description = text
        var alternatives: [Alternative] = []
        var current = Alternative()
        let splitter = WordSplitter()
        for piece in Self.pieces(text) {
            if piece.isOr {
                alternatives.append(current)
                current = Alternative()
                continue
            }
            let words = splitter.words(Array(piece.text.utf8)).map(\.bytes)
            if words.isEmpty { continue }
            let clause = Clause(words: words, isPrefix: piece.isPrefix)
            if piece.isExcluded { current.excluded.append(clause) } else { current.wanted.append(clause) }
        }
        alternatives.append(current)
        self.alternatives = alternatives.filter { !$0.wanted.isEmpty }
    }

    /// What counts for the rank of a text: every wanted clause, once.
    package var ranked: [Clause] {
        var clauses: [Clause] = []
        for clause in alternatives.flatMap(\.wanted) where !clauses.contains(clause) { clauses.append(clause) }
        return clauses
    }
}

extension TextSearch {
    /// A piece of the search between blanks, or a quotation.
    private struct Piece {
        var text = ""
        var isExcluded = false
        var isPrefix = false
        var isOr = false
    }

    private static func pieces(_ text: String) -> [Piece] {
        var pieces: [Piece] = []
        var rest = text.unicodeScalars[...]
        while let first = rest.first {
            if first.properties.isWhitespace {
                rest.removeFirst()
                continue
            }
            var piece = Piece()
            if first == "-" {
                piece.isExcluded = true
                rest.removeFirst()
            }
            if rest.first == "\"" {
                rest.removeFirst()
                let quotation = rest.prefix { $0 != "\"" }
                piece.text = String(quotation)
                rest = rest[quotation.endIndex...].dropFirst()
                if rest.first == "*" {
                    piece.isPrefix = true
                    rest.removeFirst()
                }
            } else {
                let word = rest.prefix { !$0.properties.isWhitespace && $0 != "\"" }
                piece.text = String(word)
                piece.isPrefix = word.last == "*"
                piece.isOr = piece.text == "OR" && !piece.isExcluded
                rest = rest[word.endIndex...]
            }
            pieces.append(piece)
        }
        return pieces
    }
}

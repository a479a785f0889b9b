internal import CTarnKernels

/// Orders texts by how well a search fits them: BM25 with k1 = 1.2 and b = 0.75.
///
/// The score of a text is the sum, over the wanted clauses of the search that it has, of
///
///     ln(1 + (N - n + 0.5) / (n + 0.5)) * f * (k1 + 1) / (f + k1 * (1 - b + b * l / L))
///
/// N is the number of texts, n how many of them have the clause, f how often this one has it, l its length in words
/// (see ``TextLength``), and L the average length.
struct RankedSearch {
    private static let (saturation, lengthShare) = (1.2, 0.75)

    private struct Term {
        let walk: any ClauseWalk
        let weight: Double
        var isAtEnd = false
    }

    private var terms: [Term] = []
    /// By the byte of a length, what is added to the frequency below the line.
    private let norms: [Double]

    /// Prepares a search; the pending changes are in the trees.
    init(_ session: RecordSession, _ table: Table, _ column: Int, _ search: TextSearch) throws(RecordError) {
        let totals = try session.wordTotals(table, column)
        let average = max(1, Double(totals.words)) / max(1, Double(totals.texts))
        norms = (0...255).map { code in
            let length = Double(TextLength.words(UInt8(code))) / average
            return Self.saturation * (1 - Self.lengthShare + Self.lengthShare * length)
        }
        for clause in search.ranked {
            let (walk, count) = try Self.walk(clause, session, table, column)
            terms.append(Term(walk: walk, weight: Self.weight(count, of: totals.texts)))
        }
    }

    /// How much it says that a text has a clause which `count` of `texts` have.
    static func weight(_ count: Int, of texts: Int) -> Double {
        tarn_log1p(max(0, Double(texts - count) + 0.5) / (Double(count) + 0.5)) * (saturation + 1)
    }

    /// A clause and in how many texts it is. Words are counted by the headers of their blocks.
    private static func walk(
        _ clause: TextSearch.Clause, _ session: RecordSession, _ table: Table, _ column: Int
    ) throws(RecordError) -> (any ClauseWalk, Int) {
        let walk = try session.walk(clause, table, column, isRanked: true)
        if let list = walk as? ListWalk { return (list, list.objects.count) }
        if walk is WordWalk { return (walk, try WordWalk(session, table, column, clause.words[0]).countAll()) }
        let list = ListWalk()
        var wanted: UInt64 = 0
        while try walk.advance(to: wanted) {
            list.append(walk.object, frequency: try walk.frequency(), length: walk.length)
            if walk.object == .max { break }
            wanted = walk.object + 1
        }
        return (list, list.objects.count)
    }

    /// The score of an object that is found; objects are asked for ascending.
    private mutating func score(_ object: UInt64) throws(RecordError) -> Double {
        var score = 0.0
        for place in terms.indices where !terms[place].isAtEnd {
            let walk = terms[place].walk
            guard try walk.advance(to: object) else {
                terms[place].isAtEnd = true
                continue
            }
            if walk.object != object { continue }
            let frequency = Double(try walk.frequency())
            score += terms[place].weight * frequency / (frequency + norms[Int(walk.length)])
        }
        return score
    }

    /// Some objects that are found, the best first, equally good ones by their keys; at most `limit`.
    mutating func ordered(_ objects: KeySet, limit: Int?) throws(RecordError) -> [UInt64] {
        let limit = min(limit ?? .max, objects.count)
        if limit == 0 { return [] }
        var best = BestTexts(limit)
        for member in objects.members {
            for slot in SlotSequence(member.slots) {
                let object = member.number << 6 | UInt64(slot)
                best.insert(object, try score(object))
            }
        }
        return best.ordered()
    }
}

/// The texts with the highest scores of those that have been seen.
private struct BestTexts {
    private struct Text {
        let score: Double
        let object: UInt64

        /// Whether this one comes after another.
        func isWorse(than other: Text) -> Bool {
            score != other.score ? score < other.score : object > other.object
        }
    }

    private let limit: Int
    /// A heap once it is full: the worst is the first.
    private var texts: [Text] = []

    init(_ limit: Int) { self.limit = limit }

    mutating func insert(_ object: UInt64, _ score: Double) {
        let text = Text(score: score, object: object)
        if texts.count < limit {
            texts.append(text)
            if texts.count == limit { for place in (0..<limit / 2).reversed() { sink(place) } }
        } else if texts[0].isWorse(than: text) {
            texts[0] = text
            sink(0)
        }
    }

    private mutating func sink(_ start: Int) {
        var place = start
        while 2 * place + 1 < texts.count {
            var child = 2 * place + 1
            if child + 1 < texts.count && texts[child + 1].isWorse(than: texts[child]) { child += 1 }
            if texts[place].isWorse(than: texts[child]) { return }
            texts.swapAt(place, child)
            place = child
        }
    }

    func ordered() -> [UInt64] { texts.sorted { $1.isWorse(than: $0) }.map(\.object) }
}

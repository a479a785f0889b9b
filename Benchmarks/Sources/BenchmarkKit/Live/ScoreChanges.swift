/// The commits of the live workloads: each sets one score, drawn so that the list of the best changes every time.
package struct ScoreChanges: Sendable {
    /// Who is among the best.
    package static let threshold = Dataset.scoreThreshold
    private var scores: [Double]
    private var generator = SplitMix64(seed: 13)
    private var place = 0

    /// Begins with the people as they were inserted.
    package init(_ rows: [PersonRow]) { scores = rows.map(\.score) }

    /// The next change. A person who was not among the best comes among them.
    package mutating func next() -> (id: Int, score: Double) {
        let id = place * 37 % scores.count
        place += 1
        var drawn = Double(generator.next() >> 11) / 0x1p53
        if scores[id] <= Self.threshold && drawn <= Self.threshold { drawn = 0.75 + drawn / 4 }
        scores[id] = drawn
        return (id, drawn)
    }

    /// Takes in people who were inserted after the others.
    package mutating func append(_ rows: [PersonRow]) { scores += rows.map(\.score) }

    /// The ids of the best as they have to be now, the best first: a witness that needs no engine.
    package func best() -> [Int] {
        scores.indices.filter { scores[$0] > Self.threshold }.sorted { (scores[$0], $1) > (scores[$1], $0) }
    }
}

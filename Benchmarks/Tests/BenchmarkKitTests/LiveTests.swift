import BenchmarkKit
import Testing

@Suite struct LiveTests {
    @Test func aDifferenceLeadsFromOneListToTheOther() {
        var generator = SplitMix64(seed: 5)
        for _ in 0..<500 {
            let old = list(&generator), new = list(&generator)
            let difference = ListDifference(from: old, to: new)
            var rebuilt = old
            for place in difference.deletions.reversed() { rebuilt.remove(at: place) }
            for place in difference.insertions { rebuilt.insert(new[place], at: place) }
            #expect(rebuilt == new, "from \(old)")
            #expect(difference.isEmpty == (old == new))
        }
    }

    @Test func oneMovedIdIsOneDeletionAndOneInsertion() {
        let difference = ListDifference(from: [1, 2, 3, 4, 5], to: [1, 4, 2, 3, 5])
        #expect(difference.deletions == [3] && difference.insertions == [1])
    }

    @Test func everyChangeOfAScoreChangesTheListOfTheBest() {
        let rows = Dataset(count: 100).rows
        var changes = ScoreChanges(rows)
        var scores = rows.map(\.score)
        for _ in 0..<300 {
            let (id, score) = changes.next()
            #expect(score != scores[id] && (score > ScoreChanges.threshold || scores[id] > ScoreChanges.threshold))
            scores[id] = score
        }
        let best = changes.best()
        #expect(best.count == scores.count { $0 > ScoreChanges.threshold })
        #expect(zip(best, best.dropFirst()).allSatisfy { scores[$0] >= scores[$1] })
    }

    @Test func theTableJudgesWhatItsSizeAllows() {
        let text = LiveTable.text(figures(sizes: [1_000, 1_000_000]))
        #expect(text.contains("| L1b"))
        #expect(text.components(separatedBy: "met").count == 3 && text.components(separatedBy: "BELOW").count == 2)
        #expect(LiveTable.text([]).isEmpty)
    }

    @Test func theChartOfLatenciesNeedsTwoSizes() throws {
        let chart = try #require(LatencyChart.file(figures(sizes: [1_000, 1_000_000])))
        #expect(chart.hasPrefix("<svg ") && chart.contains("SQLite") && chart.hasSuffix("</svg>\n"))
        #expect(LatencyChart.file(figures(sizes: [1_000])) == nil)
    }

    /// Up to eight of ten ids, in any order.
    private func list(_ generator: inout SplitMix64) -> [Int] {
        var pool = Array(0..<10), list: [Int] = []
        for _ in 0..<generator.next() % 9 { list.append(pool.remove(at: Int(generator.next() % UInt64(pool.count)))) }
        return list
    }

    /// L1b reaches its target at both sizes; L2s is below it, which is said of the full size only.
    private func figures(sizes: [Int]) -> [Figure] {
        let kinds = [
            ("L1", "tarn", 120.0), ("L1w", "tarn", 20), ("L1b", "tarn", 100), ("L2", "sqlite", 9_000),
            ("L2s", "tarn", 75),
        ]
        return sizes.flatMap { size in
            kinds.map { name, engine, value in
                Figure(workload: name, engine: engine, size: size, unit: "us", samples: [value], check: .none)
            }
        }
    }
}

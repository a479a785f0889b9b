import BenchmarkKit
import Foundation
import Testing

@Suite struct ReportTests {
    @Test func numbersAreWrittenWithFixedDecimals() {
        #expect(decimal(499929.67256, digits: 6) == "499929.672560")
        #expect(decimal(-0.05, digits: 1) == "-0.1")
        #expect(decimal(0.999, digits: 2) == "1.00")
        #expect(grouped(1_000_000) == "1,000,000")
    }

    @Test func sumsMayDifferInTheirLastDigitsOnly() {
        #expect(Check.real(499929.672560).agrees(with: .real(499929.672561)))
        #expect(!Check.real(499929.672560).agrees(with: .real(499930.1)))
        #expect(!Check.integer(1).agrees(with: .integer(2)))
    }

    @Test func theJSONIsAListOfOneObjectForEachFigure() throws {
        let text = JSONReport.text(sample(sizes: [1000]))
        let list = try #require(try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [[String: Any]])
        #expect(list.count == 3 * Workload.allCases.count)
        #expect(list.allSatisfy { $0.count == 9 && $0["median"] is Double })
    }

    @Test func theTableShowsRatioAndTarget() {
        let figures = sample(sizes: [1_000, 1_000_000])
        let text = RatioTable(figures, size: 1_000_000).text
        #expect(text.contains("| W4       | filter count"))
        #expect(text.contains("10.0x"))
        #expect(text.contains("BELOW") && text.contains("met"))
        #expect(!RatioTable(figures, size: 1_000).text.contains("BELOW"))
    }

    @Test func theChartsAreWellFormed() throws {
        let figures = sample(sizes: [1_000, 10_000, 100_000, 1_000_000])
        let ratios = try #require(RatioChart.file(figures, size: 1_000_000))
        let curves = try #require(CurveChart.file(figures))
        for chart in [ratios, curves] {
            #expect(chart.hasPrefix("<svg ") && chart.hasSuffix("</svg>\n"))
            #expect(chart.components(separatedBy: "<text").count == chart.components(separatedBy: "</text>").count)
        }
        #expect(CurveChart.file(sample(sizes: [1000])) == nil)
    }

    /// Three engines, each ten times slower than the one before.
    private func sample(sizes: [Int]) -> [Figure] {
        let engines: [(name: String, factor: Double)] = [("lmdb", 0.5), ("tarn", 1), ("sqlite", 10)]
        var figures: [Figure] = []
        for size in sizes {
            for workload in Workload.allCases {
                for (name, factor) in engines {
                    figures.append(
                        Figure(
                            workload: workload.rawValue, engine: name, size: size, unit: workload.unit,
                            samples: [factor * 7, factor * 6, factor * 9 + Double(size) / 1e5], check: .none))
                }
            }
        }
        return figures
    }
}

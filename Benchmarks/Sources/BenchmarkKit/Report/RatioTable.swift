/// The medians of all engines side by side, with the ratio that counts and its target, as a Markdown table.
package struct RatioTable {
    private let figures: [Figure]
    private let size: Int
    private let engines: [String]

    /// Takes the figures of one size.
    package init(_ figures: [Figure], size: Int) {
        let ofSize = figures.filter { $0.size == size }
        self.size = size
        self.figures = ofSize
        engines = ["tarn", "sqlite", "lmdb"].filter { name in ofSize.contains { $0.engine == name } }
    }

    /// The title and the aligned table.
    package var text: String {
        let header = ["workload", "", "unit"] + engines + ["sqlite / tarn", "target at 10^6", ""]
        let rows = Workload.allCases.compactMap(row(of:))
        guard !rows.isEmpty else { return "" }
        return "N = \(grouped(size))\n\n" + Self.aligned([header] + rows, leading: 3)
    }

    private func row(of workload: Workload) -> [String]? {
        let name = workload.rawValue
        guard let any = figures.first(where: { $0.workload == name }) else { return nil }
        let figures = engines.map { engine in value(name, engine).map(significant) ?? "-" }
        return [name, workload.title, any.unit] + figures
            + verdict(name, own: value(name, "tarn"), peer: value(name, "sqlite"))
    }

    private func value(_ workload: String, _ engine: String) -> Double? {
        figures.first { $0.workload == workload && $0.engine == engine }?.median
    }

    private func verdict(_ name: String, own: Double?, peer: Double?) -> [String] {
        let target = Target.of(name)
        guard let own else { return ["-", target?.description ?? "-", ""] }
        let ratio = peer.map { significant($0 / own) + "x" } ?? "-"
        let met = size == Target.size ? target?.isMet(own: own, peer: peer) : nil
        return [ratio, target?.description ?? "-", met.map { $0 ? "met" : "BELOW" } ?? ""]
    }

    /// A Markdown table whose columns also line up in a terminal; all but the first `leading` align right.
    static func aligned(_ rows: [[String]], leading: Int) -> String {
        let columns = rows[0].indices
        let widths = columns.map { column in max(3, rows.map { $0[column].count }.max() ?? 0) }
        let lines = rows.map { row in
            let cells = columns.map { column in
                let space = String(repeating: " ", count: widths[column] - row[column].count)
                return column < leading ? row[column] + space : space + row[column]
            }
            return "| " + cells.joined(separator: " | ") + " |"
        }
        let rule = columns.map { column in
            let dashes = String(repeating: "-", count: widths[column] - (column < leading ? 0 : 1))
            return column < leading ? dashes : dashes + ":"
        }
        return ([lines[0], "| " + rule.joined(separator: " | ") + " |"] + lines.dropFirst()).joined(separator: "\n")
    }
}

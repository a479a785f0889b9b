/// The figures of Tarn alone, with their targets, as a Markdown table.
package enum ProbeTable {
    /// The title and the aligned table; empty without such figures.
    package static func text(_ figures: [Figure], titles: [String: String]) -> String {
        let rows = figures.filter { titles[$0.workload] != nil }.map { figure in
            let target = Target.of(figure.workload)
            let met = target?.isMet(own: figure.median, peer: nil)
            return [
                figure.workload, titles[figure.workload] ?? "", figure.unit, grouped(figure.size),
                significant(figure.median), target?.description ?? "-",
                met.map { $0 ? "met" : "BELOW" } ?? "",
            ]
        }
        guard !rows.isEmpty else { return "" }
        let header = ["name", "", "unit", "N", "tarn", "target", ""]
        return "Memory and property access\n\n" + RatioTable.aligned([header] + rows, leading: 3)
    }
}

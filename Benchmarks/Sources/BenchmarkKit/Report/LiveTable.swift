/// The figures of the live workloads with their targets, as a Markdown table.
package enum LiveTable {
    /// The title and the aligned table; empty without such figures.
    package static func text(_ figures: [Figure]) -> String {
        let rows = LiveWorkload.titles.flatMap { name, title in
            figures.filter { $0.workload == name }.map { row($0, title) }
        }
        guard !rows.isEmpty else { return "" }
        let header = ["name", "", "unit", "engine", "N", "median", "fastest", "slowest", "target", ""]
        return "Live results\n\n" + RatioTable.aligned([header] + rows, leading: 4)
    }

    private static func row(_ figure: Figure, _ title: String) -> [String] {
        let target = Target.of(figure.workload, engine: figure.engine)
        let isJudged = figure.size >= Target.size || !Target.needsSize(figure.workload)
        let met = isJudged ? target?.isMet(own: figure.median, peer: nil) : nil
        let extremes = figure.samples.count > 1 ? [figure.min, figure.max].map(significant) : ["", ""]
        return [figure.workload, title, figure.unit, figure.engine, grouped(figure.size), significant(figure.median)]
            + extremes + [target?.description ?? "-", met.map { $0 ? "met" : "BELOW" } ?? ""]
    }
}

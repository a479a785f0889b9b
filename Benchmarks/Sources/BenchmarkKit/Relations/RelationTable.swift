/// The figures of the relation workloads side by side, as a Markdown table.
package enum RelationTable {
    /// The title and the aligned table; empty without such figures.
    package static func text(_ figures: [Figure]) -> String {
        let rows = RelationWorkload.titles.compactMap { name, title in row(name, title, figures) }
        guard !rows.isEmpty else { return "" }
        let header = ["name", "", "unit", "N", "tarn", "sqlite", "sqlite / tarn", "target", ""]
        return "Lists, links, words, predicates\n\n" + RatioTable.aligned([header] + rows, leading: 3)
    }

    private static func row(_ name: String, _ title: String, _ figures: [Figure]) -> [String]? {
        guard let own = figures.first(where: { $0.workload == name && $0.engine == "tarn" }) else { return nil }
        let peer = figures.first { $0.workload == name && $0.engine == "sqlite" }?.median
        let target = RelationWorkload.target(name)
        let met = target.isMet(own: own.median, peer: peer)
        return [
            name, title, own.unit, grouped(own.size), significant(own.median), peer.map(significant) ?? "-",
            peer.map { significant($0 / own.median) + "x" } ?? "-", target.description,
            met.map { $0 ? "met" : "BELOW" } ?? "",
        ]
    }
}

/// How soon an observer hears of a commit, over the number of objects: followed, and by running the query again.
package enum LatencyChart {
    private static let curves: [(workload: String, engine: String, style: String, label: String)] = [
        ("L2", "sqlite", "sqlite", "SQLite, runs again and compares"),
        ("L2", "tarn", "again", "Tarn, runs again and compares"),
        ("L1", "tarn", "tarn", "Tarn, follows"),
        ("L1w", "tarn", "lmdb", "bare wake-up of a queue"),
    ]
    private static let left = 70.0
    private static let right = 640.0
    private static let top = 70.0
    private static let bottom = 370.0

    /// The SVG file; nil unless at least two sizes were measured.
    package static func file(_ figures: [Figure]) -> String? {
        let shown = curves.map { curve in
            figures.filter { $0.workload == curve.workload && $0.engine == curve.engine }.sorted { $0.size < $1.size }
        }
        let sizes = Set(figures.filter { $0.workload == "L1" }.map(\.size)).sorted()
        guard sizes.count > 1 else { return nil }
        var drawing = Drawing(width: 860, height: Int(bottom) + 60)
        let title = "From the commit of one change to the observer"
        drawing.text(title, x: 20, y: 28, style: "title")
        drawing.text(
            "median in microseconds for score > 0.5 by descending score; both axes logarithmic; lower is better",
            x: 20, y: 48, style: "muted")
        let across = LogScale(covering: sizes.map(Double.init), from: left, to: right)
        let up = LogScale(covering: shown.joined().map { max($0.median, 1) }, from: bottom, to: top)
        for tick in up.ticks {
            drawing.line(x1: left, y1: up.place(tick), x2: right, y2: up.place(tick))
            drawing.text(
                LogScale.label(tick), x: left - 6, y: up.place(tick) + 4, anchor: .end, style: "muted")
        }
        for tick in across.ticks {
            drawing.line(x1: across.place(tick), y1: top, x2: across.place(tick), y2: bottom)
            drawing.text(
                LogScale.label(tick), x: across.place(tick), y: bottom + 18, anchor: .middle, style: "muted")
        }
        drawing.text("objects", x: (left + right) / 2, y: bottom + 38, anchor: .middle)
        for (curve, points) in zip(curves, shown) {
            guard let last = points.last else { continue }
            drawing.curve(points.map { (across.place(Double($0.size)), up.place($0.median)) }, style: curve.style)
            drawing.text(curve.label, x: right + 10, y: up.place(last.median) + 4, style: "small")
        }
        return drawing.file(title: title)
    }
}

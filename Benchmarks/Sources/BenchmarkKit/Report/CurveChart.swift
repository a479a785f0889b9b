/// Small curves, one panel for each workload: how the figure of each engine changes with the number of objects.
package enum CurveChart {
    private static let columns = 4
    private static let panelWidth = 240.0
    private static let panelHeight = 180.0
    private static let top = 80.0

    /// The SVG file; nil unless at least two sizes were measured.
    package static func file(_ figures: [Figure]) -> String? {
        let sizes = Set(figures.map(\.size)).sorted()
        let workloads = Workload.allCases.filter { workload in
            figures.contains { $0.workload == workload.rawValue }
        }
        guard sizes.count > 1, !workloads.isEmpty else { return nil }
        let lines = (workloads.count + columns - 1) / columns
        var drawing = Drawing(
            width: Int(panelWidth) * columns + 40, height: Int(top + Double(lines) * panelHeight) + 10)
        let title = "Medians over the number of objects"
        drawing.text(title, x: 20, y: 28, style: "title")
        drawing.text(
            "both axes logarithmic: number of objects to the right, the workload's unit upwards; lower is better",
            x: 20, y: 48, style: "muted")
        for (index, engine) in engines(of: figures).enumerated() {
            let x = 24 + Double(index) * 90
            drawing.curve([(x, 64), (x + 20, 64)], style: engine)
            drawing.text(engine, x: x + 28, y: 68)
        }
        for (index, workload) in workloads.enumerated() {
            let x = 20 + Double(index % columns) * panelWidth
            let y = top + Double(index / columns) * panelHeight
            panel(workload, of: figures, sizes: sizes, x: x, y: y, on: &drawing)
        }
        return drawing.file(title: title)
    }

    private static func panel(
        _ workload: Workload, of figures: [Figure], sizes: [Int], x: Double, y: Double,
        on drawing: inout Drawing
    ) {
        let mine = figures.filter { $0.workload == workload.rawValue }
        let across = LogScale(covering: sizes.map(Double.init), from: x + 40, to: x + panelWidth - 15)
        let up = LogScale(covering: mine.map(\.median), from: y + panelHeight - 30, to: y + 30)
        drawing.text("\(workload.rawValue) \(workload.title), \(workload.unit)", x: x + 6, y: y + 18, style: "small")
        for tick in up.ticks {
            drawing.line(x1: across.start, y1: up.place(tick), x2: across.end, y2: up.place(tick))
            drawing.text(
                LogScale.label(tick), x: across.start - 4, y: up.place(tick) + 3, anchor: .end, style: "small muted")
        }
        for tick in across.ticks {
            drawing.line(x1: across.place(tick), y1: up.start, x2: across.place(tick), y2: up.end)
            drawing.text(
                LogScale.label(tick), x: across.place(tick), y: up.start + 13, anchor: .middle, style: "small muted")
        }
        for engine in engines(of: mine) {
            let points = mine.filter { $0.engine == engine }.sorted { $0.size < $1.size }
            drawing.curve(points.map { (across.place(Double($0.size)), up.place($0.median)) }, style: engine)
        }
    }

    private static func engines(of figures: [Figure]) -> [String] {
        ["lmdb", "sqlite", "tarn"].filter { name in figures.contains { $0.engine == name } }
    }
}

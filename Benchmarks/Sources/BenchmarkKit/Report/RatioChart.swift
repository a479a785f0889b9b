/// Bars of SQLite's time over Tarn's time for each workload at one size, with the target marked on each bar.
package enum RatioChart {
    private static let rowHeight = 26.0
    private static let left = 210.0
    private static let right = 760.0
    private static let top = 70.0

    private struct Row {
        let label: String
        let ratio: Double
        let target: Double?
    }

    /// The SVG file; nil unless Tarn and SQLite were both measured at that size.
    package static func file(_ figures: [Figure], size: Int) -> String? {
        let ofSize = figures.filter { $0.size == size }
        let rows = Workload.allCases.compactMap { workload in
            let target = size == Target.size ? Target.of(workload.rawValue) : nil
            return row(of: workload.rawValue, workload.title, in: ofSize, target)
        }
        return file(rows, title: "Times faster than SQLite, N = \(grouped(size))", bytes: "W15")
    }

    /// The SVG file of lists, links and words; nil unless Tarn and SQLite were both measured.
    package static func relations(_ figures: [Figure]) -> String? {
        let rows = RelationWorkload.titles.compactMap { name, title in
            row(of: name, title, in: figures, RelationWorkload.target(name))
        }
        return file(rows, title: "Lists, links, words and predicates: times faster than SQLite", bytes: "R6f")
    }

    private static func file(_ rows: [Row], title: String, bytes: String) -> String? {
        guard !rows.isEmpty else { return nil }
        let bottom = top + Double(rows.count) * rowHeight
        let scale = LogScale(covering: rows.flatMap { [$0.ratio, $0.target ?? 1, 1] }, from: left, to: right)
        var drawing = Drawing(width: 840, height: Int(bottom) + 50)
        drawing.text(title, x: 20, y: 28, style: "title")
        drawing.text(
            "SQLite's median over Tarn's (\(bytes): bytes), logarithmic; strokes are targets: "
                + "blue reaches, orange does not",
            x: 20, y: 48, style: "muted")
        for tick in scale.ticks {
            let x = scale.place(tick)
            drawing.line(x1: x, y1: top - 6, x2: x, y2: bottom, style: tick == 1 ? "axis" : "grid")
            drawing.text(LogScale.label(tick) + "x", x: x, y: bottom + 16, anchor: .middle, style: "muted")
        }
        drawing.text("SQLite / Tarn", x: (left + right) / 2, y: bottom + 36, anchor: .middle)
        for (index, row) in rows.enumerated() {
            draw(row, y: top + Double(index) * rowHeight, scale: scale, on: &drawing)
        }
        return drawing.file(title: title)
    }

    private static func draw(_ row: Row, y: Double, scale: LogScale, on drawing: inout Drawing) {
        let one = scale.place(1), end = scale.place(row.ratio)
        let isMet = row.target.map { row.ratio >= $0 } ?? true
        drawing.text(row.label, x: left - 10, y: y + 16, anchor: .end)
        drawing.bar(
            x: min(one, end), y: y + 4, width: max(1, (end - one).magnitude), height: rowHeight - 10,
            style: isMet ? "met" : "below")
        if let target = row.target {
            let x = scale.place(target)
            drawing.line(x1: x, y1: y + 1, x2: x, y2: y + rowHeight - 3, style: "target")
        }
        let farthest = max(end, row.target.map(scale.place) ?? end, one)
        drawing.text(significant(row.ratio) + "x", x: farthest + 6, y: y + 16)
    }

    private static func row(
        of name: String, _ title: String, in figures: [Figure], _ target: Target?
    ) -> Row? {
        func median(_ engine: String) -> Double? {
            figures.first { $0.workload == name && $0.engine == engine }?.median
        }
        guard let own = median("tarn"), let peer = median("sqlite"), own > 0 else { return nil }
        let least: Double? =
            switch target {
            case .ratio(let least): least
            case .size(let most): 1 / most
            case .value(let most): peer / most
            case .least, nil: nil
            }
        return Row(label: "\(name) \(title)", ratio: peer / own, target: least)
    }
}

/// Rows in columns, as wide as their contents and never wider than the window.
package struct Table {
    package enum Alignment: Sendable {
        case left, right
    }

    package let titles: [String]
    package let alignments: [Alignment]
    package private(set) var rows: [[String]] = []

    /// Columns given as titles; those of numbers are aligned right.
    package init(_ columns: [(title: String, alignment: Alignment)]) {
        titles = columns.map(\.title)
        alignments = columns.map(\.alignment)
    }

    /// Adds a row; cells that are missing are empty, and cells without a column are left out.
    package mutating func add(_ cells: [String]) {
        rows.append(titles.indices.map { $0 < cells.count ? Self.oneLine(cells[$0]) : "" })
    }

    /// The lines of the table: titles, a rule, rows.
    package func lines(width: Int = 100, indent: Int = 2) -> [String] {
        guard !titles.isEmpty else { return [] }
        let widths = columnWidths(width: width - indent)
        let margin = String(repeating: " ", count: indent)
        let rule = widths.map { String(repeating: "\u{2500}", count: $0) }.joined(separator: "  ")
        return [line(titles, widths), rule].map { margin + $0 } + rows.map { margin + line($0, widths) }
    }

    /// The widest columns give way until the line fits, down to a few characters each.
    private func columnWidths(width: Int) -> [Int] {
        var widths = titles.indices.map { column in
            rows.reduce(titles[column].count) { max($0, $1[column].count) }
        }
        var excess = widths.reduce(0, +) + 2 * (widths.count - 1) - width
        while excess > 0, let widest = widths.indices.max(by: { widths[$0] < widths[$1] }), widths[widest] > 6 {
            // Down to the next narrower column at once, so that long texts do not cost a step a character.
            let next = widths.filter { $0 < widths[widest] }.max() ?? 6
            let step = max(1, min(excess, widths[widest] - max(next, 6)))
            widths[widest] -= step
            excess -= step
        }
        return widths
    }

    private func line(_ cells: [String], _ widths: [Int]) -> String {
        let padded = cells.indices.map { Self.fit(cells[$0], widths[$0], alignments[$0]) }
        return String(padded.joined(separator: "  ").reversed().drop { $0 == " " }.reversed())
    }

    static func fit(_ cell: String, _ width: Int, _ alignment: Alignment) -> String {
        guard cell.count <= width else { return cell.prefix(max(0, width - 3)) + "..." }
        let space = String(repeating: " ", count: width - cell.count)
        return alignment == .left ? cell + space : space + cell
    }

    /// Line ends and other control characters would break the columns or drive the terminal.
    private static func oneLine(_ text: String) -> String {
        guard text.unicodeScalars.contains(where: { $0.properties.generalCategory == .control }) else { return text }
        return String(
            String.UnicodeScalarView(
                text.unicodeScalars.map { $0.properties.generalCategory == .control ? " " : $0 }))
    }
}

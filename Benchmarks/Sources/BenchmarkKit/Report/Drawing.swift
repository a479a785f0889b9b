/// Shapes of an SVG file that reads well on a light and on a dark page.
struct Drawing {
    let width: Int
    let height: Int
    private var shapes: [String] = []

    init(width: Int, height: Int) {
        self.width = width
        self.height = height
    }

    enum Anchor: String { case start, middle, end }

    mutating func text(_ text: String, x: Double, y: Double, anchor: Anchor = .start, style: String = "label") {
        let escaped = text.map { character in
            switch character {
            case "<": "&lt;"
            case ">": "&gt;"
            case "&": "&amp;"
            default: String(character)
            }
        }.joined()
        shapes.append(
            "<text class=\"\(style)\" x=\"\(Self.point(x))\" y=\"\(Self.point(y))\" text-anchor=\"\(anchor.rawValue)\">"
                + escaped + "</text>")
    }

    mutating func line(x1: Double, y1: Double, x2: Double, y2: Double, style: String = "grid") {
        shapes.append(
            "<line class=\"\(style)\" x1=\"\(Self.point(x1))\" y1=\"\(Self.point(y1))\""
                + " x2=\"\(Self.point(x2))\" y2=\"\(Self.point(y2))\"/>")
    }

    mutating func bar(x: Double, y: Double, width: Double, height: Double, style: String) {
        shapes.append(
            "<rect class=\"\(style)\" x=\"\(Self.point(x))\" y=\"\(Self.point(y))\" width=\"\(Self.point(width))\""
                + " height=\"\(Self.point(height))\" rx=\"2\"/>")
    }

    mutating func curve(_ points: [(x: Double, y: Double)], style: String) {
        let path = points.map { "\(Self.point($0.x)),\(Self.point($0.y))" }.joined(separator: " ")
        shapes.append("<polyline class=\"curve \(style)\" points=\"\(path)\"/>")
        for place in points {
            let (x, y) = (Self.point(place.x), Self.point(place.y))
            shapes.append("<circle class=\"\(style)\" cx=\"\(x)\" cy=\"\(y)\" r=\"3\"/>")
        }
    }

    /// The whole file.
    func file(title: String) -> String {
        let head =
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 \(width) \(height)\" width=\"\(width)\""
            + " height=\"\(height)\" role=\"img\" aria-label=\"\(title)\">"
        let page = "<rect class=\"page\" width=\"\(width)\" height=\"\(height)\"/>"
        let parts = [head, "<title>\(title)</title>", Self.styles, page] + shapes + ["</svg>"]
        return parts.joined(separator: "\n") + "\n"
    }

    private static func point(_ value: Double) -> String { decimal(value, digits: 1) }

    // The page is painted too, so that a viewer that knows nothing of colour schemes shows the light form whole.
    private static let styles = """
        <style>
        text { font: 12px system-ui, sans-serif; fill: #1f2328 }
        .title { font-size: 16px; font-weight: 600 } .small { font-size: 10px } .muted { fill: #59636e }
        .page { fill: #ffffff } .grid { stroke: #d1d9e0 } .axis { stroke: #59636e }
        .target { stroke: #1f2328; stroke-width: 2 }
        .tarn { fill: #0969da; stroke: #0969da } .sqlite { fill: #bc4c00; stroke: #bc4c00 }
        .lmdb { fill: #6e7781; stroke: #6e7781 } .again { fill: #8250df; stroke: #8250df }
        .below { fill: #bc4c00 } .met { fill: #0969da } polyline.curve { fill: none; stroke-width: 2 }
        @media (prefers-color-scheme: dark) {
        text { fill: #f0f6fc } .muted { fill: #9198a1 }
        .page { fill: #0d1117 } .grid { stroke: #30363d } .axis { stroke: #9198a1 } .target { stroke: #f0f6fc }
        .tarn { fill: #58a6ff; stroke: #58a6ff } .sqlite { fill: #f0883e; stroke: #f0883e }
        .lmdb { fill: #9198a1; stroke: #9198a1 } .again { fill: #ab7df8; stroke: #ab7df8 }
        .below { fill: #f0883e } .met { fill: #58a6ff } polyline.curve { fill: none }
        }
        </style>
        """
}

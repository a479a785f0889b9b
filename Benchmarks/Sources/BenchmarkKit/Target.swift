/// What Tarn must reach at one million objects.
package enum Target: Sendable, CustomStringConvertible {
    /// The number of objects that the targets are meant for; smaller files are all fixed costs.
    package static let size = 1_000_000

    /// SQLite's time over Tarn's time is at least this.
    case ratio(atLeast: Double)
    /// Tarn's size over SQLite's size is at most this.
    case size(atMost: Double)
    /// Tarn's own figure is at most this, in the unit of the figure.
    case value(atMost: Double)
    /// Tarn's own figure is at least this, in the unit of the figure.
    case least(Double)

    /// As it stands in the table.
    package var description: String {
        switch self {
        case .ratio(let least): ">= \(compact(least))x"
        case .size(let most): "size <= \(compact(most))x"
        case .value(let most): "<= \(compact(most))"
        case .least(let least): ">= \(compact(least))"
        }
    }

    /// Whether the figures reach the target; nil while the peer is missing.
    package func isMet(own: Double, peer: Double?) -> Bool? {
        switch self {
        case .ratio(let least): peer.map { $0 / own >= least }
        case .size(let most): peer.map { own / $0 <= most }
        case .value(let most): own <= most
        case .least(let least): own >= least
        }
    }

    private func compact(_ value: Double) -> String {
        value == value.rounded() ? String(Int(value)) : decimal(value, digits: 1)
    }

    /// The target of a workload or of a figure of memory and accessors, if it has one.
    package static func of(_ name: String) -> Target? { all[name] }

    /// The target of a live figure; the peers have none.
    static func of(_ name: String, engine: String) -> Target? { engine == "tarn" ? live[name] : nil }

    /// Whether the target of a live figure means nothing on smaller files.
    static func needsSize(_ name: String) -> Bool { ["L1r", "L2s", "L2r", "L5", "L7"].contains(name) }

    private static let live: [String: Target] = [
        "L1b": .value(atMost: 300), "L1r": .value(atMost: 3), "L2s": .least(500), "L2r": .least(500),
        "L3": .value(atMost: 2_000), "L4": .value(atMost: 2_000), "L5": .value(atMost: 2), "L6": .value(atMost: 25),
        "L7": .value(atMost: 24), "L8": .value(atMost: 0),
        "L9": .value(atMost: 50_000),
    ]

    private static let all: [String: Target] = [
        "W1": .ratio(atLeast: 3), "W2": .ratio(atLeast: 0.6), "W3": .ratio(atLeast: 4), "W4": .ratio(atLeast: 25),
        "W5": .ratio(atLeast: 6), "W6": .ratio(atLeast: 25), "W7a": .ratio(atLeast: 15), "W7b": .ratio(atLeast: 8),
        "W8": .ratio(atLeast: 2.5), "W8c": .ratio(atLeast: 40), "W9": .ratio(atLeast: 3), "W10": .ratio(atLeast: 18),
        "W11": .ratio(atLeast: 10), "W12": .ratio(atLeast: 3), "W14": .value(atMost: 2), "W15": .size(atMost: 1.5),
        "M1": .value(atMost: 64), "M2": .value(atMost: 2),
        "A1": .value(atMost: 5), "A2": .value(atMost: 40),
    ]
}

/// Decides what a progress bar shows and when it is worth drawing again.
///
/// A pure value: the time comes in, text comes out, and ``ProgressBar`` writes it.
package struct ProgressState {
    /// Drawing more often than this costs time and cannot be seen.
    private static let interval: Duration = .milliseconds(50)
    private static let barWidth = 30

    let title: String
    let unit: String
    private var drawn: (time: Duration, text: String)?

    package init(title: String, unit: String) {
        self.title = title
        self.unit = unit
    }

    /// The line to draw after so much work and time, or nil when the last one still serves.
    package mutating func line(completed: Int, total: Int, at time: Duration) -> String? {
        let isEnd = completed >= total
        if let drawn, !isEnd, time - drawn.time < Self.interval { return nil }
        let text = text(completed: completed, total: total, at: time)
        if drawn?.text == text { return nil }
        drawn = (time, text)
        return text
    }

    private func text(completed: Int, total: Int, at time: Duration) -> String {
        let share = total > 0 ? min(1, max(0, Double(completed) / Double(total))) : 1
        let full = Int(share * Double(Self.barWidth))
        let bar =
            String(repeating: "\u{2588}", count: full) + String(repeating: "\u{2591}", count: Self.barWidth - full)
        let percent = Table.fit("\(Int(share * 100))%", 4, .right)
        return "\(title) \(bar) \(percent)  \(Figures.count(completed)) \(unit)  \(Figures.duration(time))"
    }
}

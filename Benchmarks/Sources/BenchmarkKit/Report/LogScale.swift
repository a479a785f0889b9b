#if canImport(Glibc)
    internal import Glibc
#else
    internal import Darwin
#endif

/// Maps values to places by their logarithm: ten to a hundred takes as much room as one to ten.
struct LogScale {
    let lowest: Double
    let highest: Double
    let start: Double
    let end: Double

    /// A scale whose ends are the powers of ten around the values.
    init(covering values: [Double], from start: Double, to end: Double) {
        let values = values.filter { $0 > 0 }
        lowest = pow(10, floor(log10(values.min() ?? 1)))
        let top = pow(10, ceil(log10(values.max() ?? 10)))
        highest = top > lowest ? top : lowest * 10
        self.start = start
        self.end = end
    }

    /// The place of a value.
    func place(_ value: Double) -> Double {
        let share = (log10(max(value, lowest)) - log10(lowest)) / (log10(highest) - log10(lowest))
        return start + min(share, 1) * (end - start)
    }

    /// The powers of ten within the scale.
    var ticks: [Double] {
        var ticks: [Double] = []
        var tick = lowest
        while tick <= highest * 1.001 {
            ticks.append(tick)
            tick *= 10
        }
        return ticks
    }

    /// A short name of a power of ten.
    static func label(_ value: Double) -> String {
        switch value {
        case 1_000_000...: "\(Int((value / 1_000_000).rounded()))M"
        case 1_000...: "\(Int((value / 1_000).rounded()))k"
        case 1...: "\(Int(value.rounded()))"
        default: decimal(value, digits: value < 0.095 ? (value < 0.0095 ? 3 : 2) : 1)
        }
    }
}

/// Writes a number with a fixed count of decimals, by integer arithmetic: no locale, no Foundation.
package func decimal(_ value: Double, digits: Int) -> String {
    guard value.isFinite, value.magnitude < 1e12 else { return String(value) }
    let scale = (0..<digits).reduce(1.0) { scale, _ in scale * 10 }
    let scaled = UInt64((value.magnitude * scale).rounded())
    let sign = value < 0 && scaled > 0 ? "-" : ""
    guard digits > 0 else { return sign + String(scaled) }
    let fraction = String(scaled % UInt64(scale))
    return sign + "\(scaled / UInt64(scale))." + String(repeating: "0", count: digits - fraction.count) + fraction
}

/// Writes a measured value with three significant digits, the most that a noisy machine supports.
package func significant(_ value: Double) -> String {
    switch value.magnitude {
    case 100...: grouped(Int(value.rounded()))
    case 10..<100: decimal(value, digits: 1)
    case 1..<10: decimal(value, digits: 2)
    default: decimal(value, digits: 3)
    }
}

/// Writes an integer with its thousands apart.
package func grouped(_ value: Int) -> String {
    var rest = String(value.magnitude)
    var groups: [String] = []
    while rest.count > 3 {
        groups.insert(String(rest.suffix(3)), at: 0)
        rest.removeLast(3)
    }
    return (value < 0 ? "-" : "") + ([rest] + groups).joined(separator: ",")
}

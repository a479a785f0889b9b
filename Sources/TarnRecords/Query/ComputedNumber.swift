/// A number that expressions compute with.
enum ComputedNumber {
    case integer(Int64)
    case double(Double)
    case decimal(WideDecimal)

    var isDecimal: Bool { if case .decimal = self { true } else { false } }

    /// As a decimal, exactly; nil for what is no finite number or has too many digits.
    var decimal: WideDecimal? {
        switch self {
        case .integer(let value): WideDecimal(value)
        case .double(let value): WideDecimal(value)
        case .decimal(let value): value
        }
    }

    var double: Double {
        switch self {
        case .integer(let value): Double(value)
        case .double(let value): value
        case .decimal(let value): value.double
        }
    }
}

/// A sum of numbers of several kinds: exact as long as there are integers or decimals alone.
struct ComputedSum {
    private var integers: Int128 = 0
    private var doubles: Double?
    private var decimals: WideDecimal?
    private var count = 0

    mutating func add(_ number: ComputedNumber) {
        count += 1
        switch number {
        case .integer(let value): integers += Int128(value)
        case .double(let value): doubles = (doubles ?? 0) + value
        case .decimal(let value): decimals = (decimals ?? WideDecimal.zero).adding(value)
        }
    }

    /// Zero when there are no numbers. An integer that does not fit is told as a double.
    var total: StoredValue {
        if let exact = exactDecimal { return exact.bytes.map { .any(.decimal($0)) } ?? .double(exact.double) }
        if let doubles { return .double(doubles + Double(integers) + (decimals?.double ?? 0)) }
        return Int64(exactly: integers).map { .integer($0) } ?? .double(Double(integers))
    }

    /// Nil when there are no numbers.
    var average: StoredValue {
        if count == 0 { return .null }
        if let exact = exactDecimal {
            return exact.divided(by: WideDecimal(Int64(count)))?.bytes.map { .any(.decimal($0)) }
                ?? .double(exact.double / Double(count))
        }
        return .double((Double(integers) + (doubles ?? 0) + (decimals?.double ?? 0)) / Double(count))
    }

    private var exactDecimal: WideDecimal? {
        guard let decimals, doubles == nil, let whole = Int64(exactly: integers) else { return nil }
        return decimals.adding(WideDecimal(whole))
    }
}

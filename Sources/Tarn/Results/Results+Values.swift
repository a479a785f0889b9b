public import FoundationEssentials
internal import TarnRecords

extension Results {
    /// The sum of a property; nil is skipped, zero when there is nothing (Q13). Traps when an integer sum overflows.
    ///
    /// Doubles are added in eight lanes, so the last digits may differ from a sum made one by one.
    public func sum<Value: SummableProperty>(of keyPath: KeyPath<Element, Value>) -> Value.Sum {
        sum(of: core.column(keyPath, "summed over"), Value.self)
    }

    func sum<Value: SummableProperty>(of column: Int, _ type: Value.Type) -> Value.Sum {
        core.noteRead([column])
        return core.read(Value.zeroSum) { (session, query) throws(RecordError) in
            try Value.sum(of: column, query, session)
        }
    }

    /// The average of a number property; nil is skipped, nil when there is nothing (Q13).
    public func average<Value: SummableProperty>(of keyPath: KeyPath<Element, Value>) -> Double? {
        average(of: core.column(keyPath, "averaged over"))
    }

    func average(of column: Int) -> Double? {
        core.noteRead([column])
        return core.read(nil) { (session, query) throws(RecordError) in try session.sum(query, column).average }
    }

    /// The smallest value of a property; nil and NaN are skipped, nil when there is nothing (Q13).
    public func min<Value: OrderedValue>(of keyPath: KeyPath<Element, Value>) -> Value.Bound? {
        extreme(of: core.column(keyPath, "compared by"), isMaximum: false)
    }

    /// The largest value of a property; nil and NaN are skipped, nil when there is nothing (Q13).
    public func max<Value: OrderedValue>(of keyPath: KeyPath<Element, Value>) -> Value.Bound? {
        extreme(of: core.column(keyPath, "compared by"), isMaximum: true)
    }

    func extreme<Value: Persistable>(of column: Int, isMaximum: Bool) -> Value? {
        core.noteRead([column])
        return core.read(nil) { (session, query) throws(RecordError) in
            try session.extreme(query, column, isMaximum: isMaximum).flatMap { Value._decode($0, nil) }
        }
    }

    /// Sets a property of every object found when it is called (Q11). Traps outside a write (W8).
    ///
    /// - Throws: ``StoreError``.
    public func setValue<Value: Persistable>(_ value: Value, for keyPath: KeyPath<Element, Value>) throws(StoreError) {
        let connection = core.context.connection
        let session = connection.writing("properties can be set")
        core.check()
        let column = core.column(keyPath, "set by")
        let table = core.context.table
        precondition(column != table.primaryKey, "P2: a primary key cannot be changed")
        if Value._kind == .any { try connection.store.manage(heldBy: value, table.columns[column].name) }
        let found = core.membership()
        if Value._kind == .link, let linked = value as? Object {
            precondition(
                found.count < 2 || !(linked is EmbeddedObject),
                "L4: an embedded object cannot belong to \(found.count) objects")
            if found.count > 0 {
                try connection.store.manage(linked, target: Value._linkTarget, table.columns[column].name)
            }
        }
        connection.dataVersion &+= 1
        try connection.record { () throws(RecordError) in
            for index in 0..<found.count {
                if Value._kind == .link { try session.deleteEmbedded(table, found.key(at: index), column) }
                guard let writer = try session.writer(table, found.key(at: index)) else { continue }
                try value.__write(writer, column)
            }
        }
    }
}

/// A number, or an optional one, that can be summed.
public protocol SummableProperty: Persistable {
    /// The type of the sum.
    associatedtype Sum
    /// The sum of nothing.
    static var zeroSum: Sum { get }
    /// Adds a column up.
    static func _sum(_ total: _NumberTotal) -> Sum
}

/// A sum as the record layer hands it out.
public enum _NumberTotal {
    /// A sum of integers.
    case integer(Int)
    /// A sum of floating-point numbers.
    case double(Double)
    /// A sum of decimals.
    case decimal(Decimal)
}

extension SummableProperty {
    static func sum(of column: Int, _ query: RecordQuery, _ session: RecordSession) throws(RecordError) -> Sum {
        sum(try session.sum(query, column), query.table.columns[column].name)
    }

    /// A sum in its Swift type; traps when it does not fit.
    static func sum(_ sum: NumberSum, _ name: String) -> Sum {
        switch sum.total {
        case .integer(let total): return _sum(.integer(Int(total)))
        case .double(let total): return _sum(.double(total))
        case .decimal(let total): return _sum(.decimal(Decimal(ordered: total)))
        case .integerOverflow: preconditionFailure("Q13: the sum of \(name) overflows")
        }
    }
}

extension SummableProperty where Self: FixedWidthInteger {
    /// Zero.
    public static var zeroSum: Int { 0 }
    /// The sum itself.
    public static func _sum(_ total: _NumberTotal) -> Int {
        if case .integer(let sum) = total { sum } else { 0 }
    }
}

extension SummableProperty where Self: BinaryFloatingPoint {
    /// Zero.
    public static var zeroSum: Double { 0 }
    /// The sum itself.
    public static func _sum(_ total: _NumberTotal) -> Double {
        if case .double(let sum) = total { sum } else { 0 }
    }
}

extension Int: SummableProperty {}
extension Int8: SummableProperty {}
extension Int16: SummableProperty {}
extension Int32: SummableProperty {}
extension Int64: SummableProperty {}
extension Double: SummableProperty {}
extension Float: SummableProperty {}
extension Decimal: SummableProperty {
    /// Zero.
    public static var zeroSum: Decimal { 0 }
    /// The sum itself.
    public static func _sum(_ total: _NumberTotal) -> Decimal {
        if case .decimal(let sum) = total { sum } else { 0 }
    }
}
extension Optional: SummableProperty where Wrapped: SummableProperty {
    /// As the wrapped type.
    public static var zeroSum: Wrapped.Sum { Wrapped.zeroSum }
    /// As the wrapped type.
    public static func _sum(_ total: _NumberTotal) -> Wrapped.Sum { Wrapped._sum(total) }
}

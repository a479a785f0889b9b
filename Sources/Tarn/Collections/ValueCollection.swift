internal import TarnRecords

/// A collection whose elements are values: lists and sets of numbers, text and so on.
public protocol ValueCollection<Element>: Sequence where Element: CollectionValue {
    /// The stored forms of all elements, for the store's own use.
    func _storedElements() -> _StoredElements
}

/// Values as they are stored. Not for use by programs.
public struct _StoredElements {
    let values: [StoredValue]
}

extension List: ValueCollection {
    /// The elements as they are now.
    public func _storedElements() -> _StoredElements { _StoredElements(values: stored(map(\.__stored))) }
}

extension MutableSet: ValueCollection {
    /// The elements as they are now.
    public func _storedElements() -> _StoredElements { _StoredElements(values: stored(map(\.__stored))) }
}

extension PersistedCollection {
    /// What is stored; what is given for an unmanaged collection.
    fileprivate final func stored(_ unmanaged: @autoclosure () -> [StoredValue]) -> [StoredValue] {
        guard let home else { return unmanaged() }
        if isGone { return [] }
        return home.read([]) { (session, place) throws(RecordError) in
            try session.elements(place, 0..<session.count(place))
        }
    }
}

extension ValueCollection where Element: SummableProperty {
    /// The sum; nil is skipped, zero when there is nothing (Q13). O(n). Traps when an integer sum overflows.
    public func sum() -> Element.Sum { Element.sum(NumberSum(_storedElements().values, Element._kind), "a collection") }

    /// The average; nil is skipped, nil when there is nothing (Q13). O(n).
    public func average() -> Double? { NumberSum(_storedElements().values, Element._kind).average }
}

extension ValueCollection where Element: OrderedValue {
    /// The smallest value; nil and NaN are skipped, nil when there is nothing (Q13). O(n).
    public func min() -> Element.Bound? { extreme(.less) }

    /// The largest value; nil and NaN are skipped, nil when there is nothing (Q13). O(n).
    public func max() -> Element.Bound? { extreme(.greater) }

    private func extreme(_ comparison: Filter.Comparison) -> Element.Bound? {
        var best: StoredValue?
        // Only a number is less or more than itself or equal to itself.
        for value in _storedElements().values where !value.isNull && value.satisfies(.equal, value) {
            if best.map({ value.satisfies(comparison, $0) }) ?? true { best = value }
        }
        return best.flatMap { Element.Bound._decode($0, nil) }
    }

    /// The elements in the order that queries use: nil first, then NaN, then values, text by its UTF-8 bytes (Q6). A
    /// copy. O(n log n).
    public func sorted(ascending: Bool = true) -> [Element] {
        let sorted = Array(self).sorted { one, other in
            let (a, b) = (one.__stored, other.__stored)
            return (a.sortRank, b.sortRank) == (2, 2) ? a.satisfies(.less, b) : a.sortRank < b.sortRank
        }
        return ascending ? sorted : sorted.reversed()
    }
}

extension ValueCollection {
    /// Each value once, where it is first (Q7). A copy. O(n).
    public func distinct() -> [Element] {
        var seen: Set<StoredValue> = []
        return filter { seen.insert($0.memberKey).inserted }
    }
}

extension StoredValue {
    /// Nil comes first, then what is not a number.
    fileprivate var sortRank: Int { isNull ? 0 : satisfies(.equal, self) ? 2 : 1 }
}

extension NumberSum {
    /// The sum of numbers of one kind; nil is skipped.
    fileprivate init(_ values: [StoredValue], _ kind: ValueKind) {
        if kind == .decimal {
            self.init(decimals: values)
            return
        }
        if kind == .decimal {
            var (sum, count) = (DecimalSum(), 0)
            for case .bytes(let bytes) in values where sum.change(bytes, isAdded: true) { count += 1 }
            self.init(sum, count: count)
            return
        }
        var (integers, doubles, count): (Int128, Double, Int) = (0, 0, 0)
        for value in values {
            switch value {
            case .integer(let number): integers += Int128(number)
            case .double(let number): doubles += number
            case .float(let number): doubles += Double(number)
            default: continue
            }
            count += 1
        }
        let total: Total =
            !kind.isInteger
            ? .double(doubles) : Int64(exactly: integers).map { .integer($0) } ?? .integerOverflow
        let sum = kind.isInteger ? Double(integers) : doubles
        self.init(total: total, count: count, average: count == 0 ? nil : sum / Double(count))
    }

    /// The exact sum of decimals; nil is skipped.
    private init(decimals values: [StoredValue]) {
        var sum = DecimalSum()
        var count = 0
        for case .bytes(let bytes) in values {
            sum.change(bytes, isAdded: true)
            count += 1
        }
        self.init(sum, count: count)
    }
}

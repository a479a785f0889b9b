internal import TarnRecords

extension List: RandomAccessCollection {
    /// Zero.
    public var startIndex: Int { 0 }
    /// The number of elements.
    public var endIndex: Int { count }

    /// Visits the elements that are there now, whatever the loop does to them; deleted objects come as invalidated
    /// (Q3).
    public func makeIterator() -> ElementIterator<Element> { ElementIterator(snapshot()) }

    /// Some of the elements that are there now. The slice keeps to them (Q3). O(slice + log n). Traps outside of the
    /// list (L8).
    public subscript(bounds: Range<Int>) -> ElementSlice<Element> {
        checkRange(bounds)
        return ElementSlice(snapshot(bounds), offset: bounds.lowerBound, bounds)
    }

    /// The elements that are there now, from the last to the first (Q3).
    public func reversed() -> ReversedCollection<ElementSlice<Element>> { self[0..<count].reversed() }

    /// Zero: what appends the elements traps when there are fewer than this, as after damage.
    public var underestimatedCount: Int { 0 }

    /// What `Array` asks for. It takes the elements that can be read, which damage makes fewer than `count`.
    public func _copyToContiguousArray() -> ContiguousArray<Element> {
        ContiguousArray(IteratorSequence(makeIterator()))
    }

    /// What a closure makes of each element that is there now, whatever it does to them (Q3).
    public func map<T, Failure>(_ transform: (Element) throws(Failure) -> T) throws(Failure) -> [T] {
        var made: [T] = []
        for element in self { made.append(try transform(element)) }
        return made
    }

    /// The place of the first element that passes a test, or nil. O(n).
    public func index(matching test: (Element) throws -> Bool) rethrows -> Int? {
        for (place, element) in self.enumerated() where try test(element) { return place }
        return nil
    }

    /// As ``index(of:)``.
    public func firstIndex(of element: Element) -> Int? { index(of: element) }

    /// Whether an element is there; as ``index(of:)``.
    public func contains(_ element: Element) -> Bool { index(of: element) != nil }

    /// The elements at some places. O(places x log n). Traps outside of `0..<count` (L8).
    public func objects(at places: some Sequence<Int>) -> [Element] { places.map { self[$0] } }

    private func snapshot(_ bounds: Range<Int>) -> ElementSnapshot<Element> {
        if bounds == 0..<count { return snapshot() }
        guard let home else { return ElementSnapshot(bounds.map { self[$0] }) }
        let values = home.read([]) { (session, place) throws(RecordError) in try session.elements(place, bounds) }
        return ElementSnapshot(values, home)
    }
}

extension List: ExpressibleByArrayLiteral {
    /// Makes an unmanaged list.
    public convenience init(arrayLiteral elements: Element...) { self.init(elements) }
}

extension List: Equatable where Element: Equatable {
    /// Whether both are the same property of the same object, or have equal elements in the same order.
    public static func == (a: List, b: List) -> Bool { a.isSame(as: b) || a.elementsEqual(b) }
}

extension List: CustomStringConvertible {
    /// The first elements; how many there are when that is not all.
    public var description: String { describe(self) }
}

extension List: Encodable where Element: Encodable {
    /// Encodes an array.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.unkeyedContainer()
        for element in self { try container.encode(element) }
    }
}

extension List: Decodable where Element: Decodable {
    /// Makes an unmanaged list of an array.
    public convenience init(from decoder: any Decoder) throws { self.init(try [Element](from: decoder)) }
}

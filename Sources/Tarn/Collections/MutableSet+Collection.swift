extension MutableSet: RandomAccessCollection {
    /// Zero.
    public var startIndex: Int { 0 }
    /// The number of elements.
    public var endIndex: Int { count }

    /// Visits the elements that are there now, whatever the loop does to them; deleted objects come as invalidated
    /// (Q3).
    public func makeIterator() -> ElementIterator<Element> { ElementIterator(snapshot()) }

    /// Some of the elements that are there now. The slice keeps to them (Q3). O(n). Traps outside of the set (L8).
    public subscript(bounds: Range<Int>) -> ElementSlice<Element> {
        precondition(
            bounds.lowerBound >= 0 && bounds.upperBound <= count,
            "L8: \(bounds) is outside of a set with \(count) elements")
        return ElementSlice(snapshot(), offset: 0, bounds)
    }

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

    /// As ``index(of:)``.
    public func firstIndex(of element: Element) -> Int? { index(of: element) }

    /// Whether an element is there. O(log n) in a store.
    public func contains(_ element: Element) -> Bool { index(of: element) != nil }

    /// The place of the first element that passes a test, or nil. O(n).
    public func index(matching test: (Element) throws -> Bool) rethrows -> Int? {
        for (place, element) in self.enumerated() where try test(element) { return place }
        return nil
    }

    /// The elements at some places. Traps outside of `0..<count` (L8).
    public func objects(at places: some Sequence<Int>) -> [Element] { places.map { self[$0] } }
}

extension MutableSet {
    /// Adds elements; those that are there stay.
    public func insert(objectsIn elements: some Sequence<Element>) {
        for element in Array(elements) { insert(element) }
    }

    /// Whether all elements are in another set. O(n log n) in a store.
    public func isSubset(of other: MutableSet) -> Bool {
        isSame(as: other) || count <= other.count && allSatisfy { other.contains($0) }
    }

    /// Whether all elements of another set are in this one.
    public func isSuperset(of other: MutableSet) -> Bool { other.isSubset(of: self) }

    /// Whether there is an element that is in both.
    public func intersects(_ other: MutableSet) -> Bool {
        count <= other.count ? contains { other.contains($0) } : other.contains { contains($0) }
    }

    /// Whether no element is in both.
    public func isDisjoint(with other: MutableSet) -> Bool { !intersects(other) }

    /// Adds the elements of another set.
    public func formUnion(_ other: MutableSet) { if !isSame(as: other) { insert(objectsIn: other) } }

    /// Removes the elements that are not in another set as well.
    public func formIntersection(_ other: MutableSet) {
        if isSame(as: other) { return }
        for element in Array(self) where !other.contains(element) { remove(element) }
    }

    /// Removes the elements that are in another set.
    public func subtract(_ other: MutableSet) {
        if isSame(as: other) { return removeAll() }
        for element in Array(other) { remove(element) }
    }

    /// Adds the elements that are in another set alone and removes those that are in both.
    public func formSymmetricDifference(_ other: MutableSet) {
        if isSame(as: other) { return removeAll() }
        for element in Array(other) where !remove(element) { insert(element) }
    }
}

extension MutableSet: ExpressibleByArrayLiteral {
    /// Makes an unmanaged set.
    public convenience init(arrayLiteral elements: Element...) { self.init(elements) }
}

extension MutableSet: Equatable {
    /// Whether both are the same property of the same object, or have the same elements.
    public static func == (a: MutableSet, b: MutableSet) -> Bool { a.count == b.count && a.isSubset(of: b) }
}

extension MutableSet: CustomStringConvertible {
    /// The first elements; how many there are when that is not all.
    public var description: String { describe(self) }
}

extension MutableSet: Encodable where Element: Encodable {
    /// Encodes an array.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.unkeyedContainer()
        for element in self { try container.encode(element) }
    }
}

extension MutableSet: Decodable where Element: Decodable {
    /// Makes an unmanaged set of an array.
    public convenience init(from decoder: any Decoder) throws { self.init(try [Element](from: decoder)) }
}

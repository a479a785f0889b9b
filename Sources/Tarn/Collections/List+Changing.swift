extension List {
    /// Adds elements at the end.
    public func append(objectsIn elements: some Sequence<Element>) { insert(contentsOf: Array(elements), at: count) }

    /// Adds elements at the end.
    public func append(contentsOf elements: some Sequence<Element>) { insert(contentsOf: Array(elements), at: count) }

    /// Puts an element before the one at a place, or at the end. O(log n) in a store. Traps outside of `0...count`
    /// (L8).
    public func insert(_ element: Element, at index: Int) {
        checkPlace(index)
        replaceSubrange(index..<index, with: CollectionOfOne(element))
    }

    /// Puts elements before the one at a place, or at the end. Traps outside of `0...count` (L8).
    public func insert(contentsOf elements: some Collection<Element>, at index: Int) {
        checkPlace(index)
        if !elements.isEmpty { replaceSubrange(index..<index, with: elements) }
    }

    /// Removes the element at a place; the object behind a link stays, an embedded one is deleted (L4). O(log n) in a
    /// store. Traps outside of `0..<count` (L8).
    public func remove(at index: Int) {
        checkIndex(index)
        removeSubrange(index..<index + 1)
    }

    /// Removes the elements in a range. Traps outside of the list (L8).
    public func removeSubrange(_ bounds: Range<Int>) { replaceSubrange(bounds, with: EmptyCollection()) }

    /// Removes the elements in a closed range. Traps outside of the list (L8).
    public func removeSubrange(_ bounds: ClosedRange<Int>) {
        precondition(
            bounds.lowerBound >= 0 && bounds.upperBound < count,
            "L8: \(bounds) is outside of a list with \(count) elements")
        removeSubrange(Range(bounds))
    }

    /// Removes the first elements. Traps when there are not so many (L8).
    public func removeFirst(_ number: Int = 1) {
        checkNumber(number)
        removeSubrange(0..<number)
    }

    /// Removes the last elements. Traps when there are not so many (L8).
    public func removeLast(_ number: Int = 1) {
        checkNumber(number)
        removeSubrange(count - number..<count)
    }

    /// Removes all elements. The objects behind links stay, embedded ones are deleted (L4).
    public func removeAll() { removeSubrange(0..<count) }

    /// Removes the elements that pass a test. O(n).
    public func removeAll(where test: (Element) throws -> Bool) rethrows {
        var places: [Int] = []
        for (place, element) in self.enumerated() where try test(element) { places.append(place) }
        remove(atOffsets: places)
    }

    /// Replaces the element at a place. Traps outside of `0..<count` (L8).
    public func replace(index: Int, object: Element) { self[index] = object }

    /// Removes the elements at some places, as the `onDelete` of a SwiftUI list gives them. Traps outside of the list
    /// (L8).
    public func remove(atOffsets offsets: some Sequence<Int>) {
        // Neighbours go together: removing many in a row is one change.
        for range in Self.ranges(offsets).reversed() { removeSubrange(range) }
    }

    /// Moves the elements at some places, in their order, before the one that is at a place now, as the `onMove` of a
    /// SwiftUI list asks for. Traps outside of the list (L8).
    public func move(fromOffsets offsets: some Sequence<Int>, toOffset destination: Int) {
        checkPlace(destination)
        let places = Set(offsets).sorted()
        for place in places { checkIndex(place) }
        let before = places.prefix { $0 < destination }
        // From the destination outwards, so that no move changes the place of one that is still to come.
        for (ordinal, place) in before.reversed().enumerated() { moveUnlessThere(place, destination - 1 - ordinal) }
        for (ordinal, place) in places.dropFirst(before.count).enumerated() {
            moveUnlessThere(place, destination + ordinal)
        }
    }

    private func moveUnlessThere(_ from: Int, _ to: Int) { if from != to { move(from: from, to: to) } }

    /// Places as ascending ranges without gaps.
    private static func ranges(_ offsets: some Sequence<Int>) -> [Range<Int>] {
        var ranges: [Range<Int>] = []
        for place in Set(offsets).sorted() {
            if let last = ranges.last, last.upperBound == place {
                ranges[ranges.count - 1] = last.lowerBound..<place + 1
            } else {
                ranges.append(place..<place + 1)
            }
        }
        return ranges
    }

    private func checkPlace(_ index: Int) {
        precondition(
            index >= 0 && index <= count, "L8: nothing can be put at index \(index) of a list with \(count) elements")
    }

    private func checkNumber(_ number: Int) {
        precondition(
            number >= 0 && number <= count,
            "L8: \(number) elements cannot be removed from a list with \(count) elements")
    }
}

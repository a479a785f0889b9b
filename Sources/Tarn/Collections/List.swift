internal import TarnRecords

/// An ordered collection of values or of links to objects, with duplicates (L3).
///
///     final class Person: Object {
///         @Persisted var dogs: List<Dog>
///         @Persisted var tags: List<String>
///     }
///     try store.write { person.dogs.append(rex) }
///
/// A list is a reference: that of a stored object reads and writes through the store, where a million elements cost no
/// more than a few pages for each change, wherever in the list that is. Setting the property replaces the contents.
/// Changes outside a write transaction trap (W8), and so do indexes outside of the list (L8) and using the list of a
/// deleted object (O1). An unmanaged object that is put into the list of a stored one is added to the store, with all
/// that it links to (O6); what fails there is thrown by the commit. See docs/collections.md.
public final class List<Element: CollectionValue>: PersistedCollection {
    /// The elements while the list is unmanaged.
    private var elements: [Element] = []

    /// Makes an empty unmanaged list.
    public override init() {}

    /// Makes an unmanaged list of some elements.
    public convenience init(_ elements: some Sequence<Element>) {
        self.init()
        self.elements = Array(elements)
    }

    override var unmanagedCount: Int { elements.count }
    override func forgetElements() { elements = [] }

    override var linkedObjects: [Object] {
        Element._linkTarget == nil ? [] : elements.compactMap { $0 as? Object }
    }

    override var heldObjects: [Object] {
        Element._kind == .any ? elements.flatMap { ($0 as? any ObjectHolder)?.heldObjects ?? [] } : []
    }

    override func checkNumbers(_ name: String) throws(StoreError) {
        if Element._kind == .decimal || Element._kind == .any {
            for element in elements { try element.checkNumber { name } }
        }
    }

    override func write(to home: CollectionHome, _ session: RecordSession) throws(StoreError) {
        try home.replace(nil, with: map(\.__stored), session)
    }

    override func isStored(at home: CollectionHome, _ session: RecordSession) throws(RecordError) -> Bool {
        let place = home.place
        guard home.embeddedTable == nil, try session.count(place) == count else { return false }
        return zip(try session.elements(place, 0..<count), self).allSatisfy { $0.isIdentical(to: $1.__stored) }
    }

    /// The element at a place. O(log n) in a store. Traps outside of `0..<count` (L8).
    public subscript(position: Int) -> Element {
        get {
            checkIndex(position)
            guard let home else { return elements[position] }
            let stored = home.read(nil) { (session, place) throws(RecordError) -> StoredValue? in
                try session.element(place, at: position)
            }
            return stored.map { .element($0, home) } ?? ._zero
        }
        set {
            checkIndex(position)
            replaceSubrange(position..<position + 1, with: CollectionOfOne(newValue))
        }
    }

    /// Adds an element at the end. O(log n) in a store.
    public func append(_ element: Element) {
        guard let home else { return elements.append(element) }
        home.change { (session, place) throws(StoreError) in
            let value = try element.stored(for: home)
            try home.record { () throws(RecordError) in
                let end = try session.count(place)
                try session.replace(end..<end, with: [value], in: place)
            }
        }
    }

    /// Replaces some elements with others: what inserting, removing and setting come down to. O(log n + changes) in a
    /// store.
    public func replaceSubrange(_ bounds: Range<Int>, with new: some Collection<Element>) {
        checkRange(bounds)
        guard let home else { return elements.replaceSubrange(bounds, with: new) }
        home.change { (session, _) throws(StoreError) in
            var values: [StoredValue] = []
            values.reserveCapacity(new.count)
            for element in new { values.append(try element.stored(for: home)) }
            try home.replace(bounds, with: values, session)
        }
    }

    /// Moves an element to where another one is now, which makes room for it. O(log n) in a store. Traps outside of
    /// `0..<count` (L8).
    public func move(from: Int, to: Int) {
        checkIndex(from)
        checkIndex(to)
        guard let home else { return elements.insert(elements.remove(at: from), at: to) }
        home.change { (session, place) throws(StoreError) in
            try home.record { () throws(RecordError) in try session.move(from: from, to: to, in: place) }
        }
    }

    /// Exchanges two elements. O(log n) in a store. Traps outside of `0..<count` (L8).
    public func swapAt(_ one: Int, _ other: Int) {
        checkIndex(one)
        checkIndex(other)
        if one == other { return }
        let (first, second) = one < other ? (one, other) : (other, one)
        move(from: second, to: first)
        if second - first > 1 { move(from: first + 1, to: second) }
    }

    /// The elements as they are now. O(n).
    func snapshot() -> ElementSnapshot<Element> {
        if isGone { return ElementSnapshot([]) }
        return home?.snapshot() ?? ElementSnapshot(elements)
    }

    /// The place of the first element that is equal, or nil. O(n).
    ///
    /// Text is compared by its bytes, objects by identity (O4).
    public func index(of element: Element) -> Int? {
        guard let home else {
            let key = element.memberKey
            return elements.firstIndex { $0.memberKey == key }
        }
        guard let stored = home.known(element) else { return nil }
        return home.read(nil) { (session, place) throws(RecordError) in try session.index(of: stored, in: place) }
    }

    /// Traps outside of the list (L8).
    func checkIndex(_ index: Int) {
        precondition(index >= 0 && index < count, "L8: index \(index) is outside of a list with \(count) elements")
    }

    /// Traps when a range is not within the list (L8).
    func checkRange(_ range: Range<Int>) {
        precondition(
            range.lowerBound >= 0 && range.upperBound <= count,
            "L8: \(range) is outside of a list with \(count) elements")
    }
}

extension CollectionHome {
    /// Replaces some of the elements of a list, nil for all.
    fileprivate func replace(
        _ bounds: Range<Int>?, with values: [StoredValue], _ session: RecordSession
    ) throws(StoreError) {
        let place = place
        let isEmbedded = embeddedTable != nil
        let removed = try record { () throws(RecordError) -> [StoredValue] in
            let bounds = if let bounds { bounds } else { 0..<(try session.count(place)) }
            let removed = isEmbedded ? try session.elements(place, bounds) : []
            try session.replace(bounds, with: values, in: place)
            return removed
        }
        try deleteEmbedded(removed, session)
    }
}

internal import TarnRecords

/// A collection that holds each value, or each link to an object, once (L3).
///
///     @Persisted var tags: MutableSet<String>
///
/// A set is a reference, as a ``List`` is, and under the same rules. That of a stored object has the order of its
/// values, text by its UTF-8 bytes and links by the keys of their objects; programs should not build on it. Values are
/// told apart as the file does: text by its bytes, all NaN are one, and so are the two zeros.
public final class MutableSet<Element: CollectionValue>: PersistedCollection {
    /// The elements while the set is unmanaged, what they are told apart by, and where each of them is.
    private var elements: [Element] = []
    private var keys: [StoredValue] = []
    private var places: [StoredValue: Int] = [:]

    /// Makes an empty unmanaged set.
    public override init() {}

    /// Makes an unmanaged set of some elements.
    public convenience init(_ elements: some Sequence<Element>) {
        self.init()
        insert(objectsIn: elements)
    }

    override var unmanagedCount: Int { elements.count }

    override func forgetElements() {
        elements = []
        keys = []
        places = [:]
    }

    override var linkedObjects: [Object] {
        Element._linkTarget == nil ? [] : elements.compactMap { $0 as? Object }
    }

    override func write(to home: CollectionHome, _ session: RecordSession) throws(StoreError) {
        let place = home.place
        let values = map(\.__stored)
        try home.record { () throws(RecordError) in
            try session.removeAll(place)
            for value in values { _ = try session.insert(value, intoSet: place) }
        }
    }

    override var heldObjects: [Object] {
        Element._kind == .any ? elements.flatMap { ($0 as? any ObjectHolder)?.heldObjects ?? [] } : []
    }

    override func checkNumbers(_ name: String) throws(StoreError) {
        if Element._kind == .decimal || Element._kind == .any {
            for element in elements { try element.checkNumber { name } }
        }
    }

    override func isStored(at home: CollectionHome, _ session: RecordSession) throws(RecordError) -> Bool {
        let place = home.place
        guard try session.count(place) == count else { return false }
        for element in self where try session.index(of: element.__stored, in: place) == nil { return false }
        return true
    }

    /// The element at a place. O(log n) in a store. Traps outside of `0..<count` (L8).
    public subscript(position: Int) -> Element {
        precondition(
            position >= 0 && position < count, "L8: index \(position) is outside of a set with \(count) elements")
        guard let home else { return elements[position] }
        let stored = home.read(nil) { (session, place) throws(RecordError) -> StoredValue? in
            try session.element(place, at: position)
        }
        return stored.map { .element($0, home) } ?? ._zero
    }

    /// The elements as they are now. O(n).
    func snapshot() -> ElementSnapshot<Element> {
        if isGone { return ElementSnapshot([]) }
        return home?.snapshot() ?? ElementSnapshot(elements)
    }

    /// The place of an element, or nil. O(log n) in a store. Traps for an object of another store (Q12).
    public func index(of element: Element) -> Int? {
        guard let home else { return places[element.memberKey] ?? place(ofManaged: element) }
        guard let stored = home.known(element) else { return nil }
        return home.read(nil) { (session, place) throws(RecordError) in try session.index(of: stored, in: place) }
    }

    /// An object may have been unmanaged when it was put in.
    private func place(ofManaged element: Element) -> Int? {
        guard let object = element as? Object, object.context != nil else { return nil }
        return elements.firstIndex { ($0 as? Object) == object }
    }

    /// Adds an element; does nothing when it is there. O(log n) in a store.
    ///
    /// - Returns: whether it was added.
    @discardableResult
    public func insert(_ element: Element) -> Bool {
        guard let home else {
            if index(of: element) != nil { return false }
            let key = element.memberKey
            places[key] = elements.count
            elements.append(element)
            keys.append(key)
            return true
        }
        var isNew = false
        home.change { (session, place) throws(StoreError) in
            let value = try element.stored(for: home)
            isNew = try home.record { () throws(RecordError) in try session.insert(value, intoSet: place) }
        }
        return isNew
    }

    /// Removes an element; does nothing when it is not there. O(log n) in a store.
    ///
    /// - Returns: whether it was there.
    @discardableResult
    public func remove(_ element: Element) -> Bool {
        guard let home else {
            guard let place = index(of: element) else { return false }
            removeUnmanaged(at: place)
            return true
        }
        var wasThere = false
        home.change { (session, place) throws(StoreError) in
            guard let value = home.known(element) else { return }
            wasThere = try home.record { () throws(RecordError) in try session.remove(value, fromSet: place) }
        }
        return wasThere
    }

    /// The last element takes the place of the one that goes.
    private func removeUnmanaged(at place: Int) {
        places[keys[place]] = nil
        let last = elements.count - 1
        if place < last {
            elements[place] = elements[last]
            keys[place] = keys[last]
            places[keys[place]] = place
        }
        elements.removeLast()
        keys.removeLast()
    }

    /// Removes all elements; the objects behind links stay.
    public func removeAll() {
        guard let home else { return forgetElements() }
        home.change { (session, place) throws(StoreError) in
            try home.record { () throws(RecordError) in try session.removeAll(place) }
        }
    }
}

internal import TarnRecords

/// The elements of a collection as they were at one moment, whatever is done to it afterwards (Q3).
///
/// Links are kept as eight bytes; the objects are made when they are asked for.
struct ElementSnapshot<Element: CollectionValue> {
    private enum Content {
        case elements([Element])
        case links([UInt64], CollectionHome, Object.Type)
        case stored([StoredValue], CollectionHome)
    }
    private let content: Content

    init(_ elements: [Element]) { content = .elements(elements) }

    init(links: [UInt64], _ home: CollectionHome, _ target: Object.Type) { content = .links(links, home, target) }

    init(_ stored: [StoredValue], _ home: CollectionHome) { content = .stored(stored, home) }

    var count: Int {
        switch content {
        case .elements(let elements): elements.count
        case .links(let keys, _, _): keys.count
        case .stored(let values, _): values.count
        }
    }

    subscript(index: Int) -> Element {
        switch content {
        case .elements(let elements): elements[index]
        case .links(let keys, let home, let target):
            home.linked(target, ObjectKey(rawValue: keys[index])).flatMap { Element._convert($0) } ?? ._zero
        case .stored(let values, let home): .element(values[index], home)
        }
    }
}

extension CollectionHome {
    /// The elements of a list or a set as they are now.
    func snapshot<Element>() -> ElementSnapshot<Element> {
        if let target = Element._linkTarget, !Element._isOptional {
            let keys = read([]) { (session, place) throws(RecordError) in try session.linkKeys(place) }
            return ElementSnapshot(links: keys, self, target)
        }
        let values = read([]) { (session, place) throws(RecordError) in
            try session.elements(place, 0..<session.count(place))
        }
        return ElementSnapshot(values, self)
    }

    /// The stored form of an element that is looked for; nil when it cannot be there.
    ///
    /// Traps for an object of another store or a deleted one (Q12).
    func known(_ element: some CollectionValue) -> StoredValue? {
        guard let object = element as? Object else { return element.__stored }
        guard let other = object.context else { return nil }
        precondition(
            context.isFrozen || other.connection === context.connection,
            "Q12: the object does not belong to the store of \(name)")
        precondition(!object.isInvalidated, "Q12: the object has been deleted")
        return object.__stored
    }
}

/// Goes through the elements that a collection had when the loop began (Q3).
public struct ElementIterator<Element: CollectionValue>: IteratorProtocol {
    private let elements: ElementSnapshot<Element>
    private var place = 0

    init(_ elements: ElementSnapshot<Element>) { self.elements = elements }

    /// The next element, or nil at the end.
    public mutating func next() -> Element? {
        if place == elements.count { return nil }
        defer { place += 1 }
        return elements[place]
    }
}

/// Some neighbouring elements of a collection as they were when the slice was made (Q3).
public struct ElementSlice<Element: CollectionValue>: RandomAccessCollection {
    private let elements: ElementSnapshot<Element>
    private let offset: Int
    /// The place of the first element in the collection.
    public let startIndex: Int
    /// The place after the last element.
    public let endIndex: Int

    init(_ elements: ElementSnapshot<Element>, offset: Int, _ bounds: Range<Int>) {
        self.elements = elements
        self.offset = offset
        // Damage hides elements: the slice ends where they do.
        endIndex = Swift.min(bounds.upperBound, offset + elements.count)
        startIndex = Swift.min(bounds.lowerBound, endIndex)
    }

    /// The element at a place of the collection. Traps outside of the slice (L8).
    public subscript(position: Int) -> Element {
        precondition(
            position >= startIndex && position < endIndex,
            "L8: index \(position) is outside of a slice of \(startIndex)..<\(endIndex)")
        return elements[position - offset]
    }

    /// A part of the slice. Traps outside of it (L8).
    public subscript(bounds: Range<Int>) -> ElementSlice {
        precondition(
            bounds.lowerBound >= startIndex && bounds.upperBound <= endIndex,
            "L8: \(bounds) is outside of a slice of \(startIndex)..<\(endIndex)")
        return ElementSlice(elements, offset: offset, bounds)
    }
}

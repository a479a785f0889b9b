internal import TarnRecords

extension ConcreteObject {
    /// An unmanaged copy with everything that it links to: for encoding, changing, or adding elsewhere.
    ///
    ///     let data = try JSONEncoder().encode(person.detached())
    ///
    /// Several links to one object lead to one copy, circles too. Inverse links are empty in it. O(objects copied).
    ///
    /// - Parameter linkDepth: how many links away objects are copied too; links beyond that are nil, and missing from
    ///   collections. Embedded objects belong to their owner and are always copied.
    public func detached(linkDepth: Int = .max) -> Self {
        var copies = ObjectCopies()
        guard let copy = copies.copy(self, linkDepth) as? Self else { preconditionFailure("a copy has the same class") }
        return copy
    }
}

extension Results {
    /// Unmanaged copies of all objects found, with everything that they link to; see
    /// ``ConcreteObject/detached(linkDepth:)``. What several of them link to is copied once.
    public func detached(linkDepth: Int = .max) -> [Element] {
        var copies = ObjectCopies()
        return compactMap { copies.copy($0, linkDepth) as? Element }
    }
}

/// Unmanaged copies of objects, each made once.
struct ObjectCopies {
    private var made: [Object: Object] = [:]
    /// Those whose properties are still to be copied, and how far their links are followed.
    private var waiting: [(source: Object, copy: Object, depth: Int)] = []

    /// The copy of an object. Goes one level of links after the other and not down the stack.
    mutating func copy(_ object: Object, _ depth: Int) -> Object {
        let copy = place(object, depth)
        var next = 0
        while next < waiting.count {
            let (source, copy, depth) = waiting[next]
            next += 1
            fill(copy, of: source, depth)
        }
        waiting = []
        return copy
    }

    private mutating func place(_ object: Object, _ depth: Int) -> Object {
        if let known = made[object] { return known }
        let copy = type(of: object).init()
        made[object] = copy
        waiting.append((object, copy, depth))
        return copy
    }

    /// The copy of a linked object; nil when it is too far away.
    private mutating func target(_ object: Object, _ depth: Int) -> Object? {
        if object is EmbeddedObject { return place(object, depth) }
        return depth > 0 ? place(object, depth - 1) : nil
    }

    private mutating func fill(_ copy: Object, of source: Object, _ depth: Int) {
        let description = ClassDescription.of(type(of: source))
        for property in description.properties {
            // What is too far away is not looked at: a frozen object of a write cannot.
            if let target = property.field.linkTarget, depth <= 0, !(target is EmbeddedObject.Type) { continue }
            var value = property.anyValue(of: source)
            if let linked = value as? Object {
                value = target(linked, depth) as Any
            } else if let holder = value as? any DetachableValue {
                value = holder.detached { target($0, depth) }
            }
            let isTaken = property.with(copy) { $0.assign(value) }
            let rule = property.field.valueType is any FailableCustomPersistable.Type ? "E2" : "E1"
            precondition(
                isTaken,
                "\(rule): \(description.name).\(property.name) holds what is no \(property.field.valueType)")
        }
    }
}

/// A value that holds objects, which a copy of it leads to copies of.
protocol DetachableValue {
    /// The copy.
    func detached(_ target: (Object) -> Object?) -> Any
}

extension AnyValue: DetachableValue {
    func detached(_ target: (Object) -> Object?) -> Any { replacingObjects(target) }

    private func replacingObjects(_ target: (Object) -> Object?) -> AnyValue {
        switch self {
        case .object(let object): target(object).map { .object($0) } ?? .null
        case .list(let values): .list(values.map { $0.replacingObjects(target) })
        case .map(let values): .map(values.mapValues { $0.replacingObjects(target) })
        default: self
        }
    }
}

extension List: DetachableValue {
    func detached(_ target: (Object) -> Object?) -> Any { Array(self).compactMap { detachedElement($0, target) } }
}

extension MutableSet: DetachableValue {
    func detached(_ target: (Object) -> Object?) -> Any { Array(self).compactMap { detachedElement($0, target) } }
}

extension Map: DetachableValue {
    func detached(_ target: (Object) -> Object?) -> Any {
        var copy: [String: Any] = [:]
        for (key, value) in self { copy[key._mapKey] = detachedElement(value, target) }
        return copy
    }
}

/// The copy of an element; nil for a link that leads too far away.
private func detachedElement(_ element: Any, _ target: (Object) -> Object?) -> Any? {
    if let object = element as? Object { return target(object) }
    if let holder = element as? any DetachableValue { return holder.detached(target) }
    return element
}

/// The objects that a query found.
package enum Membership: Sendable, Equatable {
    /// In storage order: object keys ascending.
    case set(KeySet)
    /// In any order, as raw object keys.
    case list([UInt64])

    /// How many there are; O(1).
    package var count: Int {
        switch self {
        case .set(let set): set.count
        case .list(let keys): keys.count
        }
    }

    /// The n-th object; O(log clusters) for a set, O(1) for a list. Traps outside of `0..<count`.
    package func key(at index: Int) -> ObjectKey {
        switch self {
        case .set(let set): set.key(at: index)
        case .list(let keys): ObjectKey(rawValue: keys[index])
        }
    }

    /// The place of an object; O(log clusters) for a set, O(count) for a list.
    package func index(of key: ObjectKey) -> Int? {
        switch self {
        case .set(let set): set.index(of: key)
        case .list(let keys): keys.firstIndex(of: key.rawValue)
        }
    }

    /// The part that a limit leaves.
    func limited(count: Int?, offset: Int) -> Membership {
        let start = min(self.count, max(0, offset))
        let end = count.map { min(self.count - start, max(0, $0)) + start } ?? self.count
        switch self {
        case .set(let set): return .set(set.slice(start..<end))
        case .list(let keys): return .list(Array(keys[start..<end]))
        }
    }
}

internal import TarnRecords

/// Puts what several sorted queries find into one order, as far as somebody asks for it.
///
/// The key of an object in the order is made when it is the next of its class to be taken, so the first few of many
/// cost as much as a few look-ups.
final class UnionMerge {
    /// An object of one of the parts.
    struct Place {
        let part: Int
        let index: Int
    }

    private let orders: [OrderKey]
    private var places: [Place] = []
    /// For each part the next object that is not taken, and its key; nil at the end.
    private var heads: [(index: Int, key: [UInt8])?] = []
    private var hasBegun = false

    init(_ orders: [OrderKey]) { self.orders = orders }

    /// The place of the n-th object, which there must be.
    func place(_ position: Int, _ core: UnionCore) -> Place {
        if !hasBegun {
            hasBegun = true
            heads = core.parts.indices.map { head($0, 0, core) }
        }
        while places.count <= position {
            guard let part = first, let head = heads[part] else {
                preconditionFailure("the parts have as many objects as were counted")
            }
            places.append(Place(part: part, index: head.index))
            heads[part] = self.head(part, head.index + 1, core)
        }
        return places[position]
    }

    /// The part whose next object comes first. Of equal ones it is that of the class that comes first (Q5).
    private var first: Int? {
        var best: Int?
        for (part, head) in heads.enumerated() {
            guard let key = head?.key else { continue }
            if let found = best.flatMap({ heads[$0]?.key }), !key.lexicographicallyPrecedes(found) { continue }
            best = part
        }
        return best
    }

    private func head(_ part: Int, _ index: Int, _ core: UnionCore) -> (index: Int, key: [UInt8])? {
        let results = core.parts[part]
        guard index < results.count() else { return nil }
        let key = results.key(at: index).flatMap { object in
            core.connection.readable { (session) throws(RecordError) in try session.orderKey(orders[part], object) }
        }
        // What cannot be read comes first, and the store knows of it.
        return (index, (key ?? nil) ?? [])
    }
}

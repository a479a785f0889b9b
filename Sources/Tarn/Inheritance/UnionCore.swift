internal import TarnRecords

/// What copies of one `PolymorphicResults` share: a query for each class, and how what they find becomes one list.
final class UnionCore {
    let parts: [ResultsCore]
    /// For each part the properties that the list is ordered by; empty when it goes class by class.
    let orders: [[SortKey]]
    /// The part of the list that a limit leaves.
    let window: Window?
    private var merge: UnionMerge?
    private var mergeVersion: UInt64 = 0

    /// What a limit leaves: so many after the first few.
    struct Window {
        let offset: Int
        let count: Int
    }

    init(_ parts: [ResultsCore], orders: [[SortKey]], window: Window? = nil) {
        self.parts = parts
        self.orders = orders
        self.window = window
    }

    /// The core of the classes of a store that are or inherit from one.
    convenience init(_ type: Object.Type, _ isPart: (Object.Type) -> Bool, _ connection: Connection) {
        let types = connection.descriptions.map(\.type).filter { isPart($0) }
        let contexts = types.map { connection.context($0) }.sorted { $0.table.id < $1.table.id }
        self.init(contexts.map { ResultsCore($0, []) }, orders: contexts.map { _ in [] })
    }

    var connection: Connection { parts[0].context.connection }
    private var isOrdered: Bool { orders.contains { !$0.isEmpty } }

    /// Adds a filter, made for each of the classes.
    func filtered(_ filter: (ObjectContext) throws(StoreError) -> Filter) throws(StoreError) -> UnionCore {
        refuseAfterLimit("filtered")
        var cores: [ResultsCore] = []
        for part in parts { cores.append(part.adding(.filter(try filter(part.context)))) }
        return UnionCore(cores, orders: orders)
    }

    /// Adds an order, made for each of the classes.
    func sorted(_ keys: (ResultsCore) -> [SortKey]) -> UnionCore {
        refuseAfterLimit("sorted")
        let added = parts.map(keys)
        return UnionCore(
            zip(parts, added).map { $0.adding(.sort($1)) }, orders: zip(added, orders).map { $0 + $1 })
    }

    /// Cuts the list. Each class is asked for no more than could be in it.
    func limited(_ count: Int, _ offset: Int) -> UnionCore {
        precondition(count >= 0 && offset >= 0, "Q14: a limit and an offset are not negative")
        if let window {
            let left = max(0, window.count - offset)
            return UnionCore(
                parts, orders: orders, window: Window(offset: window.offset + offset, count: min(left, count)))
        }
        let (reach, overflow) = count.addingReportingOverflow(offset)
        let cores = overflow ? parts : parts.map { $0.adding(.limit(count: reach, offset: 0)) }
        return UnionCore(cores, orders: orders, window: Window(offset: offset, count: count))
    }

    private func refuseAfterLimit(_ use: String) {
        precondition(window == nil, "Q16: results of several classes are \(use) before they are limited")
    }

    func count() -> Int {
        let all = parts.reduce(0) { $0 + $1.count() }
        guard let window else { return all }
        return min(window.count, max(0, all - window.offset))
    }

    /// Where an object of the list is: in which part, at which place of that.
    func place(at position: Int) -> UnionMerge.Place {
        let count = count()
        precondition(
            position >= 0 && position < count, "L8: index \(position) is outside of results with \(count) objects")
        let place = position + (window?.offset ?? 0)
        if isOrdered { return mergeNow().place(place, self) }
        var (part, index) = (0, place)
        while index >= parts[part].count() {
            index -= parts[part].count()
            part += 1
        }
        return UnionMerge.Place(part: part, index: index)
    }

    /// The objects of the list as they are found now; O(n).
    func members() -> [UnionMember] {
        let count = count()
        var members: [UnionMember] = []
        members.reserveCapacity(count)
        for position in 0..<count {
            let place = place(at: position)
            guard let key = parts[place.part].key(at: place.index) else { continue }
            members.append(UnionMember(part: place.part, key: key.rawValue))
        }
        return members
    }

    /// The merge of the parts in the version of the store.
    private func mergeNow() -> UnionMerge {
        let version = connection.dataVersion
        if let merge, mergeVersion == version { return merge }
        let catalogue = connection.catalogue
        let made = UnionMerge(zip(parts, orders).map { OrderKey($1, $0.context.table, catalogue) })
        merge = made
        mergeVersion = version
        return made
    }

    /// An instance of its own class for an object of the list.
    func object(_ member: UnionMember) -> Object {
        let context = parts[member.part].context
        let object = context.description.type.init()
        context.attach(object, ObjectKey(rawValue: member.key))
        return object
    }
}

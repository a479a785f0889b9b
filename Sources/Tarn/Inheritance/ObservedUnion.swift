internal import TarnRecords

/// Results of several classes as one subscriber follows them. Each class is followed by itself; of what they report the
/// change of the whole list is made.
final class ObservedUnion<Element: Object>: ChangeSource {
    private let results: PolymorphicResults<Element>
    private let parts: [ObservedResults<Element>]
    /// The list as the subscriber was told of it last, and what each class had.
    private var told: [UnionMember]?
    private var found: [[UInt64]] = []
    weak var subscriber: Subscriber? { didSet { for part in parts { part.subscriber = subscriber } } }

    init(_ results: PolymorphicResults<Element>, _ keyPaths: [PartialKeyPath<Element>]?) {
        self.results = results
        parts = results.core.parts.map { part in
            let objects = Results<Element>(part)
            return ObservedResults(objects, objects.filter(keyPaths))
        }
    }

    func begin() {}

    func take() -> CollectionChange<PolymorphicResults<Element>>? {
        let changes = parts.map { $0.take() }
        if parts.contains(where: \.isUnread) { return nil }
        guard let told else {
            remember()
            return .initial(results)
        }
        if changes.allSatisfy({ $0 == nil }) { return nil }
        var difference = UnionDifference()
        let before = found
        remember()
        for (part, change) in changes.enumerated() {
            if case .update(_, let update)? = change { difference.note(update, part, before[part], found[part]) }
        }
        let update = difference.update(from: told, to: self.told ?? [])
        return update.isEmpty ? nil : .update(results, CollectionUpdate(update))
    }

    private func remember() {
        told = results.core.members()
        found = results.core.parts.map { core in core.membership().keys }
    }

    var isUnread: Bool { told == nil }
    var isExhausted: Bool { false }

    func skip() {
        for part in parts { part.skip() }
        if told != nil { remember() }
    }

    func finish() {
        for part in parts { part.finish() }
    }
}

extension UnionDifference {
    /// Takes in what one class reports.
    fileprivate mutating func note(_ update: CollectionUpdate, _ part: Int, _ old: [UInt64], _ new: [UInt64]) {
        for place in update.newModifications { modified.insert(UnionMember(part: part, key: new[place])) }
        for move in update.moves { modified.insert(UnionMember(part: part, key: new[move.to])) }
        let moved = Set(update.moves.map(\.from))
        let gone = Set(update.deletions.filter { !moved.contains($0) }.map { old[$0] })
        if gone.isEmpty { return }
        for place in update.insertions where gone.contains(new[place]) {
            replaced.insert(UnionMember(part: part, key: new[place]))
        }
    }
}

extension PolymorphicResults {
    /// Calls a closure with the objects as they are and then with each change of them, as `Results.observe`.
    ///
    /// Each class is followed incrementally; putting the list together and comparing it with what it was costs O(n)
    /// for a change.
    public func observe(
        keyPaths: [PartialKeyPath<Element>]? = nil,
        _ body: @escaping (CollectionChange<PolymorphicResults<Element>>) -> Void
    ) -> NotificationToken {
        core.connection.check()
        return NotificationToken(ObservedUnion(self, keyPaths), core.connection, isDue: true, body)
    }

    /// The objects as they are and then each change of them, as a sequence; see ``Results/changes(keyPaths:)``.
    public func changes(
        keyPaths: [PartialKeyPath<Element>]? = nil
    ) -> Changes<CollectionChange<PolymorphicResults<Element>>> {
        Changes(core.connection) { ObservedUnion(self, keyPaths) }
    }
}

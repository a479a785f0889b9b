internal import BenchmarkKit
internal import Tarn

extension Store {
    /// The query of the live workloads: the best, the best first.
    var best: Results<Person> {
        objects(Person.self).where { $0.score > ScoreChanges.threshold }.sorted(by: \.score, ascending: false)
    }
}

extension Results<Person> {
    /// The ids in order, by the quickest way there is: an id is a part of what leads to its object, and nothing is read
    /// for it.
    var ids: [Int] { map(\.id) }
}

/// The list of the best, observed on a queue.
///
/// Unchecked: everything that belongs to the store is used on its queue only.
final class ObservedBest: @unchecked Sendable {
    let calls = Calls()
    private let home: QueueStore
    private let size: Int
    private var results: Results<Person>?
    private var token: NotificationToken?
    private var insertions = 0
    private var deletions = 0

    /// Begins, and waits for the first call.
    init(_ home: QueueStore, size: Int) throws {
        self.home = home
        self.size = size
        home.perform { store in
            let results = store.best
            self.results = results
            token = results.observe { [unowned self] change in
                calls.arrive()
                guard case .update(_, let update) = change else { return }
                insertions += update.insertions.count
                deletions += update.deletions.count
            }
        }
        _ = try calls.next("first call", size: size)
    }

    /// Ends it and checks what it has heard: as many updates as there were commits, that together lead from the first
    /// list to the last, which is what the query finds when it is run again and what it has to be.
    func finish(_ figure: String, updates: Int, changes: ScoreChanges, before: ScoreChanges) throws {
        let right = changes.best()
        let (observed, again) = home.perform { store in
            token?.invalidate()
            defer { (token, results) = (nil, nil) }
            return (results?.ids ?? [], store.best.ids)
        }
        try LiveCheckFailure.require(figure, size: size, "updates", calls.count - 1, expected: updates)
        let growth = home.perform { _ in insertions - deletions }
        try LiveCheckFailure.require(
            figure, size: size, "members more", growth, expected: right.count - before.best().count)
        if observed != again || again != right {
            throw LiveCheckFailure(figure, size: size, "the observed list is not what the query finds")
        }
    }
}

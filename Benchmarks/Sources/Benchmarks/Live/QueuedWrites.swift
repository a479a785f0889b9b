internal import BenchmarkKit
internal import Tarn

/// L10: a thousand asynchronous writes of one object that are queued at once, against as many durable writes one after
/// the other.
struct QueuedWrites {
    private let file: LiveFile
    private let scale: LiveScale
    private var size: Int { file.dataset.count }

    init(_ file: LiveFile, _ scale: LiveScale) {
        self.file = file
        self.scale = scale
    }

    func measure() throws -> [Figure] {
        let (path, other) = (try file.copy("queued"), try file.copy("alone"))
        defer { [path, other].forEach(file.removeCopy) }
        var queued: [Double] = [], alone: [Double] = []
        for round in 0..<scale.rounds {
            let rows = Dataset.moreRows(scale.queuedWrites, from: size + round * scale.queuedWrites)
            queued.append(try writeQueued(rows, path: path))
            alone.append(try writeAlone(rows, path: other))
        }
        let ratios = zip(alone, queued).map { $0 / $1 }
        let check = Check.count(scale.queuedWrites)
        return [
            .live("L10", "us/write", size, queued, check: check),
            .live("L10c", "us/write", size, alone, check: check),
            .live("L10r", "x", size, ratios, check: check),
        ]
    }

    private func writeQueued(_ rows: [PersonRow], path: String) throws -> Double {
        let (taken, count) = try blocking {
            let writer = QueueingActor()
            try await writer.open(path: path)
            let start = timestamp()
            try await writer.write(rows)
            let taken = microseconds(from: start, to: timestamp())
            return (taken, await writer.close())
        }
        try check("L10", rows, count)
        return taken / Double(rows.count)
    }

    private func writeAlone(_ rows: [PersonRow], path: String) throws -> Double {
        let home = try QueueStore(path: path)
        defer { home.close() }
        let (taken, count) = try home.perform { store in
            let start = timestamp()
            for row in rows { try store.write { try store.add(Person(row)) } }
            return (microseconds(from: start, to: timestamp()), store.objects(Person.self).count)
        }
        try check("L10c", rows, count)
        return taken / Double(rows.count)
    }

    private func check(_ name: String, _ rows: [PersonRow], _ count: Int) throws {
        try LiveCheckFailure.require(
            name, size: size, "objects", count, expected: (rows.last?.id ?? 0) + 1)
    }
}

/// An actor with a store that queues many writes at once.
private actor QueueingActor {
    private var store: Store?

    func open(path: String) throws { store = try Store(configuration: TarnEngine.configuration(path: path)) }

    /// Queues one write for each row and waits for all of them.
    func write(_ rows: [PersonRow]) async throws {
        try await withThrowingTaskGroup { group in
            for row in rows { group.addTask { try await self.write(row) } }
            try await group.waitForAll()
        }
    }

    private func write(_ row: PersonRow) async throws {
        try await store?.asyncWrite { store in try store.add(Person(row)) }
    }

    /// Closes the store; the number of people that it had seen by then.
    func close() -> Int {
        let count = store?.objects(Person.self).count ?? 0
        store?.close()
        return count
    }
}

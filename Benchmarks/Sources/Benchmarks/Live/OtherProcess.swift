internal import BenchmarkKit
internal import Foundation
internal import Tarn

/// L9: how soon an observer hears of a commit of another process.
struct OtherProcess {
    private let file: LiveFile
    private let scale: LiveScale
    private var size: Int { file.dataset.count }

    init(_ file: LiveFile, _ scale: LiveScale) {
        self.file = file
        self.scale = scale
    }

    func measure() throws -> [Figure] {
        let path = try file.copy("processes")
        defer { file.removeCopy(path) }
        let home = try QueueStore(path: path)
        defer { home.close() }
        let observed = try ObservedBest(home, size: size)
        let child = try LiveChild(.commit, path: path)
        let before = ScoreChanges(file.dataset.rows)
        var changes = before
        var samples: [Double] = []
        for round in 0..<scale.warmUp + scale.commits {
            let change = changes.next()
            try child.send("\(change.id) \(change.score)")
            let returned = try child.number()
            let called = try observed.calls.next("L9", size: size)
            if round >= scale.warmUp { samples.append(microseconds(from: returned, to: called)) }
        }
        try child.end()
        try observed.finish("L9", updates: scale.warmUp + scale.commits, changes: changes, before: before)
        return [.live("L9", "us", size, samples, check: .count(scale.commits))]
    }

    /// The child's part: commits what it reads and prints when the commit had returned.
    static func child(path: String) throws {
        let store = try CommittingStore(path: path)
        while let line = readLine() {
            let words = line.split(separator: " ")
            guard words.count == 2, let id = Int(words[0]), let score = Double(words[1]) else { continue }
            LiveChild.say("\(try store.commit((id, score)))")
        }
        store.close()
    }
}

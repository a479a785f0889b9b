internal import Foundation
internal import Tarn
internal import TarnToolKit

/// Follows a sorted, filtered list while another process writes, and names what has changed each time.
final class LiveList {
    private let stage: Stage
    private let airports: Results<Airport>
    /// What the list showed last: the names behind the old places of a change.
    private var names: [String] = []
    private(set) var updateCount = 0

    init(_ store: Store, stage: Stage) {
        self.stage = stage
        airports = LiveEdits.list(of: store)
    }

    /// Watches until the other process is done and everything it wrote has been seen.
    func follow(_ store: Store, in file: URL) throws {
        let token = airports.observe { change in self.show(change) }
        let seen = Pipe()
        let moves = store.observe { _, _ in seen.fileHandleForWriting.write(Data([1])) }
        try store.refresh()
        let editor = try LiveEdits.begin(in: file, seen)
        // The editor commits once for each edit; the time is for a machine that is very busy.
        while updateCount < LiveEdits.visibleCount, try store.waitForChange(timeout: .seconds(30)) {}
        editor.waitUntilExit()
        token.invalidate()
        moves.invalidate()
        guard editor.terminationStatus == 0, updateCount == LiveEdits.visibleCount else {
            throw AirportImport.Failure(
                description: "the other process made \(LiveEdits.visibleCount) changes, \(updateCount) were seen")
        }
    }

    private func show(_ change: CollectionChange<Results<Airport>>) {
        switch change {
        case .initial(let airports):
            names = airports.map(\.name)
            stage.say("\(Figures.count(names.count, "airport")) now; another process opens the file and writes.")
        case .update(let airports, let update):
            updateCount += 1
            stage.space()
            for line in lines(airports, update) { stage.say(line) }
            names = airports.map(\.name)
            for line in rows() { stage.say(line) }
        }
    }

    /// The list as it is now, in lines that fit.
    private func rows() -> [String] {
        var lines = ["\(Figures.count(names.count, "airport")):"]
        for name in names {
            let longer = lines[lines.count - 1] + (name == names.first ? " " : ", ") + name
            if longer.count > 90 {
                lines[lines.count - 1] += ","
                lines.append("  " + name)
            } else {
                lines[lines.count - 1] = longer
            }
        }
        return lines
    }

    /// One line for each object that came, went, moved or was modified.
    private func lines(_ airports: Results<Airport>, _ update: CollectionUpdate) -> [String] {
        let left = Set(update.moves.map(\.from))
        let arrived = Set(update.moves.map(\.to))
        var lines = update.deletions.filter { !left.contains($0) }.map { "- row \($0) is gone: \(names[$0])" }
        lines += update.insertions.filter { !arrived.contains($0) }.map { "+ row \($0) is new: \(airports[$0].name)" }
        lines += update.moves.map { move in
            "> row \(move.from) is row \(move.to) now: \(names[move.from]) -> \(airports[move.to].name)"
        }
        lines += update.newModifications.map { "~ row \($0) was modified: \(airports[$0].name), \(airports[$0].city)" }
        return lines
    }
}

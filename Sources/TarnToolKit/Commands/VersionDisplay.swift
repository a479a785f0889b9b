internal import Foundation
internal import Tarn

/// Shows the versions of a file and who holds them, again after each commit of whatever process.
struct VersionDisplay {
    private let watch: VersionWatch
    private let name: String
    private let terminal: Terminal

    init(_ url: URL, _ terminal: Terminal) throws {
        watch = try VersionWatch(at: url)
        name = url.lastPathComponent
        self.terminal = terminal
    }

    /// Shows them so many times, or until the program is interrupted.
    func run(count: Int?) throws -> ExitCode {
        var height = 0
        var shown = 0
        while shown < count ?? .max {
            if shown > 0 { try watch.waitForCommit() }
            let versions = try watch.versions()
            if terminal.showsStyle {
                let lines = table(versions)
                // Back up over what was shown before, and away with it.
                if height > 0 { terminal.output.write("\u{1b}[\(height)A\u{1b}[J") }
                terminal.output.print(lines)
                height = lines.count
            } else {
                terminal.output.print(line(versions))
            }
            try terminal.output.flush()
            shown += 1
        }
        return .done
    }

    /// One line for a file or a pipe.
    private func line(_ versions: VersionWatch.Versions) -> String {
        "version \(versions.newest)  commit \(versions.commit)  file \(Figures.size(versions.fileByteCount))  "
            + "held \(versions.pinned.count)  oldest held: \(PinnedText.oldest(versions.pinned))"
    }

    private func table(_ versions: VersionWatch.Versions) -> [String] {
        var table = Table([
            ("held by", .left), ("version", .right), ("commits behind", .right), ("for", .right), ("keeps", .right),
        ])
        for pinned in versions.pinned {
            table.add([
                pinned.holder, PinnedText.name(pinned), Figures.count(pinned.commitsBehind),
                pinned.duration.map(Figures.duration) ?? "", Figures.size(pinned.byteCount),
            ])
        }
        let head =
            "\(name): version \(Figures.count(Int(clamping: versions.newest))), "
            + Figures.size(versions.fileByteCount)
        return [terminal.bold(String(head.prefix(terminal.width)))] + table.lines(width: terminal.width)
    }
}

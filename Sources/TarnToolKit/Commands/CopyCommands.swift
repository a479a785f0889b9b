internal import Foundation
internal import Tarn

/// `tarn copy`: a consistent copy, also while others write.
enum CopyCommand: Command {
    static let shape = CommandShape(
        "copy", "Copy a file, also while it is in use",
        operands: [.init("FILE", "A Tarn file"), .init("TO", "Where the copy goes; nothing may be there yet")])

    static func run(_ arguments: ParsedArguments, _ context: CommandContext) throws -> ExitCode {
        let job = try CopyJob(arguments)
        let bar = ProgressBar(context.terminal, title: "Copying", unit: "pages")
        defer { bar.finish() }
        try Store.copy(at: job.source, to: job.target) { bar.update(completed: $0, total: $1) }
        bar.finish()
        context.terminal.output.print("\(job.target.lastPathComponent): \(Figures.size(job.targetSize()))")
        return .done
    }
}

/// `tarn compact`: a copy without the free pages.
enum CompactCommand: Command {
    static let shape = CommandShape(
        "compact", "Copy a file without its free pages",
        operands: [.init("FILE", "A Tarn file"), .init("TO", "Where the copy goes; nothing may be there yet")])

    static let notes = """
        The file itself is not touched. To put the copy in its place, close every program that uses the file and
        move the copy over it.
        """

    static func run(_ arguments: ParsedArguments, _ context: CommandContext) throws -> ExitCode {
        let job = try CopyJob(arguments)
        let bar = ProgressBar(context.terminal, title: "Compacting", unit: "pages")
        defer { bar.finish() }
        try Store.compact(at: job.source, to: job.target) { bar.update(completed: $0, total: $1) }
        bar.finish()
        let (before, after) = (job.sourceSize(), job.targetSize())
        let saved = before > 0 ? max(0, before - after) * 100 / before : 0
        context.terminal.output.print(
            "\(job.target.lastPathComponent): \(Figures.size(after)) of \(Figures.size(before)), \(saved)% saved")
        return .done
    }
}

/// Where a copy comes from and goes to.
private struct CopyJob {
    let source: URL
    let target: URL

    init(_ arguments: ParsedArguments) throws {
        source = URL(fileURLWithPath: arguments.operands[0])
        target = URL(fileURLWithPath: arguments.operands[1])
        if FileManager.default.fileExists(atPath: target.path) {
            throw UsageError("\(arguments.operands[1]) exists already; name a place where nothing is")
        }
    }

    func sourceSize() -> Int { Self.size(source) }
    func targetSize() -> Int { Self.size(target) }

    private static func size(_ url: URL) -> Int {
        (try? FileManager.default.attributesOfItem(atPath: url.path)[.size] as? Int) ?? 0
    }
}

internal import Foundation

/// One thing that the tool can do.
protocol Command: SendableMetatype {
    static var shape: CommandShape { get }
    /// What the help says below the options.
    static var notes: String { get }

    static func run(_ arguments: ParsedArguments, _ context: CommandContext) throws -> ExitCode
}

extension Command {
    static var notes: String { "" }
}

/// What a command works with besides its arguments.
struct CommandContext {
    let terminal: Terminal
    /// The program itself, for work that is better done in a process of its own; nil where there is none.
    let program: URL?
}

/// What the tool tells its caller.
package enum ExitCode: Int32, Sendable {
    case done = 0
    /// Something could not be read or written; the errors say what.
    case failed = 1
    /// The file was read, and something is wrong in it.
    case faultsFound = 2
    /// The command line cannot be understood.
    case wrongUsage = 64
}

internal import Foundation

do {
    let options = try Options(Array(CommandLine.arguments.dropFirst()))
    if options.wantsHelp {
        print(Options.help)
    } else if let path = options.memoryFile {
        print(try memoryReport(path: path))
    } else if let (role, path) = options.child {
        try runChild(role, path: path)
    } else {
        var session = Session(options)
        try session.run()
    }
} catch let error as UsageError {
    FileHandle.standardError.write(Data("benchmarks: \(error.message)\n\(Options.help)\n".utf8))
    exit(2)
} catch {
    FileHandle.standardError.write(Data("benchmarks: \(error)\n".utf8))
    exit(1)
}

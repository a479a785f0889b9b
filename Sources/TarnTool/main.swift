internal import Foundation
internal import TarnToolKit

let code = Tool.run(
    Array(CommandLine.arguments.dropFirst()), on: .standard(), program: Bundle.main.executableURL)
exit(code.rawValue)

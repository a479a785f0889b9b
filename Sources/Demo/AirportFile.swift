internal import Foundation

/// The airports that come with the demo, as they lie in the file of their source.
enum AirportFile {
    struct Missing: Error, CustomStringConvertible {
        var description: String { "the airports are not beside the program; build it again with 'make demo'" }
    }

    static func bytes() throws -> [UInt8] {
        guard let file = Bundle.module.url(forResource: "airports", withExtension: "csv", subdirectory: "Data") else {
            throw Missing()
        }
        return [UInt8](try Data(contentsOf: file))
    }
}

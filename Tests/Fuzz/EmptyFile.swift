import Foundation
import TarnLMDB

@testable import TarnRecords

/// Opens a read session on an empty file that lives as long as the process.
func openSession(_ catalogue: Catalogue) -> RecordSession {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("tarn-fuzz-\(getpid())")
    do {
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        var options = Environment.Options()
        options.durability = .memory
        options.mapSize = 1 << 24
        let environment = try Environment.open(path: folder.appendingPathComponent("fuzz.tarn").path, options: options)
        let trees = Trees(
            try environment.openTrees(Trees.specifications.map { TreeSpec(name: $0.name, flags: $0.order.flags) }))
        try? FileManager.default.removeItem(at: folder)
        let open = OpenFile(transaction: try environment.beginRead())
        OpenFile.kept = open
        return try RecordSession(open.transaction.raw, trees, catalogue, Generation(), isWriting: false)
    } catch {
        fatalError("the empty file cannot be opened: \(error)")
    }
}

/// Keeps the transaction alive.
private final class OpenFile {
    nonisolated(unsafe) static var kept: OpenFile?
    let transaction: ReadTransaction

    init(transaction: consuming ReadTransaction) { self.transaction = transaction }
}

extension Trees.Order {
    fileprivate var flags: TreeFlags {
        switch self {
        case .plain: []
        case .integerDuplicates: [.duplicateSort, .fixedDuplicates, .integerDuplicates]
        case .fixedDuplicates: [.duplicateSort, .fixedDuplicates]
        }
    }
}

// error: overlapping accesses
import TarnLMDB

func write(_ environment: Environment, _ tree: Database) throws {
    var transaction = try environment.beginWrite()
    try transaction.put([1], for: [2], in: tree)
    _ = try transaction.withValue(for: [2], in: tree) { value in
        try transaction.put([3], for: [4], in: tree)
    }
}

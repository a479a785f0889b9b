// compiles
import TarnLMDB

func useEnvironment(_ environment: Environment, _ tree: Database) throws {
    var transaction = try environment.beginWrite()
    try transaction.put([1], for: [2], in: tree)
    try transaction.commit()
}

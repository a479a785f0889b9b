internal import BenchmarkKit

/// The engines of this build, in the order of the tables.
let builtEngines: [any Engine.Type] = {
    #if TARN
        [TarnEngine.self, SQLiteEngine.self, RawLMDBEngine.self]
    #else
        [SQLiteEngine.self, RawLMDBEngine.self]
    #endif
}()

/// Does what a child process does for the live workloads.
func runChild(_ role: String, path: String) throws {
    #if TARN
        guard let role = LiveChild.Role(rawValue: role) else { throw UsageError(message: "no role \(role)") }
        try LiveRun.child(role, path: path)
    #else
        throw UsageError(message: "this build has no live results")
    #endif
}

/// What the child process that measures its own memory prints.
func memoryReport(path: String) throws -> String {
    #if TARN
        try TarnMemory.measure(path: path)
    #else
        throw UsageError(message: "this build has no Tarn engine to measure")
    #endif
}

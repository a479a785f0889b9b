import TarnLMDB
import Testing

@Suite struct HealthyFileTests {
    /// The check for cut files must never refuse a file that LMDB left behind.
    @Test func aFileIsOpenedAgainAfterAnyCommit() throws {
        let seed = TestSeed()
        var random = seed.generator
        let folder = try TemporaryFolder()
        var short = 0
        for round in 0..<150 {
            let environment = try folder.open()
            let database = try environment.openDatabase(named: "a")
            var write = try environment.beginWrite()
            for _ in 0..<Int.random(in: 1...20, using: &random) {
                let key = "\(Int.random(in: 0..<30, using: &random))"
                if Bool.random(using: &random) {
                    let length = Int.random(in: 0...(Bool.random(using: &random) ? 100 : 60_000), using: &random)
                    try write.put([UInt8](repeating: 1, count: length), for: key, in: database)
                } else {
                    try write.delete(key, in: database)
                }
            }
            if Int.random(in: 0..<4, using: &random) == 0 {
                try write.put([UInt8](repeating: 1, count: round * 20_000), for: "taken", in: database)
                try write.delete("taken", in: database)
            }
            try write.commit()
            let information = try environment.information()
            if information.fileSize < (information.lastPage + 1) * information.pageSize { short += 1 }
        }
        #expect(short > 0, "\(seed): no file was short, so this proves little")
    }
}

import Foundation
import Testing

@testable import TarnRecords

@Suite struct LiveQueryModelTests {
    @Test func liveQueriesFollowRandomCommitsExactly() throws {  // N2 to N9, N11, N18, P8
        let environment = ProcessInfo.processInfo.environment
        let count = environment["TARN_SEED"] != nil ? 1 : environment["TARN_LONG"] != nil ? 3000 : 100
        let first = RandomSource.seed()
        for seed in 0..<UInt64(count) { try LiveQueryRun(seed: first &+ seed).run(25) }
    }
}

import Foundation
import Tarn
import Testing
@Test func zz() throws {
    let damaged = try DamagedStore()
    var random = TestSeed(326521).generator
    let target = Int(ProcessInfo.processInfo.environment["ZZ_ROUND"]!)!
    for round in 0...target {
        var bytes = damaged.sound
        let count = round % 3 == 0 ? 8 : 1
        let places = (0..<count).map { _ in
            let place = Int.random(in: 0..<bytes.count, using: &random)
            return round % 2 == 0 ? place : place / 4096 * 4096 + place % 48
        }
        for place in places { bytes[place] ^= UInt8.random(in: 1...255, using: &random) }
        if round < target { continue }
        try damaged.restore()
        try bytes.write(to: damaged.url)
        print("ZZ", (try? Store.verify(at: damaged.url))?.faults.count as Any)
        damaged.use()
    }
}

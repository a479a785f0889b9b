import Foundation

/// Random numbers that a seed repeats exactly (SplitMix64).
struct RandomSource: RandomNumberGenerator {
    private var state: UInt64

    init(seed: UInt64) { state = seed }

    /// The seed of this run: TARN_SEED when it is set, else a new one.
    static func seed() -> UInt64 {
        ProcessInfo.processInfo.environment["TARN_SEED"].flatMap { UInt64($0) } ?? UInt64.random(in: 0...UInt64.max)
    }

    mutating func next() -> UInt64 {
        state &+= 0x9e37_79b9_7f4a_7c15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xbf58_476d_1ce4_e5b9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94d0_49bb_1331_11eb
        return mixed ^ (mixed >> 31)
    }

    /// True once in `count` times.
    mutating func isOne(in count: Int) -> Bool { next() % UInt64(count) == 0 }

    /// A number below `count`.
    mutating func below(_ count: Int) -> Int { Int(next() % UInt64(count)) }

    /// One of some values.
    mutating func pick<Element>(_ elements: [Element]) -> Element { elements[below(elements.count)] }
}

import Foundation

/// The seed of a random test: from TARN_SEED, or a new one; a failing expectation prints it.
struct TestSeed: CustomStringConvertible, Sendable, Codable {
    let value: UInt64

    init() { self.init(Self.given ?? .random(in: 1...999_999)) }
    init(_ value: UInt64) { self.value = value }

    /// Seeds for several rounds; only the given one when there is one.
    static func several(_ count: Int) -> [TestSeed] {
        given.map { [TestSeed($0)] } ?? (0..<count).map { _ in TestSeed(.random(in: 1...999_999)) }
    }

    private static var given: UInt64? { ProcessInfo.processInfo.environment["TARN_SEED"].flatMap { UInt64($0) } }

    /// Whether the long loops were asked for.
    static var isLongRun: Bool { ProcessInfo.processInfo.environment["TARN_LONG"] != nil }

    var description: String { "TARN_SEED=\(value)" }
    var generator: SplitMix { SplitMix(state: value) }
}

/// A small generator whose sequence depends on its seed alone.
struct SplitMix: RandomNumberGenerator {
    var state: UInt64

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }
}

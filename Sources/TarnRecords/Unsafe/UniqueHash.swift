internal import CTarnKernels

extension UniqueRule {
    // Safety: the array lives through the call, and the hash reads inside it.
    static func hash(_ bytes: [UInt8], seed: UInt64) -> UInt64 {
        unsafe bytes.withUnsafeBufferPointer { bytes in
            guard let start = bytes.baseAddress else { return seed }
            return unsafe tarn_hash(start, bytes.count, seed)
        }
    }
}

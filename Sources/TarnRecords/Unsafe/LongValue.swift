internal import CTarnKernels

/// The stored form of text and data kept outside its cluster: an 8-byte checksum, then the bytes.
enum LongValue {
    // Safety: the hash reads inside the buffer.
    /// The content, or nil when it does not match its checksum.
    static func content(_ stored: UnsafeRawBufferPointer) -> UnsafeRawBufferPointer? {
        guard stored.count >= 8, let start = stored.baseAddress else { return nil }
        let bytes = unsafe UnsafeRawBufferPointer(start: start + 8, count: stored.count - 8)
        return unsafe stored.loadUnaligned(as: UInt64.self) == checksum(bytes) ? bytes : nil
    }

    // Safety: as above.
    static func checksum(_ bytes: UnsafeRawBufferPointer) -> UInt64 {
        guard let start = unsafe bytes.baseAddress?.assumingMemoryBound(to: UInt8.self) else { return 0 }
        return unsafe tarn_hash(start, bytes.count, 1)
    }
}

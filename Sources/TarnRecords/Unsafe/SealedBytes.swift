/// Small values that everything else depends on (format, schema, state, change records), stored with a checksum of four
/// bytes after them: a changed byte in one of them would otherwise be believed.
package enum SealedBytes {
    /// The bytes as stored.
    package static func seal(_ bytes: [UInt8]) -> [UInt8] {
        let sum = checksum(bytes)
        return bytes + (0..<4).map { UInt8(truncatingIfNeeded: sum >> ($0 * 8)) }
    }

    /// The bytes without their checksum, or nil when it does not match.
    package static func open(_ stored: [UInt8]) -> [UInt8]? {
        guard stored.count >= 4 else { return nil }
        let bytes = Array(stored.dropLast(4))
        return seal(bytes) == stored ? bytes : nil
    }

    // Safety: the hash reads inside the buffer.
    private static func checksum(_ bytes: [UInt8]) -> UInt64 {
        unsafe bytes.withUnsafeBytes { unsafe LongValue.checksum($0) }
    }
}

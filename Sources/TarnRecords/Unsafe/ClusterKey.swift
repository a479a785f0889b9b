/// The ten bytes of a cluster's key in the memory of a variable: look-ups are too many to make an array for each.
struct ClusterKey {
    private var head: UInt64
    private var tail: UInt16

    /// The key of a cluster: the number of the type, then that of the cluster, both big-endian.
    init(_ table: UInt16, _ number: UInt64) {
        head = (UInt64(table) << 48 | number >> 16).bigEndian
        tail = UInt16(truncatingIfNeeded: number).bigEndian
    }

    // Safety: the two fields lie one behind the other, ten bytes in all; the pointer does not leave the body.
    /// Hands out the bytes.
    mutating func withBytes<R, Failure: Error>(
        _ body: (UnsafeRawBufferPointer) throws(Failure) -> R
    ) throws(Failure) -> R {
        try unsafe withUnsafeBytes(of: &self) { (bytes) throws(Failure) in
            try unsafe body(UnsafeRawBufferPointer(rebasing: bytes[..<10]))
        }
    }
}

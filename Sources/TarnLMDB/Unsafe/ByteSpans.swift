extension UnsafeRawBufferPointer {
    // Safety: the caller keeps the memory alive and unchanged until `body` returns; bytes may be read as UInt8.
    /// Lends the bytes as a span.
    @inline(__always)
    func lend<Result, Failure: Error>(
        _ body: (Span<UInt8>) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        try body(unsafe assumingMemoryBound(to: UInt8.self).span)
    }
}

extension Span<UInt8> {
    // Safety: the pointer is used within the closure only.
    /// Lends the bytes to a C call.
    @inline(__always)
    func lendRaw<Result>(
        _ body: (UnsafeRawBufferPointer) throws(LMDBError) -> Result
    ) throws(LMDBError) -> Result {
        try unsafe withUnsafeBytes { (bytes) throws(LMDBError) in try unsafe body(bytes) }
    }
}

extension UInt64: Bytes {
    // Safety: an integer has no padding, and the pointer lives for the duration of the call.
    /// Lends the eight bytes in the machine's order: a key of a tree with integer keys.
    @inlinable
    public func withBytes<Result, Failure: Error>(
        _ body: (Span<UInt8>) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        try unsafe withUnsafeBytes(of: self) { (bytes) throws(Failure) in
            try body(unsafe bytes.assumingMemoryBound(to: UInt8.self).span)
        }
    }
}

extension String: Bytes {
    // Safety: the pointer lives for the duration of the call.
    /// Lends the UTF-8 form, without a copy where the string is stored so.
    @inlinable
    public func withBytes<Result, Failure: Error>(
        _ body: (Span<UInt8>) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        var text = self
        let outcome = text.withUTF8 { bytes in
            Swift.Result { () throws(Failure) in try body(unsafe bytes.span) }
        }
        return try outcome.get()
    }
}

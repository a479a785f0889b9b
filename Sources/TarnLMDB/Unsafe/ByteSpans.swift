extension UnsafeRawBufferPointer {
    /// Lends the bytes as a span.
    // Safety: the caller keeps the memory alive and unchanged until `body` returns; bytes may be read as UInt8.
    @inline(__always)
    func lend<Result, Failure: Error>(
        _ body: (Span<UInt8>) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        try body(unsafe assumingMemoryBound(to: UInt8.self).span)
    }

    /// Copies the bytes.
    // Safety: the caller keeps the memory alive during the call.
    var copied: [UInt8] { unsafe [UInt8](self) }
}

extension Bytes where Self: ~Copyable, Self: ~Escapable {
    /// Lends the bytes to a C call.
    // Safety: the pointer is used within the closure only.
    @inline(__always)
    func withRawBytes<Result>(
        _ body: (UnsafeRawBufferPointer) throws(LMDBError) -> Result
    ) throws(LMDBError) -> Result {
        try withBytes { (span) throws(LMDBError) in
            try unsafe span.withUnsafeBytes { (bytes) throws(LMDBError) in try unsafe body(bytes) }
        }
    }
}

/// Lends the bytes of an integer.
// Safety: an integer has no padding, and the pointer lives for the duration of the call.
func withNativeBytes<Value: FixedWidthInteger, Result, Failure: Error>(
    _ value: Value, _ body: (Span<UInt8>) throws(Failure) -> Result
) throws(Failure) -> Result {
    try unsafe withUnsafeBytes(of: value) { (bytes) throws(Failure) in try unsafe bytes.lend(body) }
}

/// Lends the UTF-8 form of a string, without a copy where it is stored so.
// Safety: the pointer lives for the duration of the call.
func withUTF8Bytes<Result, Failure: Error>(
    _ text: String, _ body: (Span<UInt8>) throws(Failure) -> Result
) throws(Failure) -> Result {
    var text = text
    let outcome = text.withUTF8 { bytes in
        Swift.Result { () throws(Failure) in try body(unsafe bytes.span) }
    }
    return try outcome.get()
}

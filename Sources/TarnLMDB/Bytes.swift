/// Bytes that can be lent for the duration of a call: what keys and values are given as.
///
/// Arrays, strings (as UTF-8), spans, and integers (in the machine's byte order, for trees with integer keys or
/// values) conform; so can any type that can show its bytes as a `Span`.
public protocol Bytes: ~Copyable, ~Escapable {
    /// Lends the bytes to a closure.
    func withBytes<Result, Failure: Error>(_ body: (Span<UInt8>) throws(Failure) -> Result) throws(Failure) -> Result
}

extension [UInt8]: Bytes {
    /// Lends the elements.
    @inlinable
    public func withBytes<Result, Failure: Error>(
        _ body: (Span<UInt8>) throws(Failure) -> Result
    ) throws(Failure) -> Result { try body(span) }
}

extension ArraySlice<UInt8>: Bytes {
    /// Lends the elements.
    @inlinable
    public func withBytes<Result, Failure: Error>(
        _ body: (Span<UInt8>) throws(Failure) -> Result
    ) throws(Failure) -> Result { try body(span) }
}

extension Span<UInt8>: Bytes {
    /// Lends the span itself.
    @inlinable
    public func withBytes<Result, Failure: Error>(
        _ body: (Span<UInt8>) throws(Failure) -> Result
    ) throws(Failure) -> Result { try body(self) }
}

extension UInt64 {
    /// The integer whose eight bytes, in the machine's order, are given; nil for another number of bytes.
    public init?(nativeBytes bytes: Span<UInt8>) {
        if bytes.count != 8 { return nil }
        var value: UInt64 = 0
        for index in bytes.indices.reversed() { value = value << 8 | UInt64(bytes[index]) }
        self.init(littleEndian: value)
    }
}

extension [UInt8] {
    /// Copies a span.
    public init(_ span: Span<UInt8>) {
        self.init()
        reserveCapacity(span.count)
        for index in span.indices { append(span[index]) }
    }
}

extension String {
    /// Decodes a span as UTF-8, with replacement characters where it is not.
    public init(decoding span: Span<UInt8>) { self.init(decoding: [UInt8](span), as: UTF8.self) }
}

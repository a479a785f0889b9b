extension Array where Element: BitwiseCopyable {
    // Safety: the pointer does not leave the body.
    /// Hands out the memory of the array; like `withUnsafeBytes`, but keeps the type of what the body throws.
    @inline(__always) @discardableResult
    func withBytes<R, Failure: Error>(_ body: (UnsafeRawBufferPointer) throws(Failure) -> R) throws(Failure) -> R {
        try unsafe withUnsafeBufferPointer { (buffer) throws(Failure) in
            try unsafe body(UnsafeRawBufferPointer(buffer))
        }
    }
}

internal import CTarnKernels

/// Takes characters apart into a base and marks, as Unicode's canonical decomposition does.
enum CanonicalParts {
    // Safety: the kernel writes three parts at most.
    /// The parts of a character; itself when it has none.
    static func of(_ scalar: Unicode.Scalar) -> [Unicode.Scalar] {
        if scalar.value < 0xC0 { return [scalar] }
        var parts: [UInt32] = [0, 0, 0]
        let count = unsafe parts.withUnsafeMutableBufferPointer { parts in
            unsafe parts.baseAddress.map { unsafe Int(tarn_decompose(scalar.value, $0)) } ?? 0
        }
        if count == 0 { return [scalar] }
        return parts[..<count].flatMap { part in Unicode.Scalar(part).map { of($0) } ?? [] }
    }
}

internal import CTarnKernels

/// The order of texts in a locale, as ICU makes it.
public struct LocaleOrder: Sendable, Hashable {
    /// The locale.
    public let identifier: String
    private let collator: Collator

    // Safety: the identifier lives through the call.
    init(_ identifier: String) throws(RecordError) {
        guard let handle = unsafe identifier.withCString({ unsafe tarn_collator_open($0) }) else {
            throw RecordError(
                .unavailable, tree: "", key: identifier,
                message: "the order of a locale needs ICU, which comes with Foundation (lib_FoundationICU) and is not "
                    + "on this system")
        }
        self.identifier = identifier
        collator = unsafe Collator(handle)
    }

    // Safety: both arrays live through the calls, and the second call is given as much room as it has asked for.
    /// Bytes that order like the text; none of them is zero.
    func key(of text: [UInt8]) -> [UInt8] {
        let units = Array(String(decoding: text, as: UTF8.self).utf16)
        var key = [UInt8](repeating: 0, count: units.count * 4 + 32)
        var count = collator.key(units, &key)
        if count > key.count {
            key = [UInt8](repeating: 0, count: count)
            count = collator.key(units, &key)
        }
        // The last byte is a zero that ends the key.
        key.removeSubrange(max(0, min(count, key.count) - 1)...)
        return key
    }

    /// Two orders of one locale are the same.
    public static func == (one: LocaleOrder, other: LocaleOrder) -> Bool { one.identifier == other.identifier }

    /// By the locale.
    public func hash(into hasher: inout Hasher) { hasher.combine(identifier) }
}

// ICU's collators are not changed once they are open, and making keys of them is allowed from every thread.
@safe
private final class Collator: @unchecked Sendable {
    private let handle: UnsafeMutableRawPointer

    // Safety: owns the handle.
    init(_ handle: UnsafeMutableRawPointer) { unsafe self.handle = handle }

    // Safety: nobody uses the handle afterwards.
    deinit { unsafe tarn_collator_close(handle) }

    // Safety: writes as many bytes as there is room for at most.
    /// Makes a key; how many bytes it takes.
    func key(_ units: [UInt16], _ key: inout [UInt8]) -> Int {
        let capacity = Int32(key.count)
        return unsafe Int(tarn_collator_key(handle, units, Int32(units.count), &key, capacity))
    }
}

public import CTarnKernels

/// One object inside a cluster that has been checked: where its columns can be read with no further question.
///
/// A row is valid while the cluster's bytes are: until the transaction that read it moves or writes. Owners compare
/// generations before they use one (see `Object` in the room above).
@frozen
@safe
public struct Row {
    @usableFromInline let base: UnsafeRawPointer
    @usableFromInline let rank: Int

    // Safety: the caller has validated the cluster at `base` and `rank` lies within it.
    @inlinable init(base: UnsafeRawPointer, rank: Int) {
        unsafe self.base = base
        self.rank = rank
    }

    // Safety: a dangling pointer that nobody follows.
    /// No object; never read, since its owner's generation is never current.
    public static var none: Row { unsafe Row(base: UnsafeRawPointer(bitPattern: 8)!, rank: 0) }

    // Safety: the directory was bounds-checked, and `column` comes from the table that validated it.
    /// Where a column's values begin.
    @inlinable func values(_ column: Int) -> UnsafeRawPointer {
        let offset = unsafe base.loadUnaligned(fromByteOffset: 24 + column &* 4, as: UInt32.self)
        return unsafe base + Int(offset)
    }

    // Safety: the cluster's validation covers `rank` values of the column's width; V has that width.
    /// A value of a fixed width.
    @inlinable public func value<V: BitwiseCopyable>(_ column: Int, as type: V.Type) -> V {
        unsafe values(column).loadUnaligned(fromByteOffset: rank &* MemoryLayout<V>.size, as: V.self)
    }

    // Safety: the validation covers the eight bytes of the mask.
    /// A truth value.
    @inlinable public func bool(_ column: Int) -> Bool {
        unsafe values(column).loadUnaligned(as: UInt64.self) &>> UInt64(rank) & 1 != 0
    }

    // Safety: an optional column has its mask in the eight bytes before its values, covered by the validation.
    /// Whether an optional column holds nil.
    @inlinable public func isNull(_ column: Int) -> Bool {
        unsafe (values(column) - 8).loadUnaligned(as: UInt64.self) &>> UInt64(rank) & 1 != 0
    }

    // Safety: see `span(_:)`.
    /// Text, or nil when it is kept outside the cluster.
    @inlinable public func string(_ column: Int) -> String? {
        let found = unsafe span(column)
        return unsafe found.isElsewhere ? nil : String(decoding: found.bytes, as: UTF8.self)
    }

    // Safety: see `span(_:)`.
    /// Plain bytes, or nil when they are kept outside the cluster.
    @inlinable public func bytes(_ column: Int) -> [UInt8]? {
        let found = unsafe span(column)
        return unsafe found.isElsewhere ? nil : [UInt8](found.bytes)
    }

    // Safety: as `value(_:as:)`; the bytes do not leave the closure.
    /// Hands out the bytes of a fixed-width value that is no number.
    @inlinable public func withBytes<R>(_ column: Int, count: Int, _ body: (UnsafeRawBufferPointer) -> R) -> R {
        unsafe body(UnsafeRawBufferPointer(start: values(column) + rank &* count, count: count))
    }

    // Safety: see `span(_:)`; the bytes do not leave the closure.
    /// Hands out the bytes of text or data; `nil` when they are kept outside the cluster.
    @inlinable public func withText<R>(_ column: Int, _ body: (UnsafeRawBufferPointer?) -> R) -> R {
        let found = unsafe span(column)
        return unsafe body(found.isElsewhere ? nil : found.bytes)
    }

    // Safety: ends come from the file, so both are checked against the length of the cluster; a pair that does not fit
    // answers no bytes, which `verify` reports as corrupt.
    /// The inline bytes of a value of any length.
    @inlinable func span(_ column: Int) -> (bytes: UnsafeRawBufferPointer, isElsewhere: Bool) {
        let column = unsafe values(column)
        if unsafe base.load(fromByteOffset: 1, as: UInt8.self) & 1 != 0 { return unsafe editedSpan(column) }
        let count = unsafe Int(base.load(fromByteOffset: 20, as: UInt8.self))
        let end = unsafe column.loadUnaligned(fromByteOffset: rank &* 2, as: UInt16.self)
        let previous = unsafe rank == 0 ? 0 : column.loadUnaligned(fromByteOffset: rank &* 2 &- 2, as: UInt16.self)
        let start = Int(previous & 0x7FFF)
        let length = Int(end & 0x7FFF) - start
        let texts = unsafe column + count &* 2
        let limit = unsafe Int(base.loadUnaligned(fromByteOffset: 4, as: UInt32.self)) - (texts - base)
        if length < 0 || start &+ length > limit {
            return unsafe (UnsafeRawBufferPointer(start: base, count: 0), false)
        }
        return unsafe (UnsafeRawBufferPointer(start: texts + start, count: length), end & 0x8000 != 0)
    }

    // Safety: editing clusters are made in this process; offsets and lengths were written by ClusterEditor.
    @usableFromInline func editedSpan(_ column: UnsafeRawPointer) -> (UnsafeRawBufferPointer, Bool) {
        let offset = unsafe column.loadUnaligned(fromByteOffset: rank &* 8, as: UInt32.self)
        let length = unsafe column.loadUnaligned(fromByteOffset: rank &* 8 &+ 4, as: UInt32.self)
        let bytes = unsafe UnsafeRawBufferPointer(start: base + Int(offset), count: Int(length & 0x7FFF_FFFF))
        return unsafe (bytes, length & 0x8000_0000 != 0)
    }
}

// Safety: reads a register.
/// Identifies the calling thread among the threads that are alive.
@inlinable public func currentThreadIdentity() -> UInt { UInt(tarn_thread_identity()) }

// Safety: asks the system and touches no memory.
/// The number by which debuggers and the system know the calling thread.
package func currentThreadNumber() -> UInt64 { tarn_thread_number() }

// Safety: as above.
/// Whether the caller runs on the thread on which the process began.
package func isOnMainThread() -> Bool { tarn_is_main_thread() }

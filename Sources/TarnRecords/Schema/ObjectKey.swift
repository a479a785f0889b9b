/// Identifies an object within its type, for ever: keys are never given to another object.
///
/// Keys order like signed integers; an Int primary key is the object key itself. 64 neighbouring keys share a cluster.
public struct ObjectKey: Hashable, Comparable, Sendable {
    /// The key with its sign bit flipped, so that unsigned order is the order of the signed values.
    public let rawValue: UInt64

    /// Wraps an order-preserving raw key.
    @inlinable public init(rawValue: UInt64) { self.rawValue = rawValue }
    /// The key of a signed number: an integer primary key or a sequence number.
    @inlinable public init(_ number: Int64) { rawValue = UInt64(bitPattern: number) ^ (1 << 63) }
    /// The key of one slot of a cluster.
    @inlinable public init(cluster: UInt64, slot: Int) { rawValue = cluster << 6 | UInt64(truncatingIfNeeded: slot) }

    /// The signed number behind the key.
    @inlinable public var number: Int64 { Int64(bitPattern: rawValue ^ (1 << 63)) }
    /// The number of the cluster that holds the object.
    @inlinable public var cluster: UInt64 { rawValue >> 6 }
    /// The place within the cluster, 0 to 63.
    @inlinable public var slot: Int { Int(truncatingIfNeeded: rawValue & 63) }
    /// The bit of the slot in a cluster's masks.
    @inlinable public var bit: UInt64 { 1 << (rawValue & 63) }

    /// Orders by number.
    @inlinable public static func < (a: ObjectKey, b: ObjectKey) -> Bool { a.rawValue < b.rawValue }
}

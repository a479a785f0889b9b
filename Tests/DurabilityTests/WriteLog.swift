import CPowerLoss
import Foundation

/// What was written to a file and when it was made durable, as the calls below LMDB showed it.
struct WriteLog {
    /// A page that was written.
    struct Write {
        let offset: Int
        let bytes: [UInt8]
        let isDurable: Bool
    }
    enum Event {
        case write(Write)
        case sync
        /// A commit returned.
        case returned(Int)
    }
    private(set) var events: [Event] = []

    /// Records what a closure does to a file, which exists already.
    init(of path: String, _ body: ((Int) -> Void) throws -> Void) throws {
        var status = stat()
        guard stat(path, &status) == 0 else { throw CocoaError(.fileNoSuchFile) }
        power_loss_begin(UInt64(status.st_dev), UInt64(status.st_ino))
        defer { power_loss_end() }
        try body { power_loss_mark(Int64($0)) }
        for index in 0..<power_loss_count() { append(power_loss_event_at(index)) }
    }

    /// A disk keeps sectors, not calls: what one call wrote is taken apart into pages.
    private mutating func append(_ event: power_loss_event) {
        switch event.kind {
        case Int32(POWER_LOSS_SYNC.rawValue): events.append(.sync)
        case Int32(POWER_LOSS_MARK.rawValue): events.append(.returned(Int(event.offset)))
        default:
            let bytes = Array(UnsafeBufferPointer(start: event.bytes, count: Int(event.count)))
            for start in stride(from: 0, to: bytes.count, by: 4096) {
                let page = Array(bytes[start..<min(start + 4096, bytes.count)])
                let write = Write(offset: Int(event.offset) + start, bytes: page, isDurable: event.is_durable != 0)
                events.append(.write(write))
            }
        }
    }
}

/// A file that the power may have left.
struct SurvivingImage {
    /// The bytes known to be on the disk.
    private(set) var durable: [UInt8] = []
    /// What has been written since the last sync, in order.
    private(set) var pending: [WriteLog.Write] = []

    init(_ initial: [UInt8]) { durable = initial }

    mutating func apply(_ event: WriteLog.Event) {
        switch event {
        case .write(let write) where write.isDurable:
            Self.apply(write, to: &durable)
            // A later state of the same page must not be undone by an earlier one that is still pending.
            pending.removeAll { $0.offset == write.offset && $0.bytes.count <= write.bytes.count }
        case .write(let write): pending.append(write)
        case .sync:
            for write in pending { Self.apply(write, to: &durable) }
            pending = []
        case .returned: break
        }
    }

    /// The bytes when only some of the pending writes arrived.
    func bytes(with survivors: (Int) -> Bool) -> [UInt8] {
        var bytes = durable
        for (index, write) in pending.enumerated() where survivors(index) { Self.apply(write, to: &bytes) }
        return bytes
    }

    private static func apply(_ write: WriteLog.Write, to bytes: inout [UInt8]) {
        let end = write.offset + write.bytes.count
        if bytes.count < end { bytes += [UInt8](repeating: 0, count: end - bytes.count) }
        bytes.replaceSubrange(write.offset..<end, with: write.bytes)
    }
}

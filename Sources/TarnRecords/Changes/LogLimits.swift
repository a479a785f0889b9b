/// How much of the change log is kept. Each limit may be passed by a quarter before the log is cut back to it: touching
/// the far end of the log costs a page, which most commits should not pay.
///
/// Whatever the limits, the record of the newest commit is kept.
package struct LogLimits: Sendable, Equatable {
    /// How many records; nil for any number.
    package var maximumRecords: UInt64?
    /// How many bytes all records take together; nil for any number.
    package var maximumBytes: UInt64?
    /// How old a record may be, in milliseconds; nil for any age.
    package var maximumAge: UInt64?

    package init(
        maximumRecords: UInt64? = 1024, maximumBytes: UInt64? = 64 << 20, maximumAge: UInt64? = nil
    ) {
        self.maximumRecords = maximumRecords
        self.maximumBytes = maximumBytes
        self.maximumAge = maximumAge
    }

    /// Records removed in one commit at most. After a limit was lowered, several commits share the work.
    package static let largestCut = 4096

    /// Whether the log is past a limit.
    ///
    /// - Parameters:
    ///   - state: The counters of the log.
    ///   - share: The part of each limit by which it may be passed, as a divisor; nil when it may not be.
    func areExceeded(by state: StateRecord, sparing share: UInt64?) -> Bool {
        let records = state.version - min(state.oldestRecord, state.version) + 1
        return [(records, maximumRecords), (state.logByteCount, maximumBytes), (state.logAge, maximumAge)]
            .contains { value, limit in
                guard let limit, value > limit else { return false }
                return share.map { value - limit > limit / $0 } ?? true
            }
    }
}

internal import TarnRecords

extension Store {
    /// How much of its history a store keeps. Whichever limit is reached first counts; the newest commit is always
    /// kept.
    ///
    /// Each commit keeps to the limits of the store that makes it, so stores on one file should agree. A limit may be
    /// passed by a quarter before the oldest commits go. Ages are told by the clocks of those who commit: a wrong clock
    /// makes commits go too early or too late, and whoever had not read them is told (H6).
    public struct HistoryLimits: Sendable, Hashable {
        /// How many commits; nil for any number.
        public let commits: Int?
        /// How many bytes their records take together; nil for any number.
        public let bytes: Int?
        /// How long ago; nil for ever.
        public let age: Duration?

        /// Limits by number, size and age. Traps when one is negative (H8).
        public init(commits: Int? = 1024, bytes: Int? = 64 << 20, age: Duration? = nil) {
            precondition(
                commits ?? 0 >= 0 && bytes ?? 0 >= 0 && age ?? .zero >= .zero,
                "H8: a limit of the history cannot be negative")
            self.commits = commits
            self.bytes = bytes
            self.age = age
        }

        /// Every commit is kept for ever.
        public static let unlimited = HistoryLimits(commits: nil, bytes: nil, age: nil)

        var log: LogLimits {
            LogLimits(
                maximumRecords: commits.map { UInt64($0) }, maximumBytes: bytes.map { UInt64($0) },
                maximumAge: age.map { $0.milliseconds })
        }
    }
}

extension Duration {
    /// Whole milliseconds of a duration that is not negative.
    fileprivate var milliseconds: UInt64 {
        let (seconds, fraction) = components
        let (whole, isTooMuch) = UInt64(seconds).multipliedReportingOverflow(by: 1000)
        let rest = UInt64(fraction / 1_000_000_000_000_000)
        return isTooMuch || whole > .max - rest ? .max : whole + rest
    }
}

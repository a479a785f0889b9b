internal import Tarn

/// Held versions in words and as JSON.
enum PinnedText {
    /// The oldest of several, in one line.
    static func oldest(_ pinned: [PinnedVersion]) -> String {
        guard let oldest = pinned.first else { return "none" }
        return "\(name(oldest)), \(behind(oldest)), by \(oldest.holder), keeps \(Figures.size(oldest.byteCount))"
    }

    /// The version, or the commit where only that is known.
    static func name(_ pinned: PinnedVersion) -> String {
        if let version = pinned.version { return Figures.count(Int(clamping: version)) }
        return "commit " + Figures.count(Int(clamping: pinned.commit))
    }

    private static func behind(_ pinned: PinnedVersion) -> String {
        pinned.commitsBehind == 0 ? "the newest" : Figures.count(pinned.commitsBehind, "commit") + " behind"
    }

    static func json(_ pinned: PinnedVersion) -> JSONText {
        .object([
            ("holder", .string(pinned.holder)),
            ("processID", .integer(Int(pinned.processID))),
            ("version", pinned.version.map { .integer(Int(clamping: $0)) } ?? .null),
            ("commit", .integer(Int(clamping: pinned.commit))),
            ("commitsBehind", .integer(pinned.commitsBehind)),
            ("pageCount", .integer(pinned.pageCount)),
            ("byteCount", .integer(pinned.byteCount)),
        ])
    }
}

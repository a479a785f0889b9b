/// A place in the history of a store: everything up to one commit.
///
/// It is a value to keep, as text or by `Codable`, and to give to ``Store/history(since:limit:)`` later, in this
/// process or another. It names the store and the commit, so that a file that was replaced is noticed (H2).
public struct HistoryToken: Sendable, Hashable {
    let storeID: [UInt8]
    /// The number of the commit.
    public let version: UInt64
    /// Tells the commit from one with the same number in a copy that went another way.
    let mark: UInt64

    init(storeID: [UInt8], version: UInt64, mark: UInt64) {
        self.storeID = storeID
        self.version = version
        self.mark = mark
    }
}

extension HistoryToken: LosslessStringConvertible {
    /// The token as text of letters, digits and dots.
    public var description: String {
        let store = storeID.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
        return "\(store).\(version).\(String(mark, radix: 16))"
    }

    /// Reads what ``description`` wrote; nil for anything else.
    public init?(_ description: String) {
        let parts = description.split(separator: ".", omittingEmptySubsequences: false)
        guard parts.count == 3, let version = UInt64(parts[1]), let mark = UInt64(parts[2], radix: 16) else {
            return nil
        }
        let digits = Array(parts[0])
        var storeID: [UInt8] = []
        for place in stride(from: 0, to: digits.count - 1, by: 2) {
            guard let byte = UInt8(String(digits[place...place + 1]), radix: 16) else { return nil }
            storeID.append(byte)
        }
        guard storeID.count == 16 else { return nil }
        self.init(storeID: storeID, version: version, mark: mark)
        if self.description != description { return nil }
    }
}

extension HistoryToken: Codable {
    /// Reads the token from its text.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        guard let token = HistoryToken(try container.decode(String.self)) else {
            throw DecodingError.dataCorruptedError(in: container, debugDescription: "the text is no history token")
        }
        self = token
    }

    /// Writes the token as text.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(description)
    }
}

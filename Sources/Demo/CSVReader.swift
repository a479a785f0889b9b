/// The rows of a text of comma-separated values: quoted fields, doubled quotes, and either kind of line end.
struct CSVReader {
    /// A place where the text does not follow the rules of the format.
    struct Failure: Error, Equatable, CustomStringConvertible {
        let line: Int
        let message: String

        var description: String { "line \(line): \(message)" }
    }

    private enum Ending {
        case field, row, text
    }

    private let bytes: [UInt8]
    private var index = 0
    private var line = 1

    /// Reads UTF-8 text; a byte order mark at its beginning is passed over.
    init(_ bytes: [UInt8]) {
        self.bytes = bytes
        if bytes.starts(with: [0xef, 0xbb, 0xbf]) { index = 3 }
    }

    /// The fields of the next row, or nil after the last one. Empty lines are no rows.
    mutating func next() throws(Failure) -> [String]? {
        while index < bytes.count {
            var fields: [String] = []
            var ending = Ending.field
            while ending == .field {
                let (field, end) =
                    bytes.indices.contains(index) && bytes[index] == UInt8(ascii: "\"")
                    ? try quotedField() : try plainField()
                fields.append(field)
                ending = end
            }
            if fields != [""] { return fields }
        }
        return nil
    }

    private mutating func plainField() throws(Failure) -> (String, Ending) {
        let start = index
        while index < bytes.count, !isEnd(bytes[index]) {
            if bytes[index] == UInt8(ascii: "\"") { throw Failure(line: line, message: "a quote inside a plain field") }
            index += 1
        }
        return (String(decoding: bytes[start..<index], as: UTF8.self), ending())
    }

    private mutating func quotedField() throws(Failure) -> (String, Ending) {
        let firstLine = line
        var field: [UInt8] = []
        index += 1
        while index < bytes.count {
            let byte = bytes[index]
            index += 1
            if byte == UInt8(ascii: "\"") {
                guard index < bytes.count, bytes[index] == byte else {
                    guard index == bytes.count || isEnd(bytes[index]) else {
                        throw Failure(line: line, message: "text after a quoted field")
                    }
                    return (String(decoding: field, as: UTF8.self), ending())
                }
                index += 1
            } else if byte == UInt8(ascii: "\n") {
                line += 1
            }
            field.append(byte)
        }
        throw Failure(line: firstLine, message: "a quoted field has no end")
    }

    private func isEnd(_ byte: UInt8) -> Bool {
        byte == UInt8(ascii: ",") || byte == UInt8(ascii: "\n") || byte == UInt8(ascii: "\r")
    }

    /// Passes over the comma or line end behind a field.
    private mutating func ending() -> Ending {
        guard index < bytes.count else { return .text }
        if bytes[index] == UInt8(ascii: ",") {
            index += 1
            return .field
        }
        if bytes[index] == UInt8(ascii: "\r") { index += 1 }
        if index < bytes.count, bytes[index] == UInt8(ascii: "\n") { index += 1 }
        line += 1
        return .row
    }
}

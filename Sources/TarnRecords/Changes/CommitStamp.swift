/// Who made a commit, and when.
package struct CommitStamp: Sendable, Equatable {
    /// The tag that the program gave to the write.
    package var author: String?
    /// Milliseconds since 1970, by the clock of whoever committed. Stored times never go backwards, so a clock that is
    /// put back shows in the log as standing still.
    package var time: Int64

    package init(author: String? = nil, time: Int64) {
        self.author = author
        self.time = time
    }

    func encode(into writer: inout ByteWriter) {
        writer.write(author == nil ? 0 : 1 as UInt8)
        writer.write(time)
        if let author { writer.write(text: author) }
    }

    init(from reader: inout ByteReader) throws(ByteReader.Malformed) {
        let flags = try reader.readByte()
        guard flags < 2 else { throw ByteReader.Malformed(position: 0) }
        time = try reader.read(Int64.self)
        author = flags == 1 ? try reader.readText() : nil
    }
}

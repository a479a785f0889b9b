import TarnLMDB
import Testing

@Suite struct StoringTests {
    let folder: TemporaryFolder
    let environment: Environment
    let database: Database

    init() throws {
        folder = try TemporaryFolder()
        environment = try folder.open()
        database = try environment.openDatabase(named: "a")
    }

    @Test func aModeSaysWhenAValueIsStored() throws {
        var write = try environment.beginWrite()
        #expect(try write.put("1", for: "b", in: database) == true)
        #expect(try write.put("2", for: "b", in: database, mode: .ifKeyIsNew) == false)
        #expect(try write.put("3", for: "b", in: database) == true)
        #expect(try write.put("4", for: "a", in: database, mode: .append) == false)
        #expect(try write.put("5", for: "c", in: database, mode: .append) == true)
        #expect(try write.texts(in: database) == ["b=3", "c=5"])
    }

    @Test func keysAreOneTo511BytesLong() throws {
        var write = try environment.beginWrite()
        let (longest, tooLong) = ([UInt8](repeating: 1, count: 511), [UInt8](repeating: 1, count: 512))
        #expect(try write.put("v", for: longest, in: database) == true)
        #expect(code { try write.put("v", for: tooLong, in: database) } == .keyTooLongOrEmpty)
        #expect(code { try write.put("v", for: "", in: database) } == .keyTooLongOrEmpty)
        #expect(code { _ = try write.value(for: "", in: database) } == .keyTooLongOrEmpty)
        try write.commit()
        #expect(try environment.beginRead().text("", orLong: longest, in: database) == "v")
    }

    @Test(arguments: [0, 1, 511, 2000, 4096, 1 << 20, 64 << 20])
    func valuesMayHaveAnyLength(length: Int) throws {
        let value = [UInt8](repeating: 0xA5, count: length)
        var write = try environment.beginWrite()
        try write.put(value, for: "k", in: database)
        try write.commit()
        #expect(try environment.beginRead().value(for: "k", in: database) == value)
    }

    @Test func bytesMayBeArraysSlicesStringsSpansAndIntegers() throws {
        var write = try environment.beginWrite()
        let array: [UInt8] = [1, 2, 3, 4]
        try write.put(array, for: array[1...], in: database)
        try write.put(array.span, for: "text", in: database)
        try write.put(7 as UInt64, for: array.span, in: database)
        #expect(try write.value(for: [2, 3, 4] as [UInt8], in: database) == array)
        #expect(try write.value(for: "text", in: database) == array)
        #expect(try write.withValue(for: array, in: database) { UInt64(nativeBytes: $0) } == 7)
    }

    @Test func reservedRoomIsClearedAndFilledInPlace() throws {
        var write = try environment.beginWrite()
        try write.reserve(10_000, for: "k", in: database) { room in
            for index in 0..<100 { room[index] = UInt8(index) }
        }
        try write.commit()
        let value = try environment.beginRead().value(for: "k", in: database)
        #expect(value == (0..<100).map { UInt8($0) } + [UInt8](repeating: 0, count: 9900))
        let many = try environment.openDatabase(named: "many", options: .init(duplicates: .sorted))
        var second = try environment.beginWrite()
        #expect(code { try second.reserve(8, for: "k", in: many) { _ in } } == .incompatible)
    }

    @Test func deletingSaysWhetherSomethingWasThere() throws {
        var write = try environment.beginWrite()
        try write.put("v", for: "k", in: database)
        #expect(try write.delete("k", in: database) == true)
        #expect(try write.delete("k", in: database) == false)
        try write.put("v", for: "k", in: database)
        try write.removeAll(in: database)
        #expect(try write.count(of: database) == 0)
    }

    @Test func aKeyMayHaveManySortedValues() throws {
        let many = try environment.openDatabase(named: "many", options: .init(duplicates: .sorted))
        var write = try environment.beginWrite()
        for value in ["c", "a", "b", "a"] { try write.put(value, for: "k", in: many) }
        #expect(try write.put("a", for: "k", in: many, mode: .ifPairIsNew) == false)
        #expect(try write.put("b", for: "k", in: many, mode: .appendDuplicate) == false)
        #expect(try write.put("d", for: "k", in: many, mode: .appendDuplicate) == true)
        #expect(try write.delete("k", value: "b", in: many) == true)
        #expect(try write.delete("k", value: "x", in: many) == false)
        #expect(try write.texts(in: many) == ["k=a", "k=c", "k=d"])
        #expect(try write.count(of: many) == 3)
        #expect(code { try write.put([UInt8](repeating: 1, count: 512), for: "k", in: many) } == .keyTooLongOrEmpty)
        #expect(try write.delete("k", in: many) == true)
        #expect(try write.count(of: many) == 0)
    }

    @Test func manyPackedValuesAreStoredInOneCall() throws {
        let packed = try environment.openDatabase(named: "packed", options: .init(duplicates: .fixedSize(2)))
        var write = try environment.beginWrite()
        let values = (0..<5000).flatMap { [UInt8($0 >> 8), UInt8($0 & 255)] }
        #expect(try write.putMultiple(values, for: "k", in: packed) == 5000)
        #expect(try write.putMultiple([] as [UInt8], for: "k", in: packed) == 0)
        #expect(try write.count(of: packed) == 5000)
        #expect(code { try write.putMultiple([1, 2, 3] as [UInt8], for: "k", in: packed) } == .keyTooLongOrEmpty)
        #expect(code { try write.putMultiple([1, 2] as [UInt8], for: "k", in: database) } == .incompatible)
        try write.commit()
        var pages: [UInt8] = []
        let read = try environment.beginRead()
        try read.withCursor(in: packed) { (cursor: inout ReadCursor) throws in
            #expect(try cursor.move(to: "k") == true)
            try cursor.forEachPageOfDuplicates { page in for index in page.indices { pages.append(page[index]) } }
        }
        #expect(pages == values)
    }
}

extension Transaction where Self: ~Copyable {
    /// The value of a long key as text.
    fileprivate func text(_ text: String, orLong key: [UInt8], in database: Database) throws -> String? {
        try value(for: key, in: database).map { String(decoding: $0, as: UTF8.self) }
    }
}

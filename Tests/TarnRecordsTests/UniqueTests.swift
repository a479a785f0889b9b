import Testing

@testable import TarnRecords

/// Unique values as the record layer keeps and checks them.
@Suite struct UniqueTests {
    private func file() throws -> RecordFile {
        try RecordFile([
            ObjectSchema(
                name: "Member",
                properties: [
                    PropertySchema(name: "mail", kind: .string, isUnique: true),
                    PropertySchema(name: "row", kind: .int32, isOptional: true),
                    PropertySchema(name: "place", kind: .data),
                ], uniqueKeys: [["row", "place"]])
        ])
    }

    private func make(_ session: RecordSession, _ table: Table, _ values: [StoredValue]) throws {
        try session.make(table, session.nextKey(table), values)
    }

    private func faults(_ file: RecordFile) throws -> [String] {
        try file.read { session in
            var verification = Verification(session) { _, _ in }
            verification.run()
            return verification.faults.map { "\($0.tree) \($0.key): \($0.message)" }
        }
    }

    // U1
    @Test func keysAreTheSameForTheSameValuesOnly() throws {
        let table = try file().table
        let rule = try #require(table.uniqueRules.last)
        func key(_ row: Int64, _ place: [UInt8]) -> [UInt8]? { rule.key([.integer(row), .bytes(place)], table) }
        let long = [UInt8](repeating: 7, count: 3000)
        let keys = [
            key(1, []), key(1, [0]), key(1, [0, 0]), key(-1, []), key(1, long), key(1, long + [7]), key(2, long),
        ]
        #expect(Set(keys).count == keys.count && !keys.contains(nil))
        #expect(keys.allSatisfy { ($0?.count ?? 0) <= KeyCoding.maximumByteCount })
        #expect(key(1, long) == key(1, long) && rule.key([.null, .bytes([1])], table) == nil)
        #expect(rule.number == 0xF000 && table.uniqueRules.first?.number == 0)
    }

    // U1
    @Test func aWriteThatEndsWithADuplicateThrows() throws {
        let file = try file()
        let table = file.table
        try file.write { session in try make(session, table, [.string("a"), .integer(1), .bytes([1])]) }
        let error = #expect(throws: RecordError.self) {
            try file.write { session in try make(session, table, [.string("b"), .integer(1), .bytes([1])]) }
        }
        #expect(error?.code == .duplicateValue && error?.key == "Member.(row, place)")
        #expect(try faults(file).isEmpty)
    }

    @Test func verificationFindsEntriesThatAreMissingOrTooMany() throws {
        let file = try file()
        let table = file.table
        try file.write { session in
            try make(session, table, [.string("a"), .integer(1), .bytes([1])])
            try make(session, table, [.string("b"), .null, .bytes([1])])
        }
        let rule = table.uniqueRules[0]
        let key = try #require(rule.key([.string("a")], table))
        try file.change { session in try session.removeUnique(key, table, rule) }
        #expect(
            try faults(file) == [
                "keys Member.mail: object 0 is not found by its value",
                "keys all: Member.mail has 1 entries for 2 objects",
            ])
        try file.change { session in
            _ = try session.putUnique(UniqueEntry(key: key, object: ObjectKey(0)), table, rule)
            _ = try session.putUnique(UniqueEntry(key: key + [9], object: ObjectKey(0)), table, rule)
        }
        #expect(try faults(file) == ["keys all: Member.mail has 3 entries for 2 objects"])
        let stray = UniqueRule(number: 0xF007, columns: [0])
        try file.change { session in
            try session.removeUnique(key + [9], table, rule)
            _ = try session.putUnique(UniqueEntry(key: key, object: ObjectKey(0)), table, stray)
        }
        #expect(try faults(file).contains { $0.contains("is that of no unique key") })
    }

    @Test func anEntryOfTheWrongLengthIsAnError() throws {
        let file = try file()
        let table = file.table
        let rule = table.uniqueRules[0]
        let key = try #require(rule.key([.string("a")], table))
        try file.change { session in
            try session.put([1, 2, 3], for: .index(table.id, rule.number, key), in: session.trees.keys)
        }
        let error = #expect(throws: RecordError.self) {
            try file.read { session in try session.object(table, rule, [.string("a")]) }
        }
        #expect(error?.code == .corrupt && error?.tree == "keys")
        #expect(try !faults(file).isEmpty)
    }
}

import Testing

@testable import TarnRecords

@Suite struct PlanTests {
    /// 20,000 objects: `group` has 50 values, `number` as many as objects, `text` few, `free` has no index.
    private static func file() throws -> RecordFile {
        let file = try RecordFile([
            ObjectSchema(
                name: "Item",
                properties: [
                    .init(name: "group", kind: .int64, isIndexed: true),
                    .init(name: "number", kind: .double, isOptional: true, isIndexed: true),
                    .init(name: "text", kind: .string, isIndexed: true), .init(name: "free", kind: .int32),
                ])
        ])
        try file.write { (session) throws in
            for number in 0..<20_000 {
                let mixed = number * 7919 % 20_000
                try session.make(
                    file.table, ObjectKey(Int64(number)),
                    [
                        .integer(Int64(number % 50)), mixed == 5 ? .null : .double(mixed == 6 ? .nan : Double(mixed)),
                        .string("text \(number % 200)"), .integer(Int64(mixed % 1000)),
                    ])
            }
        }
        return file
    }

    private func query(_ file: RecordFile, _ steps: RecordQuery.Step...) -> RecordQuery {
        RecordQuery(table: file.table, steps: steps)
    }

    @Test func anIndexIsUsedWhenItTouchesFewObjects() throws {
        let file = try Self.file()
        try file.read { (session) throws in
            let few = try session.plan(query(file, .filter(.compare(column: 0, .equal, .integer(7)))))
            #expect(few.access == .index(column: 0, ranges: 1) && few.estimatedRows == 400 && few.residual == nil)
            let many = try session.plan(query(file, .filter(.compare(column: 0, .less, .integer(40)))))
            #expect(many.access == .table && many.residual != nil)
            let free = try session.plan(query(file, .filter(.compare(column: 3, .equal, .integer(7)))))
            #expect(free.access == .table)
        }
    }

    @Test func theMoreSelectiveIndexIsChosen() throws {
        let file = try Self.file()
        try file.read { (session) throws in
            let filter = Filter.and([
                .compare(column: 0, .equal, .integer(7)), .compare(column: 1, .greater, .double(10)),
                .compare(column: 1, .lessOrEqual, .double(20)),
            ])
            let plan = try session.plan(query(file, .filter(filter)))
            #expect(plan.access == .index(column: 1, ranges: 1) && plan.estimatedRows == 10 && plan.residual == filter)
        }
    }

    @Test func listsAndPrefixesBecomeRanges() throws {
        let file = try Self.file()
        try file.read { (session) throws in
            let list = try session.plan(
                query(file, .filter(.isIn(column: 0, [.integer(3), .integer(1), .integer(3)]))))
            #expect(list.access == .index(column: 0, ranges: 2) && list.estimatedRows == 800)
            let prefix = try session.plan(query(file, .filter(.text(column: 2, .beginsWith, "text 19", []))))
            #expect(prefix.access == .index(column: 2, ranges: 1) && prefix.estimatedRows == 1100)
            let folded = try session.plan(
                query(file, .filter(.text(column: 2, .beginsWith, "text 19", .caseInsensitive))))
            #expect(folded.access == .table)
        }
    }

    @Test func theFirstInTheOrderOfAnIndexAreReadFromIt() throws {
        let file = try Self.file()
        try file.read { (session) throws in
            for ascending in [true, false] {
                let order = RecordQuery.Step.sort([SortKey(column: 0, ascending: ascending)])
                let limited = query(file, order, .limit(count: 700, offset: 10))
                #expect(try session.plan(limited).sortMethod == .indexOrder)
                let all = try session.run(query(file, order))
                #expect(try session.run(limited) == all.limited(count: 700, offset: 10))  // Q5
            }
            let within = query(
                file, .filter(.compare(column: 1, .less, .double(300))), .sort([SortKey(column: 1, ascending: false)]),
                .limit(count: 3, offset: 0))
            #expect(try session.plan(within).sortMethod == .indexOrder)
            let found = try session.run(within)
            #expect(try session.value(file.table, found.key(at: 0), 1) == .double(299))
        }
    }

    @Test func aFewOfManyAreKeptWithoutSortingAll() throws {
        let file = try Self.file()
        try file.read { (session) throws in
            let orders: [[SortKey]] = [
                [SortKey(column: 3)], [SortKey(column: 3, ascending: false)], [SortKey(column: 2)],
                [SortKey(column: 3), SortKey(column: 1, ascending: false)], [SortKey(column: 1), SortKey(column: 3)],
                [SortKey(column: 2, ascending: false), SortKey(column: 3), SortKey(column: 0)],
                [SortKey(column: 1, ascending: false), SortKey(column: 2)],
            ]
            for order in orders {
                for filter: Filter in [.constant(true), .compare(column: 3, .less, .integer(700))] {
                    let limited = query(file, .filter(filter), .sort(order), .limit(count: 90, offset: 20))
                    #expect(try session.plan(limited).sortMethod == .top)
                    let all = try session.run(query(file, .filter(filter), .sort(order)))
                    #expect(try session.run(limited) == all.limited(count: 90, offset: 20), "\(order)")
                }
            }
        }
    }

    @Test func countsComeFromTheIndexAlone() throws {
        let file = try Self.file()
        try file.read { (session) throws in
            #expect(try session.count(query(file)) == 20_000)
            #expect(
                try session.count(query(file, .filter(.compare(column: 0, .greaterOrEqual, .integer(10))))) == 16_000)
            #expect(try session.count(query(file, .filter(.compare(column: 1, .less, .double(100))))) == 98)
            #expect(try session.count(query(file, .filter(.compare(column: 1, .equal, .null)))) == 1)
            #expect(try session.count(query(file, .filter(.constant(true)), .limit(count: nil, offset: 19_990))) == 10)
        }
    }

    @Test func aPlanSpeaksInTheNamesOfTheType() throws {
        let file = try Self.file()
        try file.read { (session) throws in
            let plan = try session.plan(
                query(
                    file,
                    .filter(.and([.compare(column: 0, .equal, .integer(7)), .compare(column: 3, .less, .integer(5))])),
                    .sort([SortKey(column: 3, ascending: false)]), .distinct([2]), .limit(count: 3, offset: 1)))
            #expect(
                plan.description
                    == "index on Item.group, one range, 400 objects; test (group == 7 AND free < 5); "
                    + "sort by free descending by radix sort; distinct by text; at most 3 after the first 1")
        }
    }
}

import Testing

@testable import TarnRecords

/// Which way a condition on related objects is gone about, and what the plan says of it.
@Suite struct RelatedPlanTests {
    private static let schemas = [
        ObjectSchema(
            name: "Dog",
            properties: [
                .init(name: "name", kind: .string, isIndexed: true),
                .init(name: "owner", kind: .link, linkTarget: "Owner"),
                .init(name: "numbers", kind: .list, element: .init(kind: .int64)),
            ]),
        ObjectSchema(
            name: "Owner",
            properties: [
                .init(name: "age", kind: .int64, isIndexed: true), .init(name: "city", kind: .int64),
                .init(name: "dogs", kind: .list, element: .init(kind: .link), linkTarget: "Dog"),
            ]),
    ]

    private func filled() throws -> RecordFile {
        let file = try RecordFile(Self.schemas)
        let (dogs, owners) = (file.catalogue.tables[0], file.catalogue.tables[1])
        try file.write { session in
            for number in 0..<1000 {
                let writer = try session.makeObject(owners, ObjectKey(Int64(number)))
                _ = try writer.set(.integer(Int64(number)), 0)
                _ = try writer.set(.integer(Int64(number % 2)), 1)
            }
            for number in 0..<4000 {
                let key = ObjectKey(Int64(number))
                let writer = try session.makeObject(dogs, key)
                _ = try writer.set(.string("dog \(number % 2000)"), 0)
                _ = try writer.set(.link(ObjectKey(Int64(number % 1000))), 1)
                let place = CollectionPlace(table: owners, object: ObjectKey(Int64(number % 1000)), column: 2)
                try session.replace(0..<0, with: [.link(key)], in: place)
            }
        }
        return file
    }

    private func plan(_ file: RecordFile, _ table: Int, _ filter: Filter) throws -> String {
        let query = RecordQuery(table: file.catalogue.tables[table], steps: [.filter(filter)])
        return try file.read { try $0.plan(query).description }
    }

    @Test func aPlanSaysHowRelatedObjectsAreFound() throws {
        let file = try filled()
        // Few pass: their sources are found by the links backwards, and nothing is scanned.
        let rare = Filter.related(.link(column: 1), .any, .compare(column: 0, .equal, .integer(7)))
        #expect(
            try plan(file, 0, rare)
                == "walk Dog.owner back from the 1 objects of Owner that pass "
                + "(index on Owner.age, one range, 1 objects), 4 objects of Dog")
        // Many pass: every link is looked up among them.
        let common = Filter.related(.link(column: 1), .any, .compare(column: 1, .equal, .integer(1)))
        #expect(
            try plan(file, 0, common)
                == "scan of all 4000 objects of Dog; test ANY owner (city == 1); "
                + "look Dog.owner up among the 500 objects of Owner that pass (scan of all 1000 objects of Owner)")
        // An index leaves few objects: their owners are looked at one by one.
        let both = Filter.and([.compare(column: 0, .equal, .string("dog 5")), common])
        #expect(
            try plan(file, 0, both)
                == "index on Dog.name, one range, 2 objects; test (name == \"dog 5\" AND ANY owner (city == 1)); "
                + "follow Dog.owner from one object after the other")
        let back = Filter.related(.inverse(table: 0, column: 1), .any, .compare(column: 0, .equal, .string("dog 3")))
        #expect(
            try plan(file, 1, back)
                == "walk @links.Dog.owner back from the 2 objects of Dog that pass "
                + "(index on Dog.name, one range, 2 objects), 1 objects of Owner")
        #expect(
            try plan(file, 1, .relatedCount(.elements(column: 2), nil, .greater, 3))
                == "scan of all 1000 objects of Owner; test dogs.@count > 3")
    }

    @Test func everyWayFindsTheSame() throws {  // ANY, ALL, NONE of section 6
        let file = try filled()
        let (dogs, owners) = (file.catalogue.tables[0], file.catalogue.tables[1])
        try file.read { (session) throws in
            func count(_ table: Table, _ filter: Filter) throws -> Int {
                try session.count(RecordQuery(table: table, steps: [.filter(filter)]))
            }
            let young = Filter.compare(column: 0, .less, .integer(10))
            #expect(try count(dogs, .related(.link(column: 1), .any, young)) == 40)
            #expect(try count(dogs, .related(.link(column: 1), .all, young)) == 40)
            #expect(try count(dogs, .related(.link(column: 1), .none, young)) == 3960)
            let named = Filter.compare(column: 0, .equal, .string("dog 7"))
            #expect(try count(owners, .related(.elements(column: 2), .any, named)) == 1)
            #expect(try count(owners, .related(.elements(column: 2), .none, named)) == 999)
            #expect(try count(owners, .related(.elements(column: 2), .all, named)) == 0)
            #expect(try count(owners, .related(.inverse(table: 0, column: 1), .any, named)) == 1)
            #expect(try count(owners, .relatedCount(.inverse(table: 0, column: 1), nil, .equal, 4)) == 1000)
            #expect(try count(dogs, .related(.elements(column: 2), .all, .constant(false))) == 4000)
            #expect(try count(dogs, .related(.elements(column: 2), .any, .constant(true))) == 0)
            #expect(try count(dogs, .related(.elements(column: 2), .none, .constant(true))) == 4000)
        }
    }

    @Test func aConditionThatIsTooDeepIsRefused() throws {
        let file = try filled()
        var filter = Filter.compare(column: 0, .equal, .string("a"))
        for _ in 0..<Filter.maximumDepth - 1 { filter = .not(filter) }
        try file.read { (session) throws in
            _ = try session.count(RecordQuery(table: file.table, steps: [.filter(filter)]))
            for _ in 0..<20_000 { filter = .or([filter]) }
            let query = RecordQuery(table: file.table, steps: [.filter(filter)])
            for body in [
                { _ = try session.run(query) }, { _ = try session.count(query) }, { _ = try session.plan(query) },
                { _ = try session.sum(query, 0) }, { _ = try LiveQuery(query, session) },
            ] as [() throws -> Void] {
                #expect { try body() } throws: { error in
                    (error as? RecordError)?.code == .invalidValue
                        && (error as? RecordError)?.message.contains("nested more than 200 levels") == true
                }
            }
            #expect(filter.depth == 20_200)
        }
    }
}

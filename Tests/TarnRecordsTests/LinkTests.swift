import Testing

@testable import TarnRecords

@Suite struct LinkTests {
    private static let owner = ObjectSchema(
        name: "Owner", properties: [.init(name: "id", kind: .int64, isPrimaryKey: true)])
    private static let dog = ObjectSchema(
        name: "Dog",
        properties: [
            .init(name: "owner", kind: .link, linkTarget: "Owner"),
            .init(name: "friend", kind: .link, linkTarget: "Dog"),
        ])

    @Test func deletingTheTargetSetsItsLinksToNil() throws {  // O3
        let file = try RecordFile([Self.owner, Self.dog])
        let (owners, dogs) = (file.catalogue.tables[0], file.catalogue.tables[1])
        try file.write { (session) throws in
            for number in 0..<3 { try session.make(owners, ObjectKey(Int64(number)), [.integer(Int64(number))]) }
            for number in 0..<200 {
                let links: [StoredValue] = [
                    .link(ObjectKey(Int64(number % 3))), .link(ObjectKey(Int64(number + 1) % 200)),
                ]
                try session.make(dogs, session.nextKey(dogs), links)
            }
        }
        try file.write { (session) throws in
            #expect(try session.sources(linkingTo: ObjectKey(1), owners).count == 67)
            _ = try session.delete(owners, ObjectKey(1))
            #expect(try session.sources(linkingTo: ObjectKey(1), owners).isEmpty)
        }
        try file.read { (session) throws in
            for number in 0..<200 {
                let value = try session.value(dogs, ObjectKey(Int64(number)), 0)
                #expect(value == (number % 3 == 1 ? .null : .link(ObjectKey(Int64(number % 3)))))
            }
        }
    }

    @Test func anObjectThatLinksToItselfCanBeDeleted() throws {
        let file = try RecordFile([Self.owner, Self.dog])
        let dogs = file.catalogue.tables[1]
        let key = ObjectKey(0)
        try file.write { try $0.make(dogs, key, [.null, .link(key)]) }
        try file.write { (session) throws in
            let isDeleted = try session.delete(dogs, key)
            #expect(isDeleted)
        }
        try file.read { (session) throws in
            #expect(session.count(dogs) == 0)
            #expect(try session.sources(linkingTo: key, dogs).isEmpty)
        }
    }

    @Test func linksMadeAndUndoneInOneWriteLeaveNothingBehind() throws {
        let seed = RandomSource.seed()
        var random = RandomSource(seed: seed)
        let file = try RecordFile([Self.owner, Self.dog])
        let dogs = file.catalogue.tables[1]
        var links = [Int?](repeating: nil, count: 30)
        try file.write { (session) throws in
            for number in links.indices { try session.make(dogs, ObjectKey(Int64(number)), [.null, .null]) }
        }
        for _ in 0..<10 {
            try file.write { (session) throws in
                for _ in 0..<40 {
                    let (source, target) = (random.below(30), random.below(30))
                    links[source] = random.isOne(in: 4) ? nil : target
                    let value = links[source].map { StoredValue.link(ObjectKey(Int64($0))) } ?? .null
                    try session.change(dogs, ObjectKey(Int64(source)), 1, value)
                    if random.isOne(in: 9) { try session.flush() }
                }
            }
            try file.read { (session) throws in
                for target in 0..<30 {
                    let sources = try session.sources(linkingTo: ObjectKey(Int64(target)), dogs).map(\.object.number)
                    #expect(sources == links.indices.filter { links[$0] == target }.map { Int64($0) }, "seed \(seed)")
                }
            }
        }
    }
}

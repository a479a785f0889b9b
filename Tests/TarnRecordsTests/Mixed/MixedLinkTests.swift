import Testing

@testable import TarnRecords

@Suite struct MixedLinkTests {
    private let file: RecordFile
    private var target: Table { file.catalogue.tables[0] }
    private var holder: Table { file.catalogue.tables[1] }

    init() throws {
        let element = CollectionElement(kind: .any)
        file = try RecordFile([
            ObjectSchema(name: "Target", properties: [PropertySchema(name: "id", kind: .int64, isPrimaryKey: true)]),
            ObjectSchema(
                name: "Holder",
                properties: [
                    PropertySchema(name: "id", kind: .int64, isPrimaryKey: true),
                    PropertySchema(name: "value", kind: .any),
                    PropertySchema(name: "list", kind: .list, element: element),
                    PropertySchema(name: "set", kind: .set, element: element),
                    PropertySchema(name: "map", kind: .map, element: element),
                ]),
        ])
    }

    private func link(_ number: Int) -> MixedValue {
        .object(MixedLink(table: target.id, object: ObjectKey(Int64(number))))
    }

    private func verify(_ place: String) throws {
        try file.read { session in
            var verification = Verification(session) { _, _ in }
            verification.run()
            #expect(verification.faults.isEmpty, "\(verification.faults) \(place)")
        }
    }

    // O3
    @Test func aTargetThatGoesIsNullEverywhere() throws {
        let value: MixedValue = .map(["a": link(1), "b": .list([link(1), link(2), .string("x".repeated(300))])])
        try file.write { session in
            for number in 1...2 { try session.make(target, ObjectKey(Int64(number)), [.integer(Int64(number))]) }
            try session.make(holder, ObjectKey(1), [.integer(1), .any(value), .integer(0), .integer(0), .integer(0)])
            func place(_ column: Int) -> CollectionPlace {
                CollectionPlace(table: holder, object: ObjectKey(1), column: column)
            }
            try session.replace(0..<0, with: [.any(link(1)), .any(link(2)), .any(value)], in: place(2))
            for element in [link(1), link(2), value] { _ = try session.insert(.any(element), intoSet: place(3)) }
            try session.set(.any(link(1)), forKey: "k", in: place(4))
        }
        try verify("written")
        try file.read { session in
            let sources = try session.sources(linkingTo: ObjectKey(1), target)
            #expect(sources.map(\.column).sorted() == [1, 2, 3, 4])
            #expect(try session.sources(linkingTo: ObjectKey(2), target).map(\.column).sorted() == [1, 2, 3])
        }
        try file.write { session in
            var deletion = Deletion(session)
            try deletion.add(target, ObjectKey(1))
            try deletion.carryOut()
        }
        try verify("deleted")
        let rest: MixedValue = .map(["a": .null, "b": .list([.null, link(2), .string("x".repeated(300))])])
        try file.read { session in
            let key = ObjectKey(1)
            #expect(try session.value(holder, key, 1) == .any(rest))
            func elements(_ column: Int, _ count: Int) throws -> [StoredValue] {
                try session.elements(CollectionPlace(table: holder, object: key, column: column), 0..<count)
            }
            #expect(try elements(2, 3) == [.null, .any(link(2)), .any(rest)])
            let inSet = Set(try elements(3, 3))
            #expect(inSet == [.null, .any(link(2)), .any(rest)])
            #expect(try elements(4, 1) == [.null])
            #expect(try session.sources(linkingTo: key, target).isEmpty)
        }
        try file.write { session in
            var deletion = Deletion(session)
            try deletion.add(holder, ObjectKey(1))
            try deletion.carryOut()
        }
        try verify("the holder deleted")
        try file.read { session in
            let left = try session.sources(linkingTo: ObjectKey(2), target)
            #expect(left.isEmpty)
        }
    }

    @Test func inverseEntriesFollowRandomChanges() throws {
        let seed = RandomSource.seed()
        var random = RandomSource(seed: seed)
        var values: [Int: MixedValue] = [:]
        var targets: Set<Int> = []
        for _ in 0..<30 {
            try file.write { session in
                for _ in 0..<20 {
                    let number = random.below(6)
                    let key = ObjectKey(Int64(number))
                    var deletion = Deletion(session)
                    switch random.below(5) {
                    case 0 where !targets.contains(number):
                        try session.make(target, key, [.integer(Int64(number))])
                        targets.insert(number)
                    case 1 where targets.contains(number):
                        try deletion.add(target, key)
                        try deletion.carryOut()
                        targets.remove(number)
                        values = values.mapValues { $0.removing(MixedLink(table: target.id, object: key)) }
                    case 2 where values[number] != nil:
                        try deletion.add(holder, key)
                        try deletion.carryOut()
                        values[number] = nil
                    default:
                        let known = targets.sorted()
                        let links = (0..<random.below(4)).compactMap { _ in
                            known.isEmpty ? nil : link(random.pick(known))
                        }
                        let value: MixedValue = random.isOne(in: 3) ? .list(links) : links.first ?? .integer(1)
                        if values.updateValue(value, forKey: number) == nil {
                            let stored = StoredValue(value)
                            try session.make(
                                holder, key, [.integer(Int64(number)), stored, .integer(0), .integer(0), .integer(0)])
                        } else {
                            try session.change(holder, key, 1, StoredValue(value))
                        }
                    }
                }
            }
            try verify("seed \(seed)")
            try file.read { session in
                for (number, value) in values {
                    #expect(
                        try session.value(holder, ObjectKey(Int64(number)), 1) == StoredValue(value), "seed \(seed)")
                }
                for number in targets {
                    let expected = values.filter { $0.value.links.contains { $0.object.number == number } }.map(\.key)
                    let found = try session.sources(linkingTo: ObjectKey(Int64(number)), target).map {
                        Int($0.object.number)
                    }
                    #expect(found.sorted() == expected.sorted(), "seed \(seed)")
                }
            }
        }
    }
}

import TarnLMDB
import Testing

@testable import TarnRecords

/// Which objects count as modified through their links, against a walk of the whole graph forwards.
@Suite struct ModificationReachTests {
    private typealias Node = (table: Int, key: Int64)

    /// The links of each object by column, and the objects that were made or set since the version.
    private struct Graph {
        var links: [[Int64: [Int: Int64]]]
        var inserted: Set<String> = []
        var set: [String: Set<Int>] = [:]

        /// Notes that a column of an object was set; one that was made since is new and not modified (N4).
        mutating func note(_ node: Node, _ column: Int) {
            let name = ModificationReachTests.name(node)
            if !inserted.contains(name) { set[name, default: []].insert(column) }
        }

        func isSet(_ node: Node, _ column: Int? = nil) -> Bool {
            let columns = set[ModificationReachTests.name(node)] ?? []
            return column.map { columns.contains($0) } ?? !columns.isEmpty
        }
    }

    @Test func objectsUpToFourLevelsCount() throws {  // N10
        let seed = RandomSource.seed()
        for round in 0..<40 {
            var random = RandomSource(seed: seed &+ UInt64(round))
            try Self.compare(&random) { file, graph, changes in
                for table in file.catalogue.tables {
                    let found = try changes.modified(table, .reachable)
                    let reachable = Self.expected(table, graph) { Self.reaches($0, 3, graph, file.catalogue) }
                    #expect(found == reachable, "seed \(seed) round \(round)")
                    let own = try changes.modified(table, .own)
                    let set = Self.expected(table, graph) { graph.isSet($0) }
                    #expect(own == set, "seed \(seed) round \(round)")
                }
            }
        }
    }

    @Test func pathsCountWhereTheyLead() throws {  // N11
        let seed = RandomSource.seed()
        for round in 0..<40 {
            var random = RandomSource(seed: seed &+ UInt64(round))
            var turns = RandomSource(seed: random.next())
            try Self.compare(&random) { file, graph, changes in
                for table in file.catalogue.tables {
                    let paths = (0..<turns.below(3)).map { _ in Self.path(from: table, file.catalogue, &turns) }
                    let found = try changes.modified(table, .paths(paths))
                    let expected = Self.expected(table, graph) { node in
                        paths.contains { Self.changes(node, $0[...], graph, file.catalogue) }
                    }
                    #expect(found == expected, "seed \(seed) round \(round): \(paths)")
                }
            }
        }
    }

    @Test func aChainIsFollowedOverThreeLinksAndNoFurther() throws {  // N10
        let file = try RecordFile([
            ObjectSchema(
                name: "Link",
                properties: [
                    .init(name: "id", kind: .int64, isPrimaryKey: true), .init(name: "value", kind: .int64),
                    .init(name: "next", kind: .link, linkTarget: "Link"),
                ])
        ])
        try file.write { session in
            for number in 0..<10 as Range<Int64> {
                let next: StoredValue = number == 0 ? .null : .link(ObjectKey(number - 1))
                try session.make(file.table, ObjectKey(number), [.integer(number), .integer(0), next])
            }
        }
        let before = try file.environment.beginRead()
        let old = try file.session(before.raw)
        try file.write { try $0.change(file.table, ObjectKey(0), 1, .integer(7)) }
        let after = try file.environment.beginRead()
        let changes = try VersionChanges(from: old, to: file.session(after.raw))
        #expect(try changes.modified(file.table, .reachable) == [ObjectKey(0).cluster: 0b1111])
        #expect(try changes.modified(file.table, .paths([[2, 2, 2, 2, 2, 1]])) == [ObjectKey(0).cluster: 1 << 5])
        #expect(try changes.modified(file.table, .paths([])) == [:])
    }

    /// Makes two versions of a random graph of three types and hands out what happened between them.
    private static func compare(
        _ random: inout RandomSource, _ check: (RecordFile, Graph, VersionChanges) throws -> Void
    ) throws {
        let schemas = (0..<3).map { type in
            ObjectSchema(
                name: "T\(type)",
                properties: [
                    .init(name: "id", kind: .int64, isPrimaryKey: true), .init(name: "value", kind: .int64),
                ]
                    + (0..<random.below(3)).map {
                        .init(name: "link\($0)", kind: .link, linkTarget: "T\(random.below(3))")
                    })
        }
        let file = try RecordFile(schemas)
        var graph = Graph(links: [[:], [:], [:]])
        try file.write { session in
            for table in 0..<3 {
                for key in 0..<20 as Range<Int64> { try insert((table, key), file, session, &graph) }
            }
            for _ in 0..<60 { try link(file, session, &graph, &random) }
        }
        graph.inserted = []
        graph.set = [:]
        let before = try file.environment.beginRead()
        let old = try file.session(before.raw)
        for _ in 0...random.below(3) {
            try file.write { session in
                for _ in 0...random.below(3) { try change(file, session, &graph, &random) }
            }
        }
        let after = try file.environment.beginRead()
        try check(file, graph, VersionChanges(from: old, to: file.session(after.raw)))
    }

    private static func change(
        _ file: RecordFile, _ session: RecordSession, _ graph: inout Graph, _ random: inout RandomSource
    ) throws {
        let node = (table: random.below(3), key: Int64(random.below(20)))
        switch random.below(4) {
        case 0: try link(file, session, &graph, &random)
        case 1:
            if graph.links[node.table][node.key] != nil {
                try delete(node, file, session, &graph)
                if random.isOne(in: 2) { return }
            }
            try insert(node, file, session, &graph)
        default:
            if graph.links[node.table][node.key] == nil { return }
            try session.change(file.catalogue.tables[node.table], ObjectKey(node.key), 1, .integer(3))
            graph.note(node, 1)
        }
    }

    private static func insert(
        _ node: Node, _ file: RecordFile, _ session: RecordSession, _ graph: inout Graph
    ) throws {
        let table = file.catalogue.tables[node.table]
        let links = [StoredValue](repeating: .null, count: table.linkColumns.count)
        try session.make(table, ObjectKey(node.key), [.integer(node.key), .integer(0)] + links)
        graph.links[node.table][node.key] = [:]
        graph.inserted.insert(name(node))
    }

    private static func delete(
        _ node: Node, _ file: RecordFile, _ session: RecordSession, _ graph: inout Graph
    ) throws {
        _ = try session.delete(file.catalogue.tables[node.table], ObjectKey(node.key))
        graph.links[node.table][node.key] = nil
        graph.set[name(node)] = nil
        for (place, table) in file.catalogue.tables.enumerated() {
            for (key, links) in graph.links[place] {
                for (column, target) in links
                where table.columns[column].linkTarget == UInt16(node.table) && target == node.key {
                    graph.links[place][key]?[column] = nil
                    graph.note((place, key), column)
                }
            }
        }
    }

    private static func link(
        _ file: RecordFile, _ session: RecordSession, _ graph: inout Graph, _ random: inout RandomSource
    ) throws {
        let node = (table: random.below(3), key: Int64(random.below(20)))
        let table = file.catalogue.tables[node.table]
        guard !table.linkColumns.isEmpty, graph.links[node.table][node.key] != nil else { return }
        let column = random.pick(table.linkColumns)
        let (target, key) = (Int(table.columns[column].linkTarget ?? 0), Int64(random.below(20)))
        let isThere = graph.links[target][key] != nil
        try session.change(table, ObjectKey(node.key), column, isThere ? .link(ObjectKey(key)) : .null)
        graph.links[node.table][node.key]?[column] = isThere ? key : nil
        graph.note(node, column)
    }

    private static func path(
        from table: Table, _ catalogue: Catalogue, _ random: inout RandomSource
    ) -> [Int] {
        var (path, table) = ([Int](), table)
        while path.count < 5, !table.linkColumns.isEmpty, !random.isOne(in: 4) {
            path.append(random.pick(table.linkColumns))
            table = catalogue.tables[Int(table.columns[path[path.count - 1]].linkTarget ?? 0)]
        }
        return random.isOne(in: 5) && !path.isEmpty ? path : path + [1]
    }

    private static func reaches(_ node: Node, _ links: Int, _ graph: Graph, _ catalogue: Catalogue) -> Bool {
        if graph.isSet(node) { return true }
        if links == 0 { return false }
        return (graph.links[node.table][node.key] ?? [:]).contains { column, key in
            let target = Int(catalogue.tables[node.table].columns[column].linkTarget ?? 0)
            return reaches((target, key), links - 1, graph, catalogue)
        }
    }

    private static func changes(
        _ node: Node, _ path: ArraySlice<Int>, _ graph: Graph, _ catalogue: Catalogue
    ) -> Bool {
        guard let column = path.first else { return false }
        if graph.isSet(node, column) { return true }
        guard path.count > 1, let key = graph.links[node.table][node.key]?[column] else { return false }
        let target = Int(catalogue.tables[node.table].columns[column].linkTarget ?? 0)
        return changes((target, key), path.dropFirst(), graph, catalogue)
    }

    private static func expected(
        _ table: Table, _ graph: Graph, _ isModified: (Node) -> Bool
    ) -> [UInt64: UInt64] {
        var expected: [UInt64: UInt64] = [:]
        for number in graph.links[Int(table.id)].keys {
            let node = (table: Int(table.id), key: number)
            if graph.inserted.contains(name(node)) || !isModified(node) { continue }
            expected[ObjectKey(number).cluster, default: 0] |= ObjectKey(number).bit
        }
        return expected
    }

    private static func name(_ node: Node) -> String { "\(node.table).\(node.key)" }
}

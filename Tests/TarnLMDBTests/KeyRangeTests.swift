import TarnLMDB
import Testing

@Suite struct KeyRangeTests {
    let folder: TemporaryFolder
    let environment: Environment
    let database: Database
    let texts = ["a", "ab", "abc", "b", "ba", "c"]

    init() throws {
        folder = try TemporaryFolder()
        environment = try folder.open()
        database = try environment.openDatabase(named: "a")
        var write = try environment.beginWrite()
        for text in texts { try write.put("", for: text, in: database) }
        try write.commit()
    }

    private func keys(_ range: KeyRange, _ order: WalkOrder = .forward) throws -> [String] {
        try environment.beginRead().entries(range, in: database, order: order).map {
            String(decoding: $0.key, as: UTF8.self)
        }
    }

    @Test func aRangeHasItsKeysInEitherOrder() throws {
        let cases: [(KeyRange, [String])] = [
            (.all, texts), (.prefix("a"), ["a", "ab", "abc"]), (.prefix("ab"), ["ab", "abc"]), (.prefix("x"), []),
            (.prefix(""), texts), (.from("b"), ["b", "ba", "c"]), (.from("aa"), ["ab", "abc", "b", "ba", "c"]),
            (.through("b"), ["a", "ab", "abc", "b"]), (.upTo("b"), ["a", "ab", "abc"]), (.upTo("a"), []),
            (.range("ab", "ba"), ["ab", "abc", "b"]), (.range("c", "a"), []), (.from(""), texts), (.through(""), []),
            (.init(lower: .excluded(Array("ab".utf8))), ["abc", "b", "ba", "c"]),
        ]
        for (range, expected) in cases {
            #expect(try keys(range) == expected)
            #expect(try keys(range, .backward) == expected.reversed())
        }
    }

    @Test func aPrefixOfHighBytesHasNoUpperEnd() throws {
        var write = try environment.beginWrite()
        let high: [[UInt8]] = [[254, 255], [255], [255, 255], [255, 255, 1]]
        for key in high { try write.put("", for: key, in: database) }
        try write.commit()
        let read = try environment.beginRead()
        #expect(try read.entries(.prefix([255] as [UInt8]), in: database).map(\.key) == Array(high[1...]))
        #expect(try read.entries(.prefix([254, 255] as [UInt8]), in: database).map(\.key) == [high[0]])
        #expect(try read.entries(.prefix([255, 255] as [UInt8]), in: database, order: .backward).count == 2)
    }

    @Test func aWalkStopsWhenTold() throws {
        var seen = 0
        let read = try environment.beginRead()
        try read.walk(in: database) { _, _ in
            seen += 1
            return seen == 2 ? .stop : .goOn
        }
        #expect(seen == 2)
    }

    @Test func duplicatesOfTheEndsBelongToTheRange() throws {
        let many = try environment.openDatabase(named: "many", options: .init(duplicates: .sorted))
        try environment.store(["a": "1", "a": "2", "b": "1", "b": "2", "c": "1"], in: many)
        let read = try environment.beginRead()
        #expect(try read.texts(.through("b"), in: many) == ["a=1", "a=2", "b=1", "b=2"])
        #expect(try read.texts(.through("b"), in: many, order: .backward) == ["b=2", "b=1", "a=2", "a=1"])
        #expect(try read.texts(.init(lower: .excluded(Array("a".utf8))), in: many) == ["b=1", "b=2", "c=1"])
        #expect(try read.texts(.upTo("b"), in: many, order: .backward) == ["a=2", "a=1"])
    }

    @Test func rangesOfRandomKeysAgreeWithASortedArray() throws {
        let seed = TestSeed()
        var random = seed.generator
        var keys = Set<[UInt8]>()
        for _ in 0..<300 {
            keys.insert((0...Int.random(in: 0...3, using: &random)).map { _ in .random(in: 0...3, using: &random) })
        }
        let fuzzed = try environment.openDatabase(named: "fuzzed")
        var write = try environment.beginWrite()
        for key in keys { try write.put("", for: key, in: fuzzed) }
        try write.commit()
        let sorted = keys.sorted { $0.lexicographicallyPrecedes($1) }
        let read = try environment.beginRead()
        for _ in 0..<300 {
            let ends = [0, 1].map { _ in
                (0...Int.random(in: 0...3, using: &random)).map { _ in UInt8.random(in: 0...3, using: &random) }
            }
            let range = KeyRange(
                lower: Bool.random(using: &random) ? .included(ends[0]) : .excluded(ends[0]),
                upper: Bool.random(using: &random) ? .included(ends[1]) : .excluded(ends[1]))
            let expected = sorted.filter { key in
                let above = ends[0].lexicographicallyPrecedes(key) || (key == ends[0] && range.lower == .included(key))
                let below = key.lexicographicallyPrecedes(ends[1]) || (key == ends[1] && range.upper == .included(key))
                return above && below
            }
            #expect(try read.entries(range, in: fuzzed).map(\.key) == expected, "\(seed)")
            #expect(try read.entries(range, in: fuzzed, order: .backward).map(\.key) == expected.reversed(), "\(seed)")
        }
    }
}

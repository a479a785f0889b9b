import Testing

@testable import TarnRecords

@Suite struct MixedValueTests {
    @Test func valuesOfAnyKindComeBack() throws {
        let seed = RandomSource.seed()
        var random = RandomSource(seed: seed)
        for _ in 0..<2000 {
            let value = MixedSamples.value(&random)
            let bytes = try value.encoded()
            let decoded = try MixedValue(decoding: bytes)
            #expect(try decoded.encoded() == bytes, "seed \(seed)")
            #expect(decoded.literal == value.literal, "seed \(seed)")
        }
    }

    @Test func damagedBytesAreAnErrorAndNothingElse() throws {
        let seed = RandomSource.seed()
        var random = RandomSource(seed: seed)
        for _ in 0..<500 {
            let bytes = try MixedSamples.value(&random).encoded()
            for length in bytes.indices where length < 64 || random.isOne(in: 16) {
                #expect(throws: RecordError.self) { try MixedValue(decoding: Array(bytes.prefix(length))) }
            }
            for _ in 0..<20 {
                var damaged = bytes
                damaged[random.below(bytes.count)] = UInt8(truncatingIfNeeded: random.next())
                guard let value = try? MixedValue(decoding: damaged) else { continue }
                #expect(try value.encoded() == damaged || value.depth > 0 || damaged != bytes, "seed \(seed)")
            }
            let noise = (0..<random.below(60)).map { _ in UInt8(random.below(16)) }
            _ = try? MixedValue(decoding: noise)
        }
        // A million lists in one another, and a list that says it has more elements than there are bytes.
        #expect(throws: RecordError.self) { try MixedValue(decoding: [UInt8](repeating: 13, count: 1_000_000)) }
        let nested = [UInt8]((0..<1_000_000).map { $0 % 2 == 0 ? 13 : 1 })
        #expect(throws: RecordError.self) { try MixedValue(decoding: nested) }
        #expect(throws: RecordError.self) { try MixedValue(decoding: [13, 255, 255, 255, 255, 15]) }
    }

    @Test func nestingHasALimit() throws {
        func nested(_ depth: Int) -> MixedValue { (0..<depth).reduce(.integer(1)) { value, _ in .list([value]) } }
        let deepest = nested(MixedValue.maximumDepth)
        #expect(try MixedValue(decoding: deepest.encoded()) == deepest)
        #expect(throws: RecordError.self) { try nested(MixedValue.maximumDepth + 1).encoded() }
        #expect(throws: RecordError.self) { try MixedValue.uuid([1, 2]).encoded() }
    }

    // E3
    @Test func numbersOfAllKindsCompareExactly() {
        let seed = RandomSource.seed()
        var random = RandomSource(seed: seed)
        for _ in 0..<1500 {
            let (a, b) = (MixedSamples.number(&random), MixedSamples.number(&random))
            let place = Comment(rawValue: "\(a.literal) and \(b.literal), seed \(seed)")
            guard let x = AllDigits(a), let y = AllDigits(b) else {
                #expect(!a.satisfies(.equal, b) && !a.satisfies(.less, b) && a.satisfies(.notEqual, b), place)
                continue
            }
            #expect(a.satisfies(.less, b) == (x < y), place)
            #expect(a.satisfies(.equal, b) == (x == y), place)
            #expect(a.satisfies(.greaterOrEqual, b) == (x >= y), place)
            #expect((a.orderedBytes == b.orderedBytes) == (x == y), place)
            #expect(a.orderedBytes.lexicographicallyPrecedes(b.orderedBytes) == (x < y), place)
        }
    }

    // E3
    @Test func otherKindsAreNeitherEqualNorOrdered() {
        let values: [MixedValue] = [
            .null, .bool(true), .integer(1), .string("1"), .data([49]), .date(1),
            .object(.init(table: 0, object: .init(1))),
            .uuid([UInt8](repeating: 1, count: 16)), .objectId([UInt8](repeating: 1, count: 12)), .list([.integer(1)]),
            .map(["1": .integer(1)]),
        ]
        for (i, a) in values.enumerated() {
            for (j, b) in values.enumerated() {
                #expect(a.satisfies(.equal, b) == (i == j))
                if i != j { #expect(!a.satisfies(.less, b) && !a.satisfies(.greater, b)) }
            }
        }
        #expect(MixedValue.list([.integer(1)]).satisfies(.equal, .list([.double(1)])))
        #expect(MixedValue.map(["a": .integer(1)]).satisfies(.equal, .map(["a": .float(1)])))
    }

    @Test func theOrderOfAllKindsIsOneOrderAndAgreesWithComparing() {
        let seed = RandomSource.seed()
        var random = RandomSource(seed: seed)
        let values = (0..<60).map { _ in MixedSamples.value(&random) }
        for a in values {
            for b in values {
                let (x, y) = (a.orderedBytes, b.orderedBytes)
                if a.satisfies(.equal, b) { #expect(x == y, "\(a.literal) \(b.literal) seed \(seed)") }
                if a.satisfies(.less, b) {
                    #expect(x.lexicographicallyPrecedes(y), "\(a.literal) \(b.literal) \(seed)")
                }
                #expect(x == y || !y.starts(with: x), "\(a.literal) \(b.literal) seed \(seed)")
            }
        }
    }
}

import TarnLMDB
import Testing

@testable import TarnRecords

/// Damaged nodes are answered by an error or by some value, never by a trap or without end.
@Suite struct CorruptCollectionTests {
    @Test(arguments: [0, 2, 4, 8])
    func damagedNodesNeverTrap(_ sample: Int) throws {
        let seed = RandomSource.seed()
        var random = RandomSource(seed: seed)
        let sample = ListSample.all[sample]
        let file = try CollectionFile()
        let places = [sample.column, sample.setColumn, sample.mapColumn].map { file.place($0) }
        try fill(file, places, sample, &random)
        for place in places {
            let nodes = try stored(file, place)
            for _ in 0..<60 {
                let (key, bytes) = random.pick(nodes)
                var damaged = bytes
                switch random.below(4) {
                case 0: damaged = Array(damaged.prefix(random.below(damaged.count)))
                case 1: for _ in 0..<4 { damaged[random.below(20)] = UInt8(random.below(256)) }
                case 2: damaged = random.pick(nodes).bytes
                default: for _ in 0..<4 { damaged[random.below(damaged.count)] = UInt8(random.below(256)) }
                }
                let isSealed = random.isOne(in: 2)
                if isSealed { Self.seal(&damaged, key, place) }
                try put(damaged, key, file, place)
                use(file, place, sample, &random)
                if !isSealed && damaged != bytes { try expectFault(file, "seed \(seed)") }
                try put(bytes, key, file, place)
            }
        }
        try file.verify("seed \(seed)")
    }

    @Test func aMissingNodeAndAStrayOneAreFound() throws {
        var random = RandomSource(seed: 1)
        let file = try CollectionFile()
        let place = file.place(0)
        try fill(file, [place], ListSample.all[0], &random)
        let nodes = try stored(file, place)
        try file.records.change { try $0.transaction.remove(nodes[1].key, $0.trees.lists) }
        try expectFault(file, "")
        file.records.readQuietly { _ = try $0.elements(place, 0..<$0.count(place)) }
        try put(nodes[1].bytes, nodes[1].key, file, place)
        try file.verify("")
        var stray = nodes[1].key
        stray[15] = 200
        try put(nodes[1].bytes, stray, file, place)
        try expectFault(file, "")
    }

    @Test func aCountThatIsNotThatOfTheTreeIsAnError() throws {
        var random = RandomSource(seed: 1)
        let file = try CollectionFile()
        let place = file.place(0)
        try fill(file, [place], ListSample.all[0], &random)
        for count in [1, 1 << 40, Int64.max, -1] {
            try file.records.write { try $0.writer(file.owners, file.object)?.set(count, 0) }
            try expectFault(file, "\(count)")
            if count > 1 { #expect(throws: RecordError.self) { try file.records.read { try $0.count(place) } } }
            file.records.readQuietly { _ = try $0.linkKeysOrElements(place) }
            #expect(throws: RecordError.self) {
                try file.records.write { try $0.insert(.integer(1), at: 0, in: place) }
            }
        }
    }

    @Test(arguments: [513, 40_000])
    func anInnerNodeWithMoreChildrenThanFitIsAnErrorNotASum(_ childCount: Int) throws {
        var random = RandomSource(seed: 1)
        let file = try CollectionFile()
        let sample = ListSample.all[0]
        let places = [sample.column, sample.setColumn, sample.mapColumn].map { file.place($0) }
        try fill(file, places, sample, &random)
        for place in places {
            let (key, bytes) = try #require(try stored(file, place).first)
            // Each child says that it has the most that one can: together that is no Int.
            var damaged = Array(bytes[..<20])
            for byte in 0..<4 { damaged[12 + byte] = UInt8(truncatingIfNeeded: childCount >> (8 * byte)) }
            let child: [UInt8] = [1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 0]
            for _ in 0..<childCount { damaged += child }
            if place.kind != .list { damaged += [UInt8](repeating: 0, count: childCount * (bytes[2] == 0 ? 2 : 4)) }
            Self.seal(&damaged, key, place)
            try put(damaged, key, file, place)
            use(file, place, sample, &random)
            try expectFault(file, "\(place.kind)")
            #expect(throws: RecordError.self) { try file.records.read { try $0.element(place, at: 0) } }
            try put(bytes, key, file, place)
        }
        try file.verify("")
    }

    private func fill(
        _ file: CollectionFile, _ places: [CollectionPlace], _ sample: ListSample, _ random: inout RandomSource
    ) throws {
        try file.records.write { (session) throws in
            for number in 0..<1500 {
                let value = sample.value(&random)
                for place in places {
                    switch place.kind {
                    case .list: try session.replace(0..<0, with: [value], in: place)
                    case .set: _ = try session.insert(value, intoSet: place)
                    default: try session.set(value, forKey: "key \(number)", in: place)
                    }
                }
            }
        }
    }

    /// Makes the checksum right.
    private static func seal(_ bytes: inout [UInt8], _ key: [UInt8], _ place: CollectionPlace) {
        if bytes.count < CollectionFormat.headerByteCount { return }
        let number = key[12...].reduce(0) { $0 << 8 | UInt32($1) }
        let seed = CollectionName(place).seed(number)
        let sum = bytes.withUnsafeBytes { CollectionFormat.checksum($0, seed: seed) }
        for place in 0..<4 { bytes[4 + place] = UInt8(truncatingIfNeeded: sum >> UInt32(place * 8)) }
    }

    private func tree(_ session: RecordSession, _ place: CollectionPlace) -> RawTree {
        switch place.kind {
        case .set: session.trees.sets
        case .map: session.trees.maps
        default: session.trees.lists
        }
    }

    private func stored(_ file: CollectionFile, _ place: CollectionPlace) throws -> [(key: [UInt8], bytes: [UInt8])] {
        try file.records.read { (session) throws in
            var nodes: [(key: [UInt8], bytes: [UInt8])] = []
            var cursor = try RawCursor(session.transaction, tree(session, place))
            while try cursor.move(.next) { nodes.append((Array(cursor.key), Array(cursor.value))) }
            return nodes
        }
    }

    private func put(_ bytes: [UInt8], _ key: [UInt8], _ file: CollectionFile, _ place: CollectionPlace) throws {
        try file.records.change { session in
            try bytes.withUnsafeBytes { bytes in
                try key.withUnsafeBytes { key in
                    _ = try session.transaction.put(bytes, for: key, in: tree(session, place))
                }
            }
        }
    }

    private func expectFault(_ file: CollectionFile, _ comment: Comment) throws {
        try file.records.read { (session) throws in
            var verification = Verification(session) { _, _ in }
            verification.run()
            #expect(!verification.faults.isEmpty, comment)
        }
    }

    /// Reads and writes in every way; what comes out does not matter.
    private func use(
        _ file: CollectionFile, _ place: CollectionPlace, _ sample: ListSample, _ random: inout RandomSource
    ) {
        let value = sample.value(&random)
        let index = random.below(1500)
        file.records.readQuietly { _ = try $0.linkKeysOrElements(place) }
        file.records.readQuietly { session in try session.forEachElement(place) { _ in true } }
        file.records.readQuietly { session in
            if try index < session.count(place) { _ = try session.element(place, at: index) }
            if place.kind == .map {
                _ = try session.mapValue(place, "key \(index)")
            } else {
                _ = try session.index(of: value, in: place)
            }
        }
        _ = try? file.records.tryWrite { session, _ in
            switch place.kind {
            case .list:
                try session.replace(index..<index, with: [value], in: place)
                try session.replace(0..<session.count(place) / 2, with: [], in: place)
            case .set: _ = try session.insert(value, intoSet: place)
            default: _ = try session.removeValue(forKey: "key \(index)", in: place)
            }
            try session.flush()
        }
        _ = try? file.records.tryWrite { session, _ in try session.removeAll(place) }
    }
}

extension RecordFile {
    /// Reads; errors are expected.
    fileprivate func readQuietly(_ body: (RecordSession) throws -> Void) { _ = try? read(body) }
}

extension RecordSession {
    fileprivate func linkKeysOrElements(_ place: CollectionPlace) throws -> Int {
        let all = 0..<(try count(place))
        if place.form.isLink && place.form.stride == 8 { return try linkKeys(place).count }
        return place.kind == .map ? try entries(place, all).count : try elements(place, all).count
    }
}

extension RawTransaction {
    /// Removes a key.
    fileprivate func remove(_ key: [UInt8], _ tree: RawTree) throws {
        try key.withUnsafeBytes { _ = try delete($0, in: tree) }
    }
}

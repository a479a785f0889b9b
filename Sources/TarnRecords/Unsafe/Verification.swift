internal import TarnLMDB

/// Walks everything in a file and names what does not fit. Reads only.
package struct Verification {
    private let session: RecordSession
    private let progress: (_ done: Int, _ total: Int) -> Void
    /// What was found; at most `limit`.
    package private(set) var faults: [RecordError] = []
    /// How many objects were looked at.
    package private(set) var objectCount = 0
    private var linkCount = 0
    private var nodeCount = 0
    private var uniques = UniqueCounts()
    /// More faults are counted by nobody: a file with so many is lost.
    package static let limit = 1000

    /// Prepares a walk; `progress` hears of objects done and in all.
    package init(_ session: RecordSession, progress: @escaping (_ done: Int, _ total: Int) -> Void) {
        self.session = session
        self.progress = progress
    }

    private mutating func report(_ tree: String, _ key: String, _ message: String) {
        if faults.count < Self.limit { faults.append(RecordError(.corrupt, tree: tree, key: key, message: message)) }
    }

    private mutating func report(_ error: RecordError) {
        if faults.count < Self.limit { faults.append(error) }
    }

    // Safety: keys and values are looked at before the cursor moves.
    /// Walks all trees.
    package mutating func run() {
        let total = session.catalogue.tables.reduce(0) { $0 + session.count($1) }
        progress(0, total)
        var found: [UInt16: Int] = [:]
        unsafe walk(session.trees.clusters, "clusters") { (verification, key, value) in
            unsafe verification.checkCluster(unsafe key, unsafe value, &found, total)
        }
        for table in session.catalogue.tables where found[table.id, default: 0] != session.count(table) {
            report(
                "log", "state",
                "\(table.name) should have \(session.count(table)) objects, \(found[table.id, default: 0]) were found")
        }
        unsafe walk(session.trees.values, "values") { (verification, key, value) in
            if unsafe LongValue.content(value) == nil {
                verification.report("values", unsafe Self.name(key), "the value does not match its checksum")
            }
        }
        checkKeys()
        for fault in uniques.faults(session.catalogue) { report("keys", "all", fault) }
        checkInverse()
        checkNodes()
        checkIndexCounts()
        var words = WordVerification(session)
        words.run()
        for fault in words.faults { report(fault) }
        checkLog()
        progress(total, total)
    }

    // Safety: key and value are read before the cursor moves.
    private mutating func walk(
        _ tree: RawTree, _ name: String,
        _ body: (inout Verification, UnsafeRawBufferPointer, UnsafeRawBufferPointer) -> Void
    ) {
        do {
            // Damaged pages can lead in a circle: a tree has no more entries than it says.
            var left = try session.transaction.statistics(of: tree).entries
            var cursor = try RawCursor(session.transaction, tree)
            while try cursor.move(.next) {
                if left == 0 { return report(name, "", "there are more entries than the tree says it has") }
                left -= 1
                unsafe body(&self, cursor.key, cursor.value)
            }
        } catch {
            report(.storage(error, tree: name))
        }
    }

    // Safety: copies the bytes of a key for a message.
    private static func name(_ key: UnsafeRawBufferPointer) -> String {
        unsafe key.prefix(24).map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
    }

    // Safety: the length of the key is compared first; `check` bounds the value.
    private mutating func checkCluster(
        _ key: UnsafeRawBufferPointer, _ value: UnsafeRawBufferPointer, _ found: inout [UInt16: Int], _ total: Int
    ) {
        guard key.count == 10 else {
            return report("clusters", unsafe Self.name(key), "the key has the wrong length")
        }
        let id = unsafe UInt16(bigEndian: key.loadUnaligned(as: UInt16.self))
        let number = unsafe UInt64(bigEndian: key.loadUnaligned(fromByteOffset: 2, as: UInt64.self))
        guard Int(id) < session.catalogue.tables.count else {
            return report("clusters", unsafe Self.name(key), "the file has no type \(id)")
        }
        let table = session.catalogue.tables[Int(id)]
        if case .corrupt(let reason) = unsafe ClusterFormat.check(value, table) {
            return report(session.corrupt(table, number, reason))
        }
        guard unsafe ClusterFormat.hasValidChecksum(value) else {
            return report(session.corrupt(table, number, "the checksum does not match"))
        }
        do {
            let cluster = try unsafe session.cluster(table, number, value)
            found[id, default: 0] += cluster.count
            objectCount += cluster.count
            progress(objectCount, max(total, objectCount))
            try checkObjects(cluster, number, table)
        } catch {
            report(error)
        }
    }

    private mutating func checkObjects(_ cluster: Cluster, _ number: UInt64, _ table: Table) throws(RecordError) {
        for column in table.columns.indices where table.columns[column].kind.isVariable {
            if !cluster.hasValidText(column) {
                throw session.corrupt(table, number, "text of column \(column) leaves the value")
            }
        }
        for slot in SlotSequence(cluster.presence) {
            let key = ObjectKey(cluster: number, slot: slot)
            var values: [StoredValue] = []
            for column in table.columns.indices {
                let value = try session.value(cluster, key, column, table)
                if !table.uniqueRules.isEmpty { values.append(value) }
                if table.columns[column].isIndexed, !(try session.hasIndexEntry(table, key, column, value)) {
                    report("index", "\(table.name).\(table.columns[column].name)", "object \(key.number) has no entry")
                }
                if column == table.primaryKey, !table.hasIntegerKey, try session.object(table, primaryKey: value) != key
                {
                    report("keys", table.name, "object \(key.number) is not found by its primary key")
                }
                switch value {
                case .link(let target):
                    linkCount += 1
                    try checkLink(table, key, column, target)
                case .any(let value):
                    let targets = Dictionary(grouping: value.links) { $0 }.mapValues(\.count)
                    linkCount += value.links.count
                    try checkTargets(
                        targets, CollectionPlace(table: table, object: key, column: column), "clusters")
                default: break
                }
            }
            for name in try uniques.check(table, key, values, session) {
                report("keys", name, "object \(key.number) is not found by its value")
            }
            for column in table.collectionColumns {
                checkCollection(CollectionPlace(table: table, object: key, column: column))
            }
        }
    }

    private mutating func checkCollection(_ place: CollectionPlace) {
        do {
            let count = try session.storedCount(place)
            var walk = CollectionVerification(place, session)
            if count > 0 { try walk.run() }
            nodeCount += walk.nodeCount
            linkCount += walk.targets.values.reduce(0, +)
            if walk.count != count {
                report(place.tree, place.name, "should have \(count) elements, \(walk.count) were found")
            }
            try checkTargets(walk.targets, place, place.tree)
        } catch {
            report(error)
        }
    }

    private mutating func checkTargets(
        _ targets: [MixedLink: Int], _ place: CollectionPlace, _ tree: String
    ) throws(RecordError) {
        for (link, count) in targets {
            if try !session.hasInverseEntries(place, link, count: count) {
                report("inverse", place.name, "a link has no entry at its target")
            }
            guard Int(link.table) < session.catalogue.tables.count else {
                report(tree, place.name, "leads to type \(link.table), which the file does not have")
                continue
            }
            let other = session.catalogue.tables[Int(link.table)]
            let cluster = try session.cluster(other, link.object.cluster)
            if (cluster?.presence ?? 0) & link.object.bit == 0 {
                report(tree, place.name, "leads to a \(other.name) that does not exist")
            }
        }
    }

    // Safety: the lengths are compared before anything is read.
    /// Every node was met with its collection; more nodes than that are strays.
    private mutating func checkNodes() {
        var count = 0
        for (tree, name) in [
            (session.trees.lists, "lists"), (session.trees.sets, "sets"), (session.trees.maps, "maps"),
        ] {
            unsafe walk(tree, name) { (verification, key, _) in
                count += 1
                if key.count != 16 { verification.report(name, unsafe Self.name(key), "the key has the wrong length") }
            }
        }
        if count != nodeCount {
            report("lists", "all", "lists, sets and maps have \(count) nodes, \(nodeCount) belong to objects")
        }
    }

    private mutating func checkLink(
        _ table: Table, _ key: ObjectKey, _ column: Int, _ target: ObjectKey
    ) throws(RecordError) {
        guard let id = table.columns[column].linkTarget, Int(id) < session.catalogue.tables.count else { return }
        let other = session.catalogue.tables[Int(id)]
        let place = "\(table.name) object \(key.number)"
        let name = table.columns[column].name
        if try !session.hasInverseEntry(table, key, column, other, target) {
            report("inverse", place, "the link \(name) has no entry at its target")
        }
        let cluster = try session.cluster(other, target.cluster)
        if (cluster?.presence ?? 0) & target.bit == 0 {
            report("clusters", place, "\(name) links to a \(other.name) that does not exist")
        }
    }

    // Safety: the lengths are compared before anything is read.
    private mutating func checkKeys() {
        unsafe walk(session.trees.keys, "keys") { (verification, key, value) in
            guard key.count > 4, value.count == 8 else {
                return verification.report("keys", unsafe Self.name(key), "an entry has the wrong length")
            }
            let id = unsafe UInt16(bigEndian: key.loadUnaligned(as: UInt16.self))
            let object = unsafe ObjectKey(rawValue: value.loadUnaligned(as: UInt64.self))
            let number = unsafe UInt16(bigEndian: key.loadUnaligned(fromByteOffset: 2, as: UInt16.self))
            verification.uniques.note(id, Int(number))
            verification.checkExists(id, object, "keys", unsafe Self.name(key))
        }
    }

    // Safety: as above.
    /// Every link has its entry, which was looked up with the object; more entries than links are strays.
    private mutating func checkInverse() {
        var count = 0
        defer { if count != linkCount { report("inverse", "all", "has \(count) entries for \(linkCount) links") } }
        unsafe walk(session.trees.inverse, "inverse") { (verification, key, value) in
            count += 1
            guard let entry = unsafe InverseEntry(Array(value)) else {
                return verification.report("inverse", unsafe Self.name(key), "an entry has the wrong length")
            }
            verification.checkExists(entry.table, entry.object, "inverse", unsafe Self.name(key))
        }
    }

    private mutating func checkExists(_ id: UInt16, _ object: ObjectKey, _ tree: String, _ key: String) {
        guard Int(id) < session.catalogue.tables.count else { return report(tree, key, "the file has no type \(id)") }
        let table = session.catalogue.tables[Int(id)]
        do {
            let cluster = try session.cluster(table, object.cluster)
            if (cluster?.presence ?? 0) & object.bit == 0 {
                report(tree, key, "an entry names \(table.name) object \(object.number), which does not exist")
            }
        } catch {
            report(error)
        }
    }

    // Safety: as above.
    /// Every object has one entry in every index of its type; more entries than objects are strays.
    private mutating func checkIndexCounts() {
        var counts: [IndexDelta.Place: Int] = [:]
        unsafe walk(session.trees.index, "index") { (verification, key, value) in
            guard key.count > 4, value.count == 8 else {
                return verification.report("index", unsafe Self.name(key), "an entry has the wrong length")
            }
            let id = unsafe UInt16(bigEndian: key.loadUnaligned(as: UInt16.self))
            let column = unsafe UInt16(bigEndian: key.loadUnaligned(fromByteOffset: 2, as: UInt16.self))
            counts[IndexDelta.Place(table: id, column: Int(column)), default: 0] += 1
        }
        for (place, count) in counts {
            let table =
                Int(place.table) < session.catalogue.tables.count ? session.catalogue.tables[Int(place.table)] : nil
            guard let table, table.indexedColumns.contains(place.column) else {
                report("index", "type \(place.table) column \(place.column)", "there is no such index")
                continue
            }
            if count != session.count(table) {
                report(
                    "index", "\(table.name).\(table.columns[place.column].name)",
                    "has \(count) entries for \(session.count(table)) objects")
            }
        }
    }

    // Safety: fields that skip the exclusivity check; a write has one thread, and no access overlaps another.
    private mutating func checkLog() {
        var version = unsafe session.state.oldestRecord
        while unsafe version <= session.state.version {
            do {
                if try session.changeRecord(version) == nil {
                    report("log", "\(version)", "the change record is missing")
                }
            } catch {
                report(error)
            }
            version += 1
        }
    }
}

extension RecordSession {
    // Safety: key and entry live through the call.
    /// Whether the target of a link knows of it.
    func hasInverseEntry(
        _ table: Table, _ object: ObjectKey, _ column: Int, _ other: Table, _ target: ObjectKey
    ) throws(RecordError) -> Bool {
        let key = TreeKey.inverse(other.id, target).bytes
        let entry = TreeKey.value(table.id, object, column).bytes
        do {
            var cursor = try RawCursor(transaction, trees.inverse)
            return try unsafe entry.withBytes { (entry) throws(LMDBError) in
                try unsafe key.withBytes { (key) throws(LMDBError) in
                    try unsafe cursor.seek(key, duplicate: entry, .exactPair)
                }
            }
        } catch {
            throw .storage(error, tree: "inverse")
        }
    }

    // Safety: key and object live through the call.
    /// Whether the index of a column has the entry of an object.
    func hasIndexEntry(
        _ table: Table, _ object: ObjectKey, _ column: Int, _ value: StoredValue
    ) throws(RecordError) -> Bool {
        let key = TreeKey.index(table.id, column, KeyCoding.bytes(value, table.columns[column].kind).bytes).bytes
        do {
            var cursor = try RawCursor(transaction, trees.index)
            return try unsafe withUnsafeBytes(of: object.rawValue) { (entry) throws(LMDBError) in
                try unsafe key.withBytes { (key) throws(LMDBError) in
                    try unsafe cursor.seek(key, duplicate: entry, .exactPair)
                }
            }
        } catch {
            throw .storage(error, tree: "index")
        }
    }
}

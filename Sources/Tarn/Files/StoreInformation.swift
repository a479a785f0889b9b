public import FoundationEssentials
internal import TarnLMDB
public import TarnRecords

/// What a file holds and how large it is.
public struct StoreInformation: Sendable, Equatable {
    /// The format of the file.
    public let formatVersion: Int
    /// The schema version that a program gave last.
    public let schemaVersion: UInt64
    /// The number of commits that have changed the file.
    public let commitVersion: UInt64
    /// Identifies the file; a copy keeps it. 32 hexadecimal digits.
    public let storeID: String
    /// The size of the file in bytes.
    public let fileByteCount: Int
    /// How much of the file is in use, in bytes; the rest will be used by later writes.
    public let usedByteCount: Int
    /// The largest size that the file can reach as it is open now, in bytes.
    public let mapByteCount: Int
    /// The size of a page in bytes.
    public let pageSize: Int
    /// How many snapshots are held by all processes.
    public let readerCount: Int
    /// The versions that are held, by this process or others, the oldest first; see ``Store/pinnedVersions()``.
    public let pinnedVersions: [PinnedVersion]
    /// The types, in the order in which they were added.
    public let types: [TypeInformation]
}

/// One type in a file.
public struct TypeInformation: Sendable, Equatable {
    /// The name of the class.
    public let name: String
    /// How many objects there are.
    public let objectCount: Int
    /// In how many clusters of at most 64 they lie.
    public let clusterCount: Int
    /// The bytes of the objects themselves.
    public let byteCount: Int
    /// The bytes of indexes, of value or of word, and of unique keys.
    public let indexByteCount: Int
    /// The bytes of text and data kept outside the objects.
    public let valueByteCount: Int
    /// The bytes of the elements of lists, sets and maps.
    public let collectionByteCount: Int
    /// The properties, in the order of their columns.
    public let properties: [PropertyInformation]
    /// Whether its objects belong to others.
    public let isEmbedded: Bool
    /// The properties that are unique together, for each such rule.
    public let uniqueKeys: [[String]]
    /// The class that it inherits from, if that is in the file.
    public let parent: String?
}

/// One property in a file.
public struct PropertyInformation: Sendable, Equatable {
    /// The name of the column.
    public let name: String
    /// The number of the column.
    public let column: Int
    /// The kind of value, for example `int64`, `link to Dog` or `list of Dog`.
    public let typeName: String
    /// Whether nil can be stored.
    public let isOptional: Bool
    /// Whether it identifies its object.
    public let isPrimaryKey: Bool
    /// Whether there is an index.
    public let isIndexed: Bool
    /// Whether no two objects have the same value.
    public let isUnique: Bool
    /// What becomes of the objects that it links to when its own is deleted.
    public let deleteRule: DeleteRule
}

extension Store {
    /// What the file holds, as the snapshot sees it. Walks the whole file: O(size).
    ///
    /// - Throws: ``StoreError``.
    public func information() throws(StoreError) -> StoreInformation {
        connection.check()
        return try StoreInformation(connection.session(), connection.openEnvironment, connection.path, isOwn: false)
    }

    /// What a file holds, without its classes. Never makes a file.
    ///
    /// - Throws: ``StoreError`` with `.notFound`, `.notAStore`, `.corrupt` and others.
    public static func information(at url: URL) throws(StoreError) -> StoreInformation {
        try InspectedFile.reading(url) { (session, environment) throws(StoreError) in
            try StoreInformation(session, environment, url.path, isOwn: true)
        }
    }
}

extension StoreInformation {
    /// `isOwn`: whether the session was begun for this alone, so that it is not one of those who hold a version.
    init(
        _ session: RecordSession, _ environment: Environment, _ path: String, isOwn: Bool
    ) throws(StoreError) {
        let pinned: [PinnedVersion]
        let sizes: [TypeSizes]
        let file: EnvironmentInformation
        let readers: Int
        do {
            sizes = try session.sizes()
            file = try environment.information()
            let own = isOwn ? UInt64(session.transactionNumber) : nil
            pinned = try PinnedVersion.all(in: environment, without: own)
            readers = try environment.readers().filter { $0.version != nil }.count
        } catch let error as RecordError {
            throw StoreError(error, path: path)
        } catch {
            throw StoreError(wrapping: error, path: path)
        }
        let catalogue = session.catalogue
        formatVersion = Int(catalogue.formatVersion)
        schemaVersion = catalogue.schemaVersion
        commitVersion = session.state.version
        storeID = catalogue.storeID.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
        fileByteCount = file.fileSize
        usedByteCount = max(0, file.lastPage + 1 - file.freePages) * file.pageSize
        mapByteCount = file.mapSize
        pageSize = file.pageSize
        readerCount = readers
        pinnedVersions = pinned
        types = zip(catalogue.tables, sizes).map { table, size in
            TypeInformation(
                name: table.name, objectCount: session.count(table), clusterCount: size.clusterCount,
                byteCount: size.clusterByteCount, indexByteCount: size.indexByteCount,
                valueByteCount: size.valueByteCount, collectionByteCount: size.collectionByteCount,
                properties: PropertyInformation.all(of: table, catalogue), isEmbedded: table.isEmbedded,
                uniqueKeys: table.uniqueKeys.map { $0.map { table.columns[$0].name } }, parent: table.parent)
        }
    }
}

extension PropertyInformation {
    static func all(of table: Table, _ catalogue: Catalogue) -> [PropertyInformation] {
        table.columns.enumerated().map { place, column in
            PropertyInformation(
                name: column.name, column: place, typeName: typeName(column, catalogue),
                isOptional: column.isOptional, isPrimaryKey: place == table.primaryKey, isIndexed: column.isIndexed,
                isUnique: column.isUnique, deleteRule: column.deleteRule)
        }
    }

    private static func typeName(_ column: Table.Column, _ catalogue: Catalogue) -> String {
        let target = column.linkTarget.map { catalogue.tables[Int($0)] }
        guard let element = column.element else {
            return target.map { ($0.isEmbedded ? "embedded " : "link to ") + $0.name } ?? column.kind.name
        }
        return "\(column.kind.name) of \(target?.name ?? element.kind.name)\(element.isOptional ? "?" : "")"
    }
}

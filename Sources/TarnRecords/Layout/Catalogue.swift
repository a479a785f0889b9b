/// The types of a file, as one version of it knows them. Immutable.
public final class Catalogue: Sendable {
    /// The format of the file.
    public let formatVersion: UInt32
    /// Distinguishes this file from every other; a copy keeps it.
    public let storeID: [UInt8]
    /// The schema version that the program gave last.
    public let schemaVersion: UInt64
    /// How often the schema had been written when this was read.
    package let revision: UInt64
    /// All types; a type's number is its place here.
    public let tables: [Table]
    /// The types whose objects can be the target of a link.
    private let linkTargets: Set<UInt16>
    /// By type, what becomes of what its objects lead to.
    package let ownerships: [Ownership]
    private let byName: [String: Int]

    /// How the entry `format` of every Tarn file begins.
    package static let mark = Array("TARN".utf8)

    /// The newest format that this code reads and writes.
    public static let currentFormat: UInt32 = 1

    package init(
        formatVersion: UInt32 = currentFormat, storeID: [UInt8], schemaVersion: UInt64, tables: [Table],
        revision: UInt64 = 0
    ) {
        self.formatVersion = formatVersion
        self.storeID = storeID
        self.schemaVersion = schemaVersion
        self.tables = tables
        self.revision = revision
        let leading = tables.flatMap { table in table.relationColumns.map { table.columns[$0].linkTarget } }
        // Values of any kind lead anywhere.
        linkTargets = leading.contains(nil) ? Set(tables.map(\.id)) : Set(leading.compactMap { $0 })
        ownerships = tables.map { Ownership(of: $0, in: tables) }
        byName = Dictionary(uniqueKeysWithValues: tables.enumerated().map { ($1.name, $0) })
    }

    /// A type by name; O(1).
    public func table(named name: String) -> Table? { byName[name].map { tables[$0] } }

    /// Whether objects of a type can be the target of any link.
    package func isLinkTarget(_ table: Table) -> Bool { linkTargets.contains(table.id) }
}

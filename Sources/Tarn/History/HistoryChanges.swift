internal import TarnRecords

/// What happened to the objects of one class in a commit, or in several together.
///
/// Objects are in the order of their keys. One that was deleted and made again with the same primary key is both
/// deleted and inserted (P8).
public struct HistoryChanges: Sendable {
    /// The class.
    public let objectType: Object.Type
    /// The objects that were made.
    public private(set) var inserted: [HistoryObject] = []
    /// The objects that were changed; never ones that were made.
    public private(set) var modified: [Modification] = []
    /// The objects that were deleted, with their primary keys.
    public private(set) var deleted: [HistoryObject] = []

    /// An object and the properties that were set.
    public struct Modification: Sendable, Hashable {
        /// The object.
        public let object: HistoryObject
        /// The names of the properties that were set, in the order of their declaration in the file. One that the class
        /// does not declare is named as its column in the file.
        public let properties: [String]
    }

    /// Whether nothing happened.
    public var isEmpty: Bool { inserted.isEmpty && modified.isEmpty && deleted.isEmpty }

    init(_ known: HistoryTypes.Known, _ changes: TableChanges) {
        objectType = known.description.type
        for cluster in changes.clusters {
            inserted += (cluster.inserted | cluster.replaced).objects(of: cluster.number, known)
            modified += Self.modifications(cluster, known)
            for slot in SlotSequence(cluster.deleted | cluster.replaced) {
                let key = cluster.deletedKeys.first { $0.slot == slot }?.key
                deleted.append(HistoryObject(known, ObjectKey(cluster: cluster.number, slot: slot), deletedKey: key))
            }
        }
    }

    private static func modifications(
        _ cluster: TableChanges.Cluster, _ known: HistoryTypes.Known
    ) -> [Modification] {
        cluster.modified(in: nil).objects(of: cluster.number, known).map { object in
            let columns = cluster.modified.filter { $0.slots & object.key.bit != 0 }.map(\.column)
            return Modification(
                object: object, properties: columns.map { $0 < known.names.count ? known.names[$0] : "column \($0)" })
        }
    }
}

extension UInt64 {
    /// The objects in some slots of a cluster.
    fileprivate func objects(of cluster: UInt64, _ known: HistoryTypes.Known) -> [HistoryObject] {
        SlotSequence(self).map { HistoryObject(known, ObjectKey(cluster: cluster, slot: $0)) }
    }
}

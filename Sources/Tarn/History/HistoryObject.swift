internal import TarnRecords

/// An object that a commit made, changed or deleted. A value that can be sent anywhere.
///
/// ``Store/object(ofType:at:)`` finds the object if it still exists.
public struct HistoryObject: Sendable {
    /// The class of the object.
    public let objectType: Object.Type
    let key: ObjectKey
    /// The primary key where the history tells it.
    private let storedKey: StoredValue?
    private let keyField: (any PersistedField.Type)?

    init(_ known: HistoryTypes.Known, _ key: ObjectKey, deletedKey: [UInt8]? = nil) {
        objectType = known.description.type
        self.key = key
        keyField = known.description.primaryKey?.field
        if known.table.hasIntegerKey {
            storedKey = .integer(key.number)
        } else {
            storedKey = deletedKey.flatMap { bytes in
                known.table.keyKind.flatMap { KeyCoding.primaryKey(bytes, $0) }
            }
        }
    }

    /// The primary key as a value of its property's type, where the history tells it: of deleted objects, and of every
    /// object whose key is an integer that cannot be nil. Others are asked when they have been found.
    ///
    /// A key that is nil is an optional that holds none: `primaryKey as? String?`.
    public var primaryKey: (any Persistable)? {
        guard let storedKey, let keyField else { return nil }
        return keyField.decode(storedKey)
    }
}

extension HistoryObject: Hashable {
    /// Whether both are the same object, or had the same primary key one after the other.
    public static func == (a: HistoryObject, b: HistoryObject) -> Bool {
        a.key == b.key && a.objectType == b.objectType
    }

    /// Hashes class and key.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(ObjectIdentifier(objectType))
        hasher.combine(key)
    }
}

extension HistoryObject: CustomStringConvertible {
    /// The class, and the primary key if it is known.
    public var description: String {
        "\(objectType) \(storedKey.map(\.literal) ?? "object \(key.number)")"
    }
}

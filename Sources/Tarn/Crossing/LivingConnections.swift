internal import Synchronization
internal import TarnRecords

/// The open connections of the process, for those who need one where they are.
enum LivingConnections {
    fileprivate struct Entry {
        let path: String
        let confinement: Confinement
        let types: [ObjectIdentifier]
        let connection: Carried<WeakConnection>
    }

    fileprivate static let entries = Mutex<[ObjectIdentifier: Entry]>([:])

    /// A connection to a file that may be used by the caller, for all classes of a configuration; nil when there is
    /// none.
    static func here(_ path: String, like configuration: Store.Configuration) -> Connection? {
        let types = configuration.objectTypes.map { ObjectIdentifier($0) }
        let found = entries.withLock { entries in
            entries.values.first { entry in
                entry.path == path && entry.confinement.isSurelyHere && types.allSatisfy(entry.types.contains)
            }
        }
        return found?.connection.value.connection
    }
}

/// Lists a connection as long as it has it.
final class LivingConnection {
    init(_ connection: Connection) {
        let entry = LivingConnections.Entry(
            path: connection.openEnvironment.path, confinement: connection.confinement,
            types: connection.descriptions.map { ObjectIdentifier($0.type) },
            // Carried, since it is only followed in the place of the connection, where nothing else can end it.
            connection: Carried(WeakConnection(connection)))
        let identifier = ObjectIdentifier(self)
        LivingConnections.entries.withLock { $0[identifier] = entry }
    }

    deinit {
        let identifier = ObjectIdentifier(self)
        _ = LivingConnections.entries.withLock { $0.removeValue(forKey: identifier) }
    }
}

private struct WeakConnection {
    private(set) weak var connection: Connection?

    init(_ connection: Connection) { self.connection = connection }
}

extension Confinement {
    /// Whether the caller is where a store of this confinement may be used. Of actors only the main one can be asked.
    fileprivate var isSurelyHere: Bool {
        if case .actor(let home) = self { home.actor === MainActor.shared && isOnMainThread() } else { isHere }
    }
}

internal import Synchronization
internal import TarnLMDB
internal import TarnRecords

/// A snapshot of one version that any thread may read, one at a time.
///
/// It takes over the transaction of the connection that it was made for, which goes on reading through it until it
/// moves; LMDB can begin no second one at a version that is not the newest. Both may read at once, see
/// docs/decisions/0019-frozen-values.md.
final class FrozenVersion: Sendable {
    let number: UInt64
    let identity: StoreIdentity
    private let descriptions: [ClassDescription]
    private let failureHandler: (@Sendable (StoreError) -> Void)?
    private let held: Mutex<Held>

    private struct Held {
        // Carried, since they are used under the lock only.
        let snapshot: Carried<FrozenSnapshot>
        var classes: [ObjectIdentifier: FrozenClass] = [:]
        var failure: StoreError?
    }

    init(
        _ transaction: consuming ReadTransaction, _ session: RecordSession, _ number: UInt64, _ connection: Connection
    ) {
        self.number = number
        identity = connection.identity
        descriptions = connection.descriptions
        failureHandler = connection.configuration.readFailureHandler
        let transactionNumber = transaction.version
        held = Mutex(Held(snapshot: Carried(FrozenSnapshot(transaction, session))))
        FrozenVersions.add(
            self, PinnedByFrozen(path: identity.path, version: number, transaction: transactionNumber))
    }

    deinit { FrozenVersions.remove(self) }

    /// The last failure met while reading.
    var failure: StoreError? { held.withLock { $0.failure } }

    /// Reads under the lock. A failure is kept, given to the handler of the configuration, and answers nil.
    func read<R: Sendable>(_ body: (RecordSession) throws(RecordError) -> R) -> R? {
        let outcome: Result<R, RecordError> = held.withLock { held in
            do throws(RecordError) {
                return .success(try body(held.snapshot.value.session))
            } catch {
                held.failure = StoreError(error, path: identity.path)
                return .failure(error)
            }
        }
        switch outcome {
        case .success(let value): return value
        case .failure(let error):
            failureHandler?(StoreError(error, path: identity.path))
            return nil
        }
    }

    /// The class as it was in this version; traps for one that the store was not opened with.
    func type(_ type: Object.Type) -> FrozenClass {
        let identifier = ObjectIdentifier(type)
        return held.withLock { held in
            if let known = held.classes[identifier] { return known }
            let description = ClassDescription.of(type)
            let catalogue = held.snapshot.value.session.catalogue
            guard descriptions.contains(where: { $0 === description }),
                let table = catalogue.table(named: description.name)
            else { preconditionFailure("C11: \(description.name) is not among the object types of the store") }
            let types = QueryTypes(catalogue: catalogue, descriptions: descriptions)
            let made = FrozenClass(description, table, types, identity, failureHandler)
            held.classes[identifier] = made
            return made
        }
    }

    /// The class of a type in the file, if it is among those of the store.
    func type(at number: UInt16) -> Object.Type? {
        held.withLock { held in
            let tables = held.snapshot.value.session.catalogue.tables
            guard Int(number) < tables.count else { return nil }
            return descriptions.first { $0.name == tables[Int(number)].name }?.type
        }
    }

    /// The object with a key, or nil.
    func row(_ type: Object.Type, _ key: ObjectKey) -> FrozenRow? { row(self.type(type), key) }

    /// The object with a key, or nil.
    func row(_ type: FrozenClass, _ key: ObjectKey) -> FrozenRow? {
        let values = read { (session) throws(RecordError) in try FrozenRow.values(session, type, key) }
        guard let values, let values else { return nil }
        return FrozenRow(type, key, number, values, self)
    }

    /// The objects with some keys, read in one go; those that cannot be read have zero values.
    func rows(_ type: FrozenClass, _ keys: [ObjectKey]) -> [FrozenRow] {
        keys.isEmpty
            ? []
            : read { (session) throws(RecordError) in
                var rows: [FrozenRow] = []
                rows.reserveCapacity(keys.count)
                for key in keys {
                    let values = try FrozenRow.values(session, type, key) ?? type.zeros
                    rows.append(FrozenRow(type, key, number, values, self))
                }
                return rows
            } ?? keys.map { FrozenRow(type, $0, number, type.zeros, nil) }
    }
}

/// The transaction and the way to read through it.
private final class FrozenSnapshot {
    private let transaction: ReadTransaction
    let session: RecordSession

    init(_ transaction: consuming ReadTransaction, _ session: RecordSession) {
        self.transaction = transaction
        self.session = session
    }
}

extension FrozenClass {
    /// What an object reads as when damage hides its values.
    var zeros: [StoredValue] { table.columns.map { .zero(of: $0.kind) } }
}

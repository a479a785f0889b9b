internal import TarnRecords

/// Where and when something was taken out of a store.
struct StoredPlace: Sendable {
    let identity: StoreIdentity
    private let version: UInt64
    private let fate: WriteFate?

    init(_ identity: StoreIdentity, _ version: UInt64, _ fate: WriteFate?) {
        self.identity = identity
        self.version = version
        self.fate = fate
    }

    /// The version that a store needs to see, or nil when there is none: the write was cancelled, or is still open and
    /// not the one that the store is in.
    func neededVersion(in write: WriteFate?) -> UInt64? {
        guard let fate, fate !== write else { return version }
        return fate.committed
    }
}

extension Store {
    /// Prepares for what was taken out of a store at some place; false when it is gone with its write.
    func prepare(for place: StoredPlace) -> Bool {
        connection.check()
        precondition(
            place.identity == connection.identity,
            "F6: what belongs to \(place.identity.path) cannot be had from a store on "
                + "\(connection.openEnvironment.path)")
        guard let version = place.neededVersion(in: connection.writeFate) else { return false }
        do {
            try connection.catchUp(with: version)
        } catch {
            connection.note(error)
            return false
        }
        return true
    }

    /// The live object for one that was taken out of a store.
    func thaw<T: Object>(_ type: T.Type, _ key: ObjectKey, _ place: StoredPlace) -> T? {
        prepare(for: place) ? object(type, key) : nil
    }
}

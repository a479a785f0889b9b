internal import TarnRecords

/// Tells files apart by what crosses threads: the path, and the identity that a file got when it was made.
///
/// A copy keeps the identity and a file that was made anew keeps the path, so both are asked.
struct StoreIdentity: Sendable, Hashable {
    let path: String
    let storeID: [UInt8]
}

extension Connection {
    /// The file behind the connection.
    var identity: StoreIdentity { StoreIdentity(path: openEnvironment.path, storeID: catalogue.storeID) }

    /// Moves to a version that something of another place was taken from, if the snapshot is older (F6).
    ///
    /// In a write there is nothing newer, and during a delivery the store stays where it is (R4).
    func catchUp(with version: UInt64) throws(StoreError) {
        if try session().state.version < version { _ = try refresh() }
    }

    /// What will become of the open write; nil outside of writes.
    var openWriteFate: WriteFate? {
        guard isInWriteTransaction else { return nil }
        if let writeFate { return writeFate }
        let made = WriteFate()
        writeFate = made
        return made
    }

    /// Tells what was taken out of the write how it ended.
    func endWriteFate(committed version: UInt64?) {
        if let version { writeFate?.commit(version) } else { writeFate?.cancel() }
        writeFate = nil
    }
}

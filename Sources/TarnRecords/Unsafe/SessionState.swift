package import TarnLMDB

extension RecordSession {
    /// The key of the state in the tree `log`; greater than every version.
    static let stateKey = [UInt8](repeating: 0xFF, count: 8)

    // Safety: fields that skip the exclusivity check; a session has one thread, and no access overlaps another.
    /// How many commits have changed the file.
    package var version: UInt64 { unsafe state.version }

    // Safety: as above.
    /// The first version whose change record is still kept.
    package var oldestRecord: UInt64 { unsafe state.oldestRecord }

    // Safety: the stored bytes are copied at once.
    package static func readState(_ transaction: RawTransaction, _ trees: Trees) throws(RecordError) -> StateRecord {
        do {
            let stored = try unsafe stateKey.withBytes { (key) throws(LMDBError) in
                try unsafe transaction.value(for: key, in: trees.log)
            }
            guard let stored = unsafe stored else { return StateRecord() }
            guard let state = unsafe SealedBytes.open(Array(stored)) else {
                throw RecordError(.corrupt, tree: "log", key: "state", message: "the state does not match its checksum")
            }
            return try StateRecord(state)
        } catch let error as LMDBError {
            throw .storage(error, tree: "log")
        } catch let error as RecordError {
            throw error
        } catch {
            throw RecordError(.corrupt, tree: "log", key: "state", message: "\(error)")
        }
    }

    /// Reads the catalogue of a file, or nil when the file has none yet.
    ///
    /// - Throws: `foreign` when the environment is not Tarn's, `newerFormat` when a newer Tarn wrote it.
    package static func readCatalogue(
        _ transaction: RawTransaction, _ trees: Trees, revision: UInt64
    ) throws(RecordError) -> Catalogue? {
        guard let storeID = try readFormat(transaction, trees.catalogue) else { return nil }
        guard let schema = try entry("schema", transaction, trees.catalogue) else {
            throw RecordError(.corrupt, tree: "catalogue", key: "schema", message: "the schema is missing")
        }
        guard let schema = SealedBytes.open(schema) else {
            throw RecordError(
                .corrupt, tree: "catalogue", key: "schema", message: "the schema does not match its checksum")
        }
        return try Catalogue.decode(schema: schema, storeID: storeID, revision: revision)
    }

    /// Looks whether a file is Tarn's and of a format that this code reads, in the tree `catalogue` alone.
    ///
    /// - Returns: the identity of the file, or nil when it has none yet.
    /// - Throws: as ``readCatalogue(_:_:revision:)``.
    package static func readFormat(
        _ transaction: RawTransaction, _ catalogue: RawTree
    ) throws(RecordError) -> [UInt8]? {
        guard let stored = try entry("format", transaction, catalogue) else { return nil }
        guard let format = SealedBytes.open(stored), format.count >= 4 + 4 + 16 else {
            // Whoever else has such an entry has another length, or at least another beginning.
            let isOurs = stored.count == 28 && zip(stored, Catalogue.mark).filter { $0 == $1 }.count > 2
            if !isOurs { throw notTarns }
            throw RecordError(
                .corrupt, tree: "catalogue", key: "format", message: "the format does not match its checksum")
        }
        if Array(format[0..<4]) != Catalogue.mark { throw notTarns }
        var reader = ByteReader(Array(format[4..<8]))
        let version = (try? reader.read(UInt32.self)) ?? 0
        guard version <= Catalogue.currentFormat else {
            throw RecordError(
                .newerFormat, tree: "catalogue", key: "format",
                message: "the file has format \(version), this version of Tarn reads up to \(Catalogue.currentFormat)")
        }
        return Array(format[8...])
    }

    private static let notTarns = RecordError(
        .foreign, tree: "catalogue", key: "format", message: "this is not a Tarn file")

    // Safety: the stored bytes are copied at once.
    private static func entry(
        _ name: String, _ transaction: RawTransaction, _ catalogue: RawTree
    ) throws(RecordError) -> [UInt8]? {
        do {
            let key = Array(name.utf8)
            return try unsafe key.withBytes { (key) throws(LMDBError) in
                let stored = try unsafe transaction.value(for: key, in: catalogue)
                return unsafe stored.map { unsafe Array($0) }
            }
        } catch {
            throw .storage(error, tree: "catalogue")
        }
    }

    // Safety: the bytes are not looked at.
    /// Reads from every tree once. LMDB notes then where the trees lie; from now on reading changes nothing in the
    /// transaction, so that several threads may read through it.
    package func openTrees() throws(RecordError) {
        let key = TreeKey(text: "format")
        for tree in trees.all {
            _ = try unsafe bytes(key, in: tree)
        }
    }

    // Safety: fields that skip the exclusivity check; a write has one thread, and no access overlaps another.
    /// Stores format, identity and schema.
    package func writeCatalogue(_ catalogue: Catalogue) throws(RecordError) {
        var format = ByteWriter()
        format.write(Catalogue.currentFormat)
        let head = Catalogue.mark + format.bytes + catalogue.storeID
        try put(SealedBytes.seal(head), for: TreeKey(text: "format"), in: trees.catalogue)
        try put(SealedBytes.seal(catalogue.encodedSchema()), for: TreeKey(text: "schema"), in: trees.catalogue)
        unsafe state.schemaRevision += 1
        unsafe pending.hasOtherChanges = true
    }
}

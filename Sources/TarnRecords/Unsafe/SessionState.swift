package import TarnLMDB

extension RecordSession {
    /// The key of the state in the tree `log`; greater than every version.
    static let stateKey = [UInt8](repeating: 0xFF, count: 8)

    // Safety: the stored bytes are copied at once.
    package static func readState(_ transaction: RawTransaction, _ trees: Trees) throws(RecordError) -> StateRecord {
        do {
            let stored = try unsafe stateKey.withBytes { (key) throws(LMDBError) in
                try unsafe transaction.value(for: key, in: trees.log)
            }
            return unsafe stored == nil ? StateRecord() : try StateRecord(Array(stored!))
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
        return try Catalogue.decode(schema: schema, storeID: storeID, revision: revision)
    }

    /// Looks whether a file is Tarn's and of a format that this code reads, in the tree `catalogue` alone.
    ///
    /// - Returns: the identity of the file, or nil when it has none yet.
    /// - Throws: as ``readCatalogue(_:_:revision:)``.
    package static func readFormat(
        _ transaction: RawTransaction, _ catalogue: RawTree
    ) throws(RecordError) -> [UInt8]? {
        guard let format = try entry("format", transaction, catalogue) else { return nil }
        guard format.count == 4 + 4 + 16, Array(format[0..<4]) == Array("TARN".utf8) else {
            throw RecordError(.foreign, tree: "catalogue", key: "format", message: "this is not a Tarn file")
        }
        var reader = ByteReader(Array(format[4..<8]))
        let version = (try? reader.read(UInt32.self)) ?? 0
        guard version <= Catalogue.currentFormat else {
            throw RecordError(
                .newerFormat, tree: "catalogue", key: "format",
                message: "the file has format \(version), this version of Tarn reads up to \(Catalogue.currentFormat)")
        }
        return Array(format[8...])
    }

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

    /// Stores format, identity and schema.
    package func writeCatalogue(_ catalogue: Catalogue) throws(RecordError) {
        var format = ByteWriter()
        format.write(Catalogue.currentFormat)
        let head = Array("TARN".utf8) + format.bytes + catalogue.storeID
        try put(head, for: TreeKey(text: "format"), in: trees.catalogue)
        try put(catalogue.encodedSchema(), for: TreeKey(text: "schema"), in: trees.catalogue)
        state.schemaRevision += 1
        pending.hasOtherChanges = true
    }
}

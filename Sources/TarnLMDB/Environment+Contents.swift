extension Environment {
    /// Whether a tree exists, without making it.
    // A named tree is an entry of the unnamed one; opening it would also make its handle.
    package func hasTree(named name: String) throws(LMDBError) -> Bool {
        let transaction = try beginRead()
        return try transaction.raw.hasKey(Array(name.utf8), in: .unnamed)
    }

    /// Whether the file holds nothing at all.
    package func isEmpty() throws(LMDBError) -> Bool {
        let transaction = try beginRead()
        var cursor = try RawCursor(transaction.raw, .unnamed)
        return !(try cursor.move(.first))
    }
}

extension Connection {
    /// What a commit elsewhere, or something left for later, makes the connection do on its home.
    func wokenUp() {
        defer { deliverEndsOfWrites() }
        if isClosed || isInWriteTransaction { return }
        do throws(StoreError) { _ = try refresh() } catch { note(error) }
    }
}

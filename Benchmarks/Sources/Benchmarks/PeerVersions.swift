internal import CLMDBPeer
internal import CSQLite

/// The libraries that the peers were linked with.
func peerVersions() -> String {
    "SQLite \(String(cString: sqlite3_libversion())), \(String(cString: lmdb_peer_version()))"
}

internal import CLMDB

#if canImport(Darwin)
    internal import Darwin
#elseif canImport(Musl)
    internal import Musl
#else
    internal import Glibc
#endif

extension EnvironmentHandle {
    // Safety: LMDB fills the structure during the call.
    /// The size of the map.
    func mapSize() throws(LMDBError) -> Int {
        var info = unsafe MDB_envinfo()
        try LMDBError.check(unsafe mdb_env_info(pointer, &info), "map size")
        return unsafe info.me_mapsize
    }

    // Safety: the caller makes sure that no transaction of this process is open, since the map moves.
    /// Sets the size of the map.
    ///
    /// LMDB gives the old map back before it asks for the new one, and is left without any when that fails: the address
    /// space is therefore tried first.
    func setMapSize(_ size: Int) throws(LMDBError) {
        if !Self.canMap(size) { throw LMDBError(.outOfMemory, operation: "set map size") }
        try LMDBError.check(unsafe mdb_env_set_mapsize(pointer, size), "set map size")
    }

    // Safety: as above; LMDB fills the structures during the calls, from the pages that the old map still shows.
    /// Makes the map large enough for what another process made of the file, with room to spare where there is any.
    func followFile() throws(LMDBError) {
        var info = unsafe MDB_envinfo()
        var stat = MDB_stat()
        try LMDBError.check(unsafe mdb_env_info(pointer, &info), "map size")
        try LMDBError.check(unsafe mdb_env_stat(pointer, &stat), "map size")
        let needed = unsafe (info.me_last_pgno + 1) * Int(stat.ms_psize)
        let size = [16, 4, 2].map { needed * $0 }.first(where: Self.canMap)
        try setMapSize(size ?? needed)
    }

    // Safety: the pages are never touched and given back at once.
    /// Whether so much address space is to be had.
    static func canMap(_ size: Int) -> Bool {
        let map = unsafe mmap(nil, size, PROT_NONE, MAP_PRIVATE | MAP_ANON | noReserve, -1, 0)
        if unsafe map == MAP_FAILED { return false }
        return unsafe munmap(map, size) == 0
    }
}

#if canImport(Darwin)
    private let noReserve = MAP_NORESERVE
#else
    private let noReserve = Int32(MAP_NORESERVE)
#endif

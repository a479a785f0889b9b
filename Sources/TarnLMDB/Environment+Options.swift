extension Environment {
    /// How a file is opened.
    public struct Options: Sendable, Hashable {
        /// The address space reserved for the file in bytes, and so the size it can grow to.
        ///
        /// Reserving costs no memory and no disk. Where so much address space is not to be had, a smaller map is
        /// tried, down to the size of the file; ``Environment/information()`` says what was reserved.
        public var mapSize = 1 << 40
        /// How many read transactions may be open at a time, over all processes. The first opener decides.
        public var maximumReaders = 1024
        /// How many named trees may be open at a time.
        public var maximumTrees = 32
        /// What a commit promises.
        public var durability = Durability.full
        /// Whether the environment refuses to write; the file must exist.
        public var isReadOnly = false
        /// The permission bits of a file that is created.
        public var fileMode: UInt16 = 0o644

        /// The options that suit most uses.
        public init() {}
    }
}

/// A named tree of a file: keys in order, each with a value or with several sorted ones.
///
/// Opened once by ``Environment/openDatabase(named:options:)`` and then used with any transaction of the environment
/// that began or was renewed afterwards.
public struct Database: Sendable {
    /// The name in the file.
    public let name: String
    /// The kind of keys and values; part of the file.
    public let options: Options
    package let tree: RawTree
    let opened: OpenedTree
    let environment: SharedEnvironment

    /// How keys are ordered.
    public enum Keys: Sendable, Hashable {
        /// Byte by byte, a shorter key before its extensions.
        case bytes
        /// Byte by byte from the end.
        case reversedBytes
        /// As unsigned integers of eight bytes in the machine's order; see `UInt64` as ``Bytes``.
        case integers
    }

    /// Whether a key may have more than one value; each of them is then at most as long as a key may be.
    public enum Duplicates: Sendable, Hashable {
        /// One value for each key.
        case none
        /// Many values, sorted byte by byte.
        case sorted
        /// Many values of one size in bytes, packed more tightly.
        case fixedSize(Int)
        /// Many unsigned integers of eight bytes in the machine's order.
        case integers
    }

    /// The kind of a tree. It must be the same at each opening, since the file is laid out by it.
    public struct Options: Sendable, Hashable {
        /// How keys are ordered.
        public var keys: Keys
        /// Whether a key may have more than one value.
        public var duplicates: Duplicates

        /// Creates options; by default keys are bytes and have one value each.
        public init(keys: Keys = .bytes, duplicates: Duplicates = .none) {
            self.keys = keys
            self.duplicates = duplicates
        }

        var flags: TreeFlags {
            var flags: TreeFlags = []
            switch keys {
            case .bytes: break
            case .reversedBytes: flags.insert(.reverseKeys)
            case .integers: flags.insert(.integerKeys)
            }
            switch duplicates {
            case .none: break
            case .sorted: flags.insert(.duplicateSort)
            case .fixedSize: flags.formUnion([.duplicateSort, .fixedDuplicates])
            case .integers: flags.formUnion([.duplicateSort, .fixedDuplicates, .integerDuplicates])
            }
            return flags
        }

        /// The size that each value must have, if it is prescribed.
        var valueSize: Int? {
            switch duplicates {
            case .fixedSize(let size): size
            case .integers: 8
            case .none, .sorted: nil
            }
        }
    }

    /// Refuses what LMDB does not check and would store wrongly: integers of another size, and values of another size
    /// than their neighbours in a packed page.
    func check(key: Int? = nil, value: Int? = nil, _ operation: String) throws(LMDBError) {
        if let key, options.keys == .integers, key != 8 { throw LMDBError(.keyTooLongOrEmpty, operation: operation) }
        if let value, let size = options.valueSize, value != size {
            throw LMDBError(.keyTooLongOrEmpty, operation: operation)
        }
    }
}

extension Environment {
    /// Opens a named tree, and creates it where it is missing and the environment may write.
    ///
    /// It runs a transaction of its own: not while the calling thread writes, unless the tree was opened before.
    ///
    /// - Throws: ``LMDBError`` with `.noSuchTree` when it is missing and may not be created, `.incompatible` when it
    ///   exists as another kind, `.treesFull` when more trees are open than the options of the environment allow.
    public func openDatabase(
        named name: String, options: Database.Options = .init()
    ) throws(LMDBError) -> Database {
        if name.utf8.isEmpty || name.utf8.contains(0) {
            throw LMDBError(.keyTooLongOrEmpty, operation: "open tree")
        }
        if let size = options.valueSize, !(1...maximumKeySize).contains(size) {
            throw LMDBError(.keyTooLongOrEmpty, operation: "open tree")
        }
        let opened = try openedTrees([TreeSpec(name: name, flags: options.flags)])[0]
        let database = Database(
            name: name, options: options, tree: opened.tree, opened: opened, environment: shared)
        if options.valueSize != nil {
            // The file knows only that the sizes are equal, not which it is: the first value tells.
            let read = try beginRead()
            var cursor = try RawCursor(read.raw, database.tree)
            let stored = try cursor.move(.first) ? cursor.valueSize : nil
            if let stored, stored != options.valueSize { throw LMDBError(.incompatible, operation: "open tree") }
        }
        return database
    }

    /// The names of all trees in the file, in order.
    ///
    /// A file made by other software may keep plain entries beside its trees; their keys are listed as well.
    public func databaseNames() throws(LMDBError) -> [String] {
        var names: [String] = []
        let read = try beginRead()
        var cursor = try RawCursor(read.raw, .root)
        while try cursor.move(.next) { names.append(cursor.keyText) }
        return names
    }

    /// Removes a tree with everything in it, in a transaction of its own.
    ///
    /// Databases that were opened for it are refused from then on with `.badTree`, also in snapshots that still see it.
    public func deleteDatabase(_ database: Database) throws(LMDBError) {
        precondition(database.environment === shared, "a database is used with the environment that opened it")
        try deleteTree(named: database.name)
    }
}

internal import FoundationEssentials
internal import TarnLMDB
internal import TarnRecords

/// A file that is ready for use: environment, trees, and a catalogue that has everything the program declares.
struct OpenedFile {
    let path: String
    let environment: Environment
    let trees: Trees
    let catalogue: Catalogue
    let descriptions: [ClassDescription]
    let memoryFile: MemoryFile?

    /// Opens or makes the file and brings its catalogue up to date.
    init(_ configuration: Store.Configuration) throws(StoreError) {
        descriptions = try Self.describe(configuration.objectTypes)
        memoryFile = configuration.inMemoryIdentifier.map { MemoryFile.named($0) }
        if let memoryFile { path = memoryFile.path } else { path = try Self.path(configuration.fileURL) }
        do {
            environment = try Environment.open(path: path, options: configuration.environmentOptions)
            trees = try Self.openTrees(environment, path)
        } catch {
            throw StoreError(wrapping: error, path: path)
        }
        catalogue = try Self.prepare(environment, trees, configuration, descriptions, path)
    }

    /// The path of a file. Another kind of URL has a path too, which is that of another file on this machine.
    static func path(_ url: URL?) throws(StoreError) -> String {
        guard let url else {
            throw StoreError(.invalidPath, "the configuration names neither a file nor an identifier in memory")
        }
        guard url.isFileURL else {
            throw StoreError(.invalidPath, "\(url) is not the URL of a file; use URL(filePath:)")
        }
        return url.path
    }

    /// The classes given and all that they link to; errors name class and property.
    static func describe(_ types: [Object.Type]) throws(StoreError) -> [ClassDescription] {
        var found: [ClassDescription] = []
        var waiting = Array(types.reversed())
        while let type = waiting.popLast() {
            let description = ClassDescription.of(type)
            if found.contains(where: { $0 === description }) { continue }
            found.append(description)
            waiting += description.properties.compactMap { $0.field.linkTarget }
            waiting += description.linkingProperties.map(\.origin)
            if let parent = description.parent { waiting.append(parent) }
        }
        var problems = ObjectSchema.problems(in: found.map(\.schema))
        for description in found {
            problems += description.linkingProperties.compactMap { property in
                property.problem(of: description).map {
                    SchemaProblem(type: description.name, property: property.name, reason: "L2: \($0)")
                }
            }
            problems += description.properties.compactMap { property in
                property.linkProblem.map {
                    SchemaProblem(type: description.name, property: property.name, reason: $0)
                }
            }
        }
        if !problems.isEmpty {
            throw StoreError(.schemaMismatch, "the object types cannot be used:" + list(problems))
        }
        return found
    }

    static func list(_ problems: [SchemaProblem]) -> String { problems.map { "\n- \($0)" }.joined() }

    /// Opens the trees of a Tarn file, making them in an empty one; refuses other LMDB files before touching them.
    static func openTrees(_ environment: Environment, _ path: String) throws -> Trees {
        let specs = Trees.specifications.map { TreeSpec(name: $0.name, flags: $0.order.flags) }
        let names = try environment.databaseNames()
        if names.isEmpty {
            if environment.isReadOnly {
                throw StoreError(.notAStore, "the file is empty (\(path)); open it for writing")
            }
        } else if try !isTarns(environment, names, specs) {
            throw StoreError(.notAStore, "the file is an LMDB environment that Tarn did not make (\(path))")
        }
        return Trees(try environment.openTrees(specs))
    }

    /// Whether a file with trees is Tarn's. It may be that of a program which ended before it had written more.
    private static func isTarns(_ environment: Environment, _ names: [String], _ specs: [TreeSpec]) throws -> Bool {
        guard names.contains(specs[0].name) else { return false }
        let catalogue = try environment.openTrees([specs[0]])[0]
        let transaction = try environment.beginRead()
        if try RecordSession.readFormat(transaction.raw, catalogue) != nil { return true }
        return Set(names).isSubset(of: specs.map(\.name))
    }

    private static func prepare(
        _ environment: Environment, _ trees: Trees, _ configuration: Store.Configuration,
        _ descriptions: [ClassDescription], _ path: String
    ) throws(StoreError) -> Catalogue {
        do {
            let schemas = descriptions.map(\.schema)
            if let current = try read(environment, trees) {
                if try merge(current, schemas, configuration) == nil { return current }
                if configuration.isReadOnly {
                    throw StoreError(
                        .schemaMismatch, "the file lacks declared types or properties and is open read-only")
                }
            } else if configuration.isReadOnly {
                throw StoreError(.notAStore, "the file holds no catalogue (\(path))")
            }
            return try update(environment, trees, schemas, configuration)
        } catch {
            throw StoreError(wrapping: error, path: path)
        }
    }

    static func read(_ environment: Environment, _ trees: Trees) throws -> Catalogue? {
        let transaction = try environment.beginRead()
        let state = try RecordSession.readState(transaction.raw, trees)
        return try RecordSession.readCatalogue(transaction.raw, trees, revision: state.schemaRevision)
    }

    /// What has to be written, or nil when nothing has.
    private static func merge(
        _ current: Catalogue, _ schemas: [ObjectSchema], _ configuration: Store.Configuration
    ) throws(StoreError) -> (Catalogue, [(UInt16, Int)], [(UInt16, Int)])? {
        // Whoever declares nothing reads without classes, whatever version they are of.
        if schemas.isEmpty { return nil }
        if configuration.schemaVersion < current.schemaVersion {
            throw StoreError(
                .schemaMismatch,
                "the file has schema version \(current.schemaVersion), the configuration \(configuration.schemaVersion)"
            )
        }
        switch current.merge(schemas, schemaVersion: configuration.schemaVersion) {
        case .unchanged: return nil
        case .added(let catalogue, let built, let dropped): return (catalogue, built, dropped)
        case .refused(let problems):
            throw StoreError(.schemaMismatch, "the file needs a migration for these changes:" + list(problems))
        }
    }

    /// Writes the catalogue and builds new indexes in one transaction, looking again at what is there by then.
    private static func update(
        _ environment: Environment, _ trees: Trees, _ schemas: [ObjectSchema], _ configuration: Store.Configuration
    ) throws -> Catalogue {
        let transaction = try environment.beginWrite()
        let state = try RecordSession.readState(transaction.raw, trees)
        let stored = try RecordSession.readCatalogue(transaction.raw, trees, revision: state.schemaRevision)
        let base =
            stored ?? Catalogue(storeID: (0..<16).map { _ in .random(in: 0...255) }, schemaVersion: 0, tables: [])
        guard
            let (merged, built, dropped) = try merge(base, schemas, configuration)
                ?? (stored == nil ? (base, [], []) : nil)
        else { return base }
        let session = try RecordSession(transaction.raw, trees, merged, Generation(), isWriting: true)
        try session.writeCatalogue(merged)
        for (table, column) in dropped { try session.dropIndex(table, column) }
        for (table, column) in built { try session.buildIndex(merged.tables[Int(table)], column) }
        try session.adoptUniqueRules(from: base)
        _ = try session.finish(limits: configuration.historyLimits.log, stamp: .now())
        let revision = session.state.schemaRevision
        try transaction.commit()
        return Catalogue(
            storeID: merged.storeID, schemaVersion: merged.schemaVersion, tables: merged.tables, revision: revision)
    }
}

extension Store.Configuration {
    var environmentOptions: Environment.Options {
        var options = Environment.Options()
        options.mapSize = mapSize
        options.maximumReaders = maximumReaders
        options.durability = inMemoryIdentifier == nil ? durability : .memory
        options.isReadOnly = isReadOnly
        return options
    }
}

extension Trees.Order {
    var flags: TreeFlags {
        switch self {
        case .plain: []
        case .integerDuplicates: [.duplicateSort, .fixedDuplicates, .integerDuplicates]
        case .fixedDuplicates: [.duplicateSort, .fixedDuplicates]
        }
    }
}

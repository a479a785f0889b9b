package import FoundationEssentials
internal import TarnLMDB
package import TarnRecords

/// A file read without its classes, for tools: its types, and queries on them.
///
/// Each call reads the newest commit.
package struct DynamicStore {
    private let environment: Environment
    private let trees: Trees
    private let path: String
    /// The types in the file.
    package let types: [TypeInformation]

    /// Opens an existing file read-only.
    ///
    /// - Throws: ``StoreError`` with `.notFound`, `.notAStore` and others.
    package init(at url: URL) throws(StoreError) {
        path = url.path
        environment = try InspectedFile.open(url)
        do {
            trees = try OpenedFile.openTrees(environment, path)
        } catch {
            throw StoreError(wrapping: error, path: path)
        }
        types = try Store.information(at: url).types
    }

    /// One object as its values, in the order of the type's properties.
    package struct Row {
        package let values: [DynamicValue]
    }

    /// What a query asks for.
    package struct Request {
        package var type: String
        /// Makes the steps of the query for the table of the type; nil for all objects.
        package var steps: ((Table, Catalogue) throws -> [RecordQuery.Step])?
        package var limit: Int?

        package init(type: String) { self.type = type }
    }

    /// The objects that a request asks for.
    package func objects(_ request: Request) throws -> [Row] {
        try reading { session in
            let query = try query(request, session)
            let found = try session.run(query)
            return try (0..<found.count).map { index in
                let key = found.key(at: index)
                return Row(
                    values: try query.table.columns.indices.map { column in
                        let value = try session.value(query.table, key, column) ?? .null
                        return DynamicValue(value, query.table.columns[column].kind)
                    })
            }
        }
    }

    /// How many objects a request asks for.
    package func count(_ request: Request) throws -> Int {
        try reading { session in try session.count(query(request, session)) }
    }

    /// How a request will be carried out, in words.
    package func explain(_ request: Request) throws -> String {
        try reading { session in try session.explanation(of: query(request, session)) }
    }

    private func query(_ request: Request, _ session: RecordSession) throws -> RecordQuery {
        guard let table = session.catalogue.table(named: request.type) else {
            throw StoreError(.notFound, "the file has no type \(request.type)")
        }
        var query = RecordQuery(table: table)
        if let steps = try request.steps?(table, session.catalogue) { query.steps += steps }
        if let limit = request.limit { query.steps.append(.limit(count: limit, offset: 0)) }
        return query
    }

    private func reading<R>(_ body: (RecordSession) throws -> R) throws -> R {
        do {
            let transaction = try environment.beginRead()
            return try body(InspectedFile.session(transaction.raw, trees))
        } catch let error as LMDBError {
            throw StoreError(error, path: path)
        } catch let error as RecordError {
            throw StoreError(error, path: path)
        }
    }
}

internal import Foundation
internal import Tarn
internal import TarnRecords

/// A query of a file that was typed on the command line.
struct StoredQuery {
    private let store: DynamicStore
    private let type: TypeInformation
    /// The texts of the conditions, each with the option or operand that it was given by.
    private var conditions: [(name: String, text: String)] = []
    private let sort: String?
    private let ascending: Bool
    private let limit: Int?

    /// The names of the properties, in the order of the values of a row.
    var names: [String] { type.properties.map(\.name) }

    init(_ arguments: ParsedArguments, limit: Int?) throws {
        let (name, condition) = Self.split(arguments.operands[1])
        if let condition { conditions.append(("WHERE", condition)) }
        if let condition = arguments.value("where") { conditions.append(("--where", condition)) }
        sort = arguments.value("sort")
        ascending = !arguments.has("descending")
        self.limit = limit
        if sort == nil, !ascending { throw UsageError("--descending needs --sort") }

        store = try DynamicStore(at: URL(fileURLWithPath: arguments.operands[0]))
        guard let type = store.types.first(where: { $0.name == name }) else {
            let known = store.types.map(\.name).joined(separator: ", ")
            throw UsageError("there is no type '\(name)' in the file; it has: \(known)")
        }
        self.type = type
    }

    /// `Airport WHERE elevation > 9 LIMIT(3)` as the type and the rest; what comes without WHERE is a suffix.
    private static func split(_ operand: String) -> (type: String, condition: String?) {
        let words = operand.split(maxSplits: 1, whereSeparator: \.isWhitespace)
        guard words.count == 2 else { return (operand.trimmingCharacters(in: .whitespaces), nil) }
        let rest = words[1].drop(while: \.isWhitespace)
        let first = rest.prefix { !$0.isWhitespace }
        guard first.uppercased() == "WHERE" else { return (String(words[0]), String(rest)) }
        return (String(words[0]), String(rest.dropFirst(first.count).drop(while: \.isWhitespace)))
    }

    func rows() throws -> [DynamicStore.Row] { try store.objects(request(limited: true)) }

    /// How many objects there are without the limit.
    func count() throws -> Int { try store.count(request(limited: false)) }

    func explanation() throws -> String { try store.explain(request(limited: true)) }

    private func request(limited: Bool) -> DynamicStore.Request {
        var request = DynamicStore.Request(type: type.name)
        request.steps = { table, catalogue throws in
            let schema = PredicateSchema(catalogue)
            var steps: [RecordQuery.Step] = []
            for (name, text) in conditions {
                steps += try Self.reading(name) { () throws(PredicateFault) in
                    try PredicateParser.steps(text, [], table, schema)
                }
            }
            guard let sort else { return steps }
            let key = try Self.reading("--sort") { () throws(PredicateFault) in
                try PredicateParser.sortKey(sort, ascending: ascending, table, schema)
            }
            return steps + [.sort([key])]
        }
        request.limit = limited ? limit : nil
        return request
    }

    private static func reading<R>(_ name: String, _ body: () throws(PredicateFault) -> R) throws(UsageError) -> R {
        do {
            return try body()
        } catch {
            throw UsageError("\(name): \(error.summary)", excerpt: error.excerpt)
        }
    }
}

internal import Foundation
internal import Tarn

/// A query of a file that was typed on the command line.
struct StoredQuery {
    private let store: DynamicStore
    private let type: TypeInformation
    private let condition: PredicateNode?
    private let sort: String?
    private let ascending: Bool
    private let limit: Int?

    /// The names of the properties, in the order of the values of a row.
    var names: [String] { type.properties.map(\.name) }

    init(_ arguments: ParsedArguments, limit: Int?) throws {
        do {
            condition = try arguments.value("where").map(PredicateParser.parse)
        } catch {
            throw UsageError("--where: \(error)")
        }
        sort = arguments.value("sort")
        ascending = !arguments.has("descending")
        self.limit = limit
        if sort == nil, !ascending { throw UsageError("--descending needs --sort") }

        store = try DynamicStore(at: URL(fileURLWithPath: arguments.operands[0]))
        guard let type = store.types.first(where: { $0.name == arguments.operands[1] }) else {
            let known = store.types.map(\.name).joined(separator: ", ")
            throw UsageError("there is no type '\(arguments.operands[1])' in the file; it has: \(known)")
        }
        self.type = type
        if let sort, !names.contains(sort) {
            throw UsageError("\(type.name) has no property '\(sort)'; it has: \(names.joined(separator: ", "))")
        }
    }

    func rows() throws -> [DynamicStore.Row] { try store.objects(request(limited: true)) }

    /// How many objects there are without the limit.
    func count() throws -> Int { try store.count(request(limited: false)) }

    func explanation() throws -> String { try store.explain(request(limited: true)) }

    private func request(limited: Bool) -> DynamicStore.Request {
        var request = DynamicStore.Request(type: type.name)
        if let condition {
            request.filter = { table throws in
                do {
                    return try PredicateBinding(table).filter(condition)
                } catch {
                    throw UsageError("--where: \(error)")
                }
            }
        }
        request.sortedBy = sort
        request.ascending = ascending
        request.limit = limited ? limit : nil
        return request
    }
}

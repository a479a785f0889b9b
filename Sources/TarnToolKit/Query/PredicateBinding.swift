internal import TarnRecords

/// Turns a condition into a filter for one table: names become columns, literals become values of their kind.
struct PredicateBinding {
    private let table: TarnRecords.Table

    init(_ table: TarnRecords.Table) { self.table = table }

    /// The filter; throws where a name is unknown or a literal does not fit its property.
    func filter(_ node: PredicateNode) throws(PredicateError) -> Filter {
        switch node {
        case .and(let parts): return .and(try filters(parts))
        case .or(let parts): return .or(try filters(parts))
        case .not(let part): return .not(try filter(part))
        case .comparison(let path, let comparison, let literal, let ignoresCase):
            return try BoundProperty(path, table).compare(comparison, literal, ignoringCase: ignoresCase)
        case .isOneOf(let path, let literals):
            let property = try BoundProperty(path, table)
            var values: [StoredValue] = []
            for literal in literals { values.append(try property.value(literal)) }
            return .isIn(column: property.column, values)
        case .isBetween(let path, let low, let high):
            let property = try BoundProperty(path, table)
            return .and([
                try property.compare(.greaterOrEqual, low), try property.compare(.lessOrEqual, high),
            ])
        }
    }

    private func filters(_ nodes: [PredicateNode]) throws(PredicateError) -> [Filter] {
        var filters: [Filter] = []
        for node in nodes { filters.append(try filter(node)) }
        return filters
    }
}

/// A column that a condition names.
private struct BoundProperty {
    let column: Int
    private let path: PropertyPath
    private let definition: TarnRecords.Table.Column

    init(_ path: PropertyPath, _ table: TarnRecords.Table) throws(PredicateError) {
        let name = path.names.joined(separator: ".")
        guard let first = path.names.first, let column = table.column(named: first) else {
            let known = table.columns.map(\.name).joined(separator: ", ")
            throw PredicateError(
                message: "\(table.name) has no property '\(name)'; it has: \(known)", position: path.position)
        }
        guard path.names.count == 1 else {
            throw PredicateError(
                message: "'\(name)' looks behind '\(first)'; a condition sees only properties of \(table.name) itself",
                position: path.position)
        }
        self.path = path
        self.column = column
        definition = table.columns[column]
    }

    func compare(
        _ comparison: PredicateNode.Comparison, _ literal: PredicateNode.Literal, ignoringCase: Bool = false
    ) throws(PredicateError) -> Filter {
        if let operation = comparison.textOperation(ignoringCase: ignoringCase) {
            return try search(operation, comparison, literal, ignoringCase)
        }
        guard let operation = comparison.order else {
            throw fault("\(comparison.rawValue)[c] cannot be asked of '\(definition.name)'")
        }
        let isOrder = operation != .equal && operation != .notEqual
        if isOrder, literal == .null || definition.kind == .link {
            throw fault("\(definition.kind == .link ? "links" : "nil") can only be compared with == and !=")
        }
        if ignoringCase {
            guard operation == .notEqual else { throw fault("[c] goes with ==, != and searches in text") }
            return .not(try search(.equal, comparison, literal, true))
        }
        return .compare(column: column, operation, try value(literal))
    }

    func value(_ literal: PredicateNode.Literal) throws(PredicateError) -> StoredValue {
        if let value = LiteralValue.value(of: literal, for: definition.kind) { return value }
        throw fault(
            "'\(definition.name)' (\(definition.kind.name)) takes \(LiteralValue.form(of: definition.kind)), "
                + "not \(Token.Kind.literal(literal))")
    }

    private func search(
        _ operation: Filter.TextOperation, _ comparison: PredicateNode.Comparison, _ literal: PredicateNode.Literal,
        _ ignoresCase: Bool
    ) throws(PredicateError) -> Filter {
        guard definition.kind == .string, case .string(let text) = literal else {
            let words = comparison.rawValue + (ignoresCase ? "[c]" : "")
            throw fault("\(words) compares text with text, and '\(definition.name)' is \(definition.kind.name)")
        }
        return .text(column: column, operation, text, ignoresCase ? .caseInsensitive : [])
    }

    private func fault(_ message: String) -> PredicateError {
        PredicateError(message: message, position: path.position)
    }
}

extension PredicateNode.Comparison {
    fileprivate var order: Filter.Comparison? { Filter.Comparison(rawValue: rawValue) }

    /// What searches in text; equality only when it overlooks something.
    fileprivate func textOperation(ignoringCase: Bool) -> Filter.TextOperation? {
        switch self {
        case .contains: .contains
        case .beginsWith: .beginsWith
        case .endsWith: .endsWith
        case .like: .like
        case .equal where ignoringCase: .equal
        default: nil
        }
    }
}

extension Filter {
    /// How deep a tree may be: what is evaluated level by level then fits every thread's stack.
    public static let maximumDepth = 200

    /// How many levels the tree has; found without recursion, so that it can be asked of any tree.
    package var depth: Int {
        if case .compare = self { return 1 }
        var deepest = 0
        var waiting: [(part: FilterPart, depth: Int)] = [(.filter(self), 1)]
        while let (part, depth) = waiting.popLast() {
            deepest = max(deepest, depth)
            for child in part.children { waiting.append((child, depth + 1)) }
        }
        return deepest
    }

    /// The object's own columns that the filter looks at.
    package var columns: Set<Int> { Set(paths.compactMap(\.first)) }

    /// The columns that the filter looks at, each as a path over links from the object: own columns are paths of one.
    ///
    /// What an inverse relation leads to is not among them (``looksBack``).
    package var paths: Set<[Int]> {
        switch self {
        case .constant, .objects: []
        case .compare(let column, _, _), .isIn(let column, _), .text(let column, _, _, _), .kind(let column, _),
            .fullText(let column, _):
            [[column]]
        case .columns(let one, _, let other): [[one], [other]]
        case .related(let relation, _, let part): relation.paths(part)
        case .relatedCount(let relation, let part, _, _): relation.paths(part)
        case .aggregate(let relation, _, let column, _, _): relation.paths(.compare(column: column, .equal, .null))
        case .expression(let one, _, let other), .search(let one, _, let other, _): one.paths.union(other.paths)
        case .and(let parts), .or(let parts): parts.reduce(into: []) { $0.formUnion($1.paths) }
        case .not(let part): part.paths
        }
    }

    /// Whether the filter depends on which objects lead to the object, which its own links do not tell.
    package var looksBack: Bool {
        switch self {
        case .constant, .compare, .isIn, .text, .fullText, .kind, .columns, .objects: false
        case .related(let relation, _, let part): relation.isInverse || part.looksBack
        case .relatedCount(let relation, let part, _, _): relation.isInverse || part?.looksBack ?? false
        case .aggregate(let relation, _, _, _, _): relation.isInverse
        case .expression(let one, _, let other), .search(let one, _, let other, _): one.looksBack || other.looksBack
        case .and(let parts), .or(let parts): parts.contains(where: \.looksBack)
        case .not(let part): part.looksBack
        }
    }
}

/// A node of a tree of filters and operands.
private enum FilterPart {
    case filter(Filter)
    case operand(Filter.Operand)

    var children: [FilterPart] {
        switch self {
        case .filter(.related(_, _, let part)), .filter(.not(let part)): [.filter(part)]
        case .filter(.relatedCount(_, let part, _, _)): part.map { [.filter($0)] } ?? []
        case .filter(.and(let parts)), .filter(.or(let parts)): parts.map { .filter($0) }
        case .filter(.expression(let one, _, let other)), .filter(.search(let one, _, let other, _)):
            [.operand(one), .operand(other)]
        case .filter: []
        case .operand(.arithmetic(let one, _, let other)): [.operand(one), .operand(other)]
        case .operand(.count(_, _, let part)): part.map { [.filter($0)] } ?? []
        case .operand: []
        }
    }
}

extension Filter.Relation {
    fileprivate var isInverse: Bool { if case .inverse = self { true } else { false } }

    /// The relation's own column, and from there what a filter on the related objects looks at.
    fileprivate func paths(_ part: Filter?) -> Set<[Int]> {
        switch self {
        case .link(let column), .elements(let column):
            var paths: Set<[Int]> = [[column]]
            for path in part?.paths ?? [] { paths.insert([column] + path) }
            return paths
        case .inverse: return []
        }
    }
}

extension Filter.Operand {
    var looksBack: Bool {
        switch self {
        case .constant, .path: false
        case .count(_, let relation, let part): relation.isInverse || part?.looksBack ?? false
        case .aggregate(_, let relation, _, _): relation.isInverse
        case .arithmetic(let one, _, let other): one.looksBack || other.looksBack
        }
    }

    var paths: Set<[Int]> {
        func prefixed(_ steps: [Filter.Step], _ ends: Set<[Int]>) -> Set<[Int]> {
            let columns = steps.compactMap { if case .column(let column) = $0 { column } else { nil } }
            let whole: Set<[Int]> = columns.isEmpty ? [] : [columns]
            // A link in between that is set leads elsewhere; walking a path notices that by itself.
            return whole.union(ends.map { columns + $0 })
        }
        switch self {
        case .constant: return []
        case .path(let steps): return prefixed(steps, [])
        case .count(let steps, let relation, let part): return prefixed(steps, relation.paths(part))
        case .aggregate(let steps, let relation, _, let column):
            return prefixed(steps, relation.paths(.compare(column: column, .equal, .null)))
        case .arithmetic(let one, _, let other): return one.paths.union(other.paths)
        }
    }
}

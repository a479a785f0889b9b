/// What a part of a predicate has been read as.
enum PredicateTerm {
    /// A condition.
    case condition(Filter)
    /// A value, or a list of them with what a condition says of it.
    case value(PredicateValue, Filter.Quantifier?)
    /// Something that depends on the object.
    case place(PredicateWalk)
}

/// A way from the objects that are tested to what a condition looks at, while it is read.
struct PredicateWalk {
    var place: FilterPlace
    /// The type of the object at the end, or of those that the link or relation at the end leads to.
    var target: Table?
    /// How the values of a collection of values at the end are stored.
    var element: ValueKind?
    /// The kind of the collection at the end.
    var collection: ValueKind?
    /// Of how many a condition holds; nil where that has not been said.
    var quantifier: Filter.Quantifier?
    /// The relations and at last the column that the way leads through.
    var trail: [Filter.Relation] = []
    /// Where it begins in the text.
    var start = 0
    /// Where what was read last of it ends.
    var end = 0

    /// Goes into what a link or a relation leads to; false when there is none.
    mutating func enter() -> Bool {
        switch place.end {
        case .object: return target != nil
        case .relation(let relation):
            place.hops.append(relation)
            if target != nil {
                (place.end, place.kind) = (.object, .link)
            } else {
                (place.end, place.kind) = (.column(0), element)
            }
            collection = nil
            return true
        case .column(let column) where place.kind == .link && target != nil:
            place.hops.append(.link(column: column))
            place.end = .object
            return true
        default: return false
        }
    }
}

extension PredicateTerm {
    /// The term as a condition: a property by itself holds where it is true.
    func filter(_ parser: inout PredicateParser) throws(PredicateFault) -> Filter {
        switch self {
        case .condition(let filter): return filter
        case .place(let walk) where walk.place.kind == .bool:
            return walk.place.compare(.equal, .bool(true), try parser.quantity(of: walk))
        case .value(.bool(let value), nil): return .constant(value)
        case .place, .value: throw parser.expected("a comparison")
        }
    }
}

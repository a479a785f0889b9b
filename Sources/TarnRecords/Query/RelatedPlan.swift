/// How a query goes about one test of related objects, for people who want to know why it is fast or slow.
package struct RelatedPlan: Sendable, Equatable {
    /// How an answer is found.
    package enum Method: Sendable, Equatable {
        /// The related objects or values of each object are looked at.
        case oneByOne
        /// The related objects that pass are found first, and every relation is looked up among them.
        case lookUp(passing: Int)
        /// The related objects that pass are found first, and from them those that they are related to.
        case walkBack(passing: Int)
    }

    /// The relation in words.
    package let relation: String
    /// The name of the related type; nil for values.
    package let target: String?
    /// How an answer is found.
    package let method: Method
    /// How the related objects that pass are found, in words; nil when they are not.
    package let access: String?

    /// The plan in words.
    package var description: String {
        let found = access.map { " (\($0))" } ?? ""
        switch method {
        case .oneByOne:
            return "follow \(relation) from one object after the other"
        case .lookUp(let passing):
            return "look \(relation) up among the \(passing) objects of \(target ?? "") that pass\(found)"
        case .walkBack(let passing):
            return "walk \(relation) back from the \(passing) objects of \(target ?? "") that pass\(found)"
        }
    }
}

extension RelatedState {
    /// What has been chosen, in words.
    func plan(_ catalogue: Catalogue) throws(RecordError) -> RelatedPlan {
        let words = test.relation.description(table, catalogue)
        let name = targets?.table.name
        let access: String?
        switch way {
        case .targets, .sources:
            access = try targets.map { (targets) throws(RecordError) in
                try targets.look().words(targets.table, catalogue)
            }
        case .oneByOne, nil: access = nil
        }
        let method: RelatedPlan.Method =
            switch way {
            case .targets(let passing): .lookUp(passing: passing)
            case .sources(let passing): .walkBack(passing: passing)
            case .oneByOne, nil: .oneByOne
            }
        return RelatedPlan(relation: words, target: name, method: method, access: access)
    }
}

extension QueryAccess {
    /// Where the objects come from.
    func access(_ catalogue: Catalogue) throws(RecordError) -> QueryPlan.Access {
        if let related { return .related(try related.state.plan(catalogue)) }
        return term.map { .index(column: $0.column, ranges: $0.ranges.count) } ?? .table
    }

    /// The access and the tests that remain, in words.
    func words(_ table: Table, _ catalogue: Catalogue) throws(RecordError) -> String {
        var words = [try access(catalogue).description(table, rows: rows)]
        for plan in try relatedPlans(catalogue) { words.append(plan.description) }
        return words.joined(separator: ", ")
    }

    /// How the tests of related objects that remain are gone about.
    func relatedPlans(_ catalogue: Catalogue) throws(RecordError) -> [RelatedPlan] {
        var plans: [RelatedPlan] = []
        for state in program?.states?.states ?? [] where state !== related?.state {
            plans.append(try state.plan(catalogue))
        }
        return plans
    }
}

extension QueryPlan.Access {
    /// The access in words.
    func description(_ table: Table, rows: Int) -> String {
        switch self {
        case .table: return "scan of all \(rows) objects of \(table.name)"
        case .index(let column, let ranges):
            let part = ranges == 1 ? "one range" : "\(ranges) ranges"
            return "index on \(table.name).\(table.columns[column].name), \(part), \(rows) objects"
        case .collection: return "the \(rows) elements of a collection of \(table.name)"
        case .related(let plan): return "\(plan.description), \(rows) objects of \(table.name)"
        }
    }
}

package import TarnRecords

/// What the closure of `Results.where` works with: stands for every object of a class, or for one of their properties.
///
///     store.objects(Person.self).where { $0.age > 17 && $0.city == "Oslo" && $0.dogs.name == "Rex" }
///
/// `$0` is a `Query<Person>`, `$0.age` a `Query<Int>`, and the whole a `Query<Bool>`. The closure runs once, when the
/// query is built; no object is made and nothing is read for it. Conditions over a `Query<Bool>` have two values only:
/// a comparison with nil is false except `==` and `!=`, and `!` turns that into true.
///
/// Properties lead on through links (`$0.owner.name`; behind a link that is nil everything is nil) and through lists,
/// sets, maps and linking objects, where a condition holds when it does for any element. A key path that leads to a
/// computed or ignored property traps (Q9).
@dynamicMemberLookup
public struct Query<Value> {
    let term: QueryTerm
    let context: ObjectContext

    init(_ term: QueryTerm, _ context: ObjectContext) {
        self.term = term
        self.context = context
    }

    /// A property of the object.
    ///
    /// Traps when the key path does not lead to a persisted property of the class (Q9).
    public subscript<Property: Persistable>(dynamicMember keyPath: KeyPath<Value, Property>) -> Query<Property>
    where Value: Object { property(keyPath, of: Value.self) }

    /// A property of the object that the link leads to; nil where there is none.
    ///
    /// Traps when the key path does not lead to a persisted property of the class (Q9).
    public subscript<Linked: Object, Property: Persistable>(
        dynamicMember keyPath: KeyPath<Linked, Property>
    ) -> Query<Property> where Value == Linked? { property(keyPath, of: Linked.self) }
}

/// What a ``Query`` stands for.
enum QueryTerm {
    /// The object that is tested, or something that depends on it.
    case place(FilterPlace)
    /// A condition; only a `Query<Bool>` is one.
    case filter(Filter)

    /// The object that is tested.
    static var object: QueryTerm { .place(FilterPlace()) }
}

extension Query {
    /// What is looked at; traps for a condition.
    var place: FilterPlace {
        guard case .place(let place) = term else {
            preconditionFailure("Q9: a query of \(context.description.name) takes a condition for a property")
        }
        return place
    }

    /// The column of the object itself that is looked at; nil for everything else.
    var column: Int? {
        guard case .place(let place) = term, place.hops.isEmpty, case .column(let column) = place.end else {
            return nil
        }
        return column
    }

    /// A property of the objects at the place.
    func property<Linked: Object, Property: Persistable>(
        _ keyPath: KeyPath<Linked, Property>, of type: Linked.Type
    ) -> Query<Property> {
        let target = context.queryContext(of: type)
        guard let found = target.queryProperty(at: keyPath) else {
            preconditionFailure(
                "Q9: a query of \(context.description.name) uses \(keyPath), which is no persisted property of "
                    + target.description.name)
        }
        var place = place
        guard place.enterObject() else {
            preconditionFailure("Q9: a query of \(context.description.name) cannot go on to \(keyPath) there")
        }
        guard place.arrive(at: found) else {
            preconditionFailure("Q9: a query of \(context.description.name) cannot look into \(keyPath) there")
        }
        return Query<Property>(.place(place), context)
    }
}

extension Query where Value: Object {
    /// The filter that a closure over the objects of a class describes.
    static func filter(_ context: ObjectContext, _ body: (Query<Value>) -> Query<Bool>) -> Filter {
        let condition = body(Query(.object, context))
        context.requireSame(condition.context)
        return condition.filter
    }
}

extension Query where Value == Bool {
    /// The condition; a property by itself holds where it is true.
    package var filter: Filter {
        switch term {
        case .filter(let filter): filter
        case .place(let place): place.compare(.equal, .bool(true), .any)
        }
    }

    init(_ filter: Filter, _ context: ObjectContext) { self.init(.filter(filter), context) }
}

extension FilterPlace {
    /// Goes into the object that the place leads to; false where there is none.
    mutating func enterObject() -> Bool {
        switch end {
        case .object: return true
        case .column(let column):
            hops.append(.link(column: column))
            end = .object
            return true
        case .relation(let relation):
            hops.append(relation)
            end = .object
            return true
        case .computed(.path): return true
        case .count, .aggregate, .computed, .kind: return false
        }
    }

    /// Stands at a property of the object; false where that cannot be looked at.
    mutating func arrive(at property: QueryProperty) -> Bool {
        if case .computed(.path(let steps)) = end {
            if property.relation != nil { return false }
            end = .computed(.path(steps + [.column(property.column)]))
        } else {
            end = property.relation.map { .relation($0) } ?? .column(property.column)
        }
        kind = property.relation == nil ? property.kind : nil
        return true
    }

    /// The elements of a collection, so that each is compared.
    func elements(areObjects: Bool) -> FilterPlace {
        guard case .relation(let relation) = end else { return self }
        return FilterPlace(hops + [relation], areObjects ? .object : .column(0), kind: areObjects ? .link : kind)
    }
}

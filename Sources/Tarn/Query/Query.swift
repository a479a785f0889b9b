package import TarnRecords

/// What the closure of `Results.where` works with: stands for every object of a class, or for one of their properties.
///
///     store.objects(Person.self).where { $0.age > 17 && $0.city == "Oslo" }
///
/// `$0` is a `Query<Person>`, `$0.age` a `Query<Int>`, and the whole a `Query<Bool>`. The closure runs once, when the
/// query is built; no object is made and nothing is read for it. Conditions over a `Query<Bool>` have two values only:
/// a comparison with nil is false except `==` and `!=`, and `!` turns that into true.
///
/// A key path has to lead to a persisted property of the class itself. One that goes on through a link, or leads to a
/// computed or ignored property, traps (Q9).
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
    where Value: Object {
        guard let property = context.queryProperty(at: keyPath) else {
            preconditionFailure(
                "Q9: a query of \(context.description.name) uses \(keyPath), which is no persisted property of it")
        }
        return Query<Property>(.column(property.column), context)
    }
}

/// What a ``Query`` stands for.
enum QueryTerm {
    /// The object that is tested.
    case object
    /// A column of the object.
    case column(Int)
    /// A condition; only a `Query<Bool>` is one.
    case filter(Filter)
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
        case .column(let column): .compare(column: column, .equal, .bool(true))
        case .object: preconditionFailure("Q9: \(context.description.name) is no condition")
        }
    }

    init(_ filter: Filter, _ context: ObjectContext) { self.init(.filter(filter), context) }
}

internal import FoundationEssentials
internal import TarnRecords

extension Query where Value: Object {
    /// The filter that a Foundation predicate describes.
    ///
    /// - Throws: `unsupportedPredicate`, naming the part that has no counterpart.
    static func filter(_ predicate: Predicate<Value>, _ context: ObjectContext) throws(StoreError) -> Filter {
        try PredicateTranslation(context, object: predicate.variable.key).filter(predicate.expression)
    }
}

/// Turns the expression tree of a predicate into filters. Each kind of node says what it stands for; parts without a
/// variable are simply evaluated.
struct PredicateTranslation {
    let context: ObjectContext
    /// What the variables in scope stand for: the object, and what `flatMap` or `if let` unwrapped.
    private var variables: [PredicateExpressions.VariableID: PredicateTerm]

    init(_ context: ObjectContext, object: PredicateExpressions.VariableID) {
        self.context = context
        variables = [object: .property(PredicateProperty(place: FilterPlace()))]
    }

    /// The same with one more variable.
    func binding(_ variable: PredicateExpressions.VariableID, to term: PredicateTerm) -> PredicateTranslation {
        var copy = self
        copy.variables[variable] = term
        return copy
    }

    /// A translation of a condition on the elements of a collection: only they can be looked at.
    func inside(_ variable: PredicateExpressions.VariableID, areObjects: Bool) -> PredicateTranslation {
        var copy = self
        let place = areObjects ? FilterPlace() : FilterPlace([], .column(0), kind: nil)
        copy.variables = [variable: .property(PredicateProperty(place: place))]
        return copy
    }

    func variable(_ key: PredicateExpressions.VariableID) -> PredicateTerm? { variables[key] }

    /// What an expression stands for.
    func term(_ expression: some PredicateExpression) throws(StoreError) -> PredicateTerm {
        if let node = expression as? any PredicateNode { return try node.term(in: self) }
        if let value = constant(expression) { return .constant(value) }
        throw unsupported(expression)
    }

    /// The condition that an expression stands for.
    func filter(_ expression: some PredicateExpression) throws(StoreError) -> Filter {
        guard let filter = filter(of: try term(expression)) else { throw unsupported(expression) }
        return filter
    }

    /// The condition that a term is; nil for everything else.
    func filter(of term: PredicateTerm) -> Filter? {
        switch term {
        case .test(let filter): return filter
        case .property(let property) where property.kind == .bool: return property.compare(.equal, .bool(true))
        case .constant(let value as Bool): return .constant(value)
        default: return nil
        }
    }

    /// The collection that an expression stands for.
    func collection(_ expression: some PredicateExpression, _ node: some PredicateExpression) throws(StoreError)
        -> FilterPlace
    {
        guard case .property(let property) = try term(expression), case .relation = property.place.end else {
            throw unsupported(node)
        }
        return property.place
    }

    /// The elements of the collection that an expression stands for, to be compared one by one.
    func elements<Sequence: PredicateExpression>(
        of expression: Sequence, _ node: some PredicateExpression
    ) throws(StoreError) -> FilterPlace where Sequence.Output: Swift.Sequence {
        try collection(expression, node).elements(areObjects: Self.areObjects(Sequence.Output.Element.self))
    }

    /// Whether the elements of a collection are objects, or optional ones.
    static func areObjects(_ type: Any.Type) -> Bool { (type as? any Persistable.Type)?._kind == .link }

    /// The property that an expression stands for.
    func property(_ expression: some PredicateExpression) throws(StoreError) -> PredicateProperty {
        guard case .property(let property) = try term(expression) else { throw unsupported(expression) }
        return property
    }

    /// The value of an expression that uses no variable.
    func constant<Node: PredicateExpression>(_ expression: Node) -> Node.Output? {
        try? expression.evaluate(PredicateBindings())
    }

    /// A constant as filters compare it.
    func operand(_ value: Any, _ expression: some PredicateExpression) throws(StoreError) -> StoredValue {
        if let value = value as? any Persistable { return context.operand(value) }
        if case Optional<Any>.none = value as Any? { return .null }
        throw unsupported(expression)
    }

    /// The error for an expression that has no counterpart.
    func unsupported(_ expression: some PredicateExpression, _ reason: String = "") -> StoreError {
        let node = String(describing: type(of: expression)).prefix { $0 != "<" }
        return StoreError(
            .unsupportedPredicate,
            "a predicate of \(context.description.name) cannot use \(node) here" + (reason.isEmpty ? "" : ": \(reason)")
                + "; write the condition with where, or test the objects one by one")
    }
}

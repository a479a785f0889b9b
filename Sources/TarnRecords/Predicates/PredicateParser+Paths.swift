extension PredicateParser {
    var isAtKeyPathArgument: Bool {
        switch current.kind {
        case .nextKeyPath, .keyPathArgument: true
        default: false
        }
    }

    /// A way from the objects that are tested, or from the variable of a subquery, to what is looked at.
    mutating func path() throws(PredicateFault) -> PredicateWalk {
        let start = current
        var walk = PredicateWalk(place: FilterPlace(), target: scope.table, element: scope.element, start: start.start)
        if scope.table == nil { walk.place = FilterPlace([], .column(0), kind: scope.element) }
        walk.end = start.end
        if start.kind == .variable {
            try requireVariable(start)
            try advance()
        } else {
            if let variable = scope.variable {
                throw fault("inside SUBQUERY, names stand behind its variable, as in \(variable).name", start)
            }
            if isAtKeyPathArgument {
                try follow(argumentPath: start, &walk)
            } else if current.kind == .at {
                try operate(&walk)
            } else if current.kind == .word(nil), text(current).uppercased() == "SELF", !isKnown("SELF") {
                try advance()
            } else {
                try name(&walk)
            }
        }
        try rest(&walk)
        return walk
    }

    private func isKnown(_ name: String) -> Bool { scope.table.flatMap { schema.property(name, of: $0) } != nil }

    private func requireVariable(_ token: PredicateToken) throws(PredicateFault) {
        guard text(token) == scope.variable else {
            let known = scope.variable.map { "; only \($0) can be used here" } ?? " outside of SUBQUERY"
            throw fault("\(text(token)) means nothing\(known)", token)
        }
    }

    /// Everything behind the first name.
    private mutating func rest(_ walk: inout PredicateWalk) throws(PredicateFault) {
        while true {
            switch current.kind {
            case .dot:
                try advance()
                if current.kind == .at { try operate(&walk) } else { try name(&walk) }
            case .open(.square):
                // `==[c]` and the like come behind signs; behind a path a bracket holds a place or a key.
                try pick(&walk)
            default: return
            }
            guard walk.trail.count <= Self.longestChain, walk.place.hops.count <= Self.longestChain else {
                throw fault("the path is too long", walk)
            }
        }
    }

    /// One name of a path.
    private mutating func name(_ walk: inout PredicateWalk) throws(PredicateFault) {
        let token = current
        let name: String
        switch token.kind {
        case .word: name = text(token)
        case .quotedName: name = unquoted(token)
        default: throw expected("the name of a property")
        }
        try step(name, token, &walk)
        try advance()
    }

    /// A path given as an argument.
    private mutating func follow(argumentPath token: PredicateToken, _ walk: inout PredicateWalk) throws(PredicateFault)
    {
        guard case .string(let path)? = try argument() else {
            throw fault("\(text(token)) stands for a key path, which is a text", token)
        }
        for name in path.split(separator: ".", omittingEmptySubsequences: false) {
            if name.first == "@" {
                try operate(String(name.dropFirst()), token, &walk)
            } else {
                try step(String(name), token, &walk)
            }
        }
    }

    /// Goes on to a property of the object that the way has come to.
    func step(_ name: String, _ token: PredicateToken, _ walk: inout PredicateWalk) throws(PredicateFault) {
        if case .computed(.path(let steps)) = walk.place.end, walk.place.kind == .link, let target = walk.target {
            guard case .column(let column)? = schema.property(name, of: target) else {
                throw fault(schema.unknown(name, of: target), token)
            }
            walk.arrive(at: column, of: target, schema)
            if case .relation = walk.place.end {
                throw fault("'\(name)' leads to many, which cannot be looked into behind an element", token)
            }
            walk.place.end = .computed(.path(steps + [.column(column)]))
            walk.end = token.end
            return
        }
        let before = text(from: walk.start, to: walk.end)
        if case .aggregate(let relation, let aggregate, -1) = walk.place.end {
            return try finish(relation, aggregate, name, token, &walk)
        }
        guard walk.enter(), walk.place.end == .object, let table = walk.target else {
            throw fault("'\(before)' is \(words(walk)) and has no properties", token)
        }
        guard let property = schema.property(name, of: table) else {
            throw fault(schema.unknown(name, of: table), token)
        }
        switch property {
        case .column(let column):
            walk.arrive(at: column, of: table, schema)
            walk.trail.append(
                table.columns[column].kind.isCollection ? .elements(column: column) : .link(column: column))
        case .inverse(let relation): walk.arrive(relation, of: table, schema)
        }
        walk.end = token.end
    }

    private func words(_ walk: PredicateWalk) -> String {
        switch walk.place.kind {
        case nil: "a collection of values"
        case let kind?: "a value of kind \(kind.name)"
        }
    }

    /// The property behind `list.@max`.
    private func finish(
        _ relation: Filter.Relation, _ aggregate: Filter.Aggregate, _ name: String, _ token: PredicateToken,
        _ walk: inout PredicateWalk
    ) throws(PredicateFault) {
        guard let target = walk.target, case .column(let column)? = schema.property(name, of: target) else {
            throw fault(walk.target.map { schema.unknown(name, of: $0) } ?? "values have no properties", token)
        }
        try aggregateEnd(relation, aggregate, column, target.columns[column].kind, token, &walk)
        walk.trail.append(.link(column: column))
    }

    /// The aggregate of a column, if its kind has it.
    func aggregateEnd(
        _ relation: Filter.Relation, _ aggregate: Filter.Aggregate, _ column: Int, _ kind: ValueKind,
        _ token: PredicateToken, _ walk: inout PredicateWalk
    ) throws(PredicateFault) {
        let isNumber = kind.isInteger || kind == .float || kind == .double || kind == .decimal || kind == .any
        let hasOrder = isNumber || kind == .date || kind == .string || kind == .uuid || kind == .objectId
        guard aggregate == .min || aggregate == .max ? hasOrder : isNumber else {
            throw fault("\(aggregate.rawValue) cannot be computed of values of kind \(kind.name)", token)
        }
        walk.place.end = .aggregate(relation, aggregate, column: column)
        walk.place.kind =
            switch aggregate {
            case .min, .max: kind
            case .sum: kind.isInteger ? .int64 : kind == .decimal || kind == .any ? kind : .double
            case .average: kind == .decimal || kind == .any ? kind : .double
            }
        walk.end = token.end
        walk.target = nil
    }
}

extension PredicateWalk {
    /// Stands at a column of an object.
    mutating func arrive(at column: Int, of table: Table, _ schema: PredicateSchema) {
        let description = table.columns[column]
        if description.kind.isCollection {
            arrive(.elements(column: column), of: table, schema)
            element = description.element?.kind
            collection = description.kind
        } else {
            place.end = .column(column)
            place.kind = description.kind
            target = schema.target(.link(column: column), of: table)
        }
    }

    /// Stands at a relation to many.
    mutating func arrive(_ relation: Filter.Relation, of table: Table, _ schema: PredicateSchema) {
        place.end = .relation(relation)
        place.kind = nil
        target = schema.target(relation, of: table)
        element = .link
        collection = .list
        if case .inverse = relation { trail.append(relation) }
    }
}

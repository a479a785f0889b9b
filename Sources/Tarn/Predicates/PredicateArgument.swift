internal import FoundationEssentials
internal import TarnRecords

extension ObjectContext {
    /// The arguments of a predicate's text as the record layer takes them.
    ///
    /// - Throws: `invalidPredicate` for a value that no property can have, `objectOfAnotherStore` and
    ///   `invalidatedObject` for objects that nothing in the store can lead to.
    func predicateValues(_ arguments: [Any?]) throws(StoreError) -> [PredicateValue] {
        var values: [PredicateValue] = []
        values.reserveCapacity(arguments.count)
        for (index, argument) in arguments.enumerated() { values.append(try predicateValue(argument, index)) }
        return values
    }

    private func predicateValue(_ argument: Any?, _ index: Int) throws(StoreError) -> PredicateValue {
        guard let argument, let argument = Self.unwrapped(argument) else { return .null }
        switch argument {
        case let value as String: return .string(value)
        case let value as Int: return .integer(Int64(value))
        case let value as Bool: return .bool(value)
        case let value as Double: return .real(value)
        case let value as Object: return try predicateValue(of: value, index)
        case let value as any Persistable:
            if let found = Self.predicateValue(of: value) { return found }
        case let value as any BinaryInteger:
            if let number = Int64(exactly: value) { return .integer(number) }
            return .real(Double(value))
        case let value as Substring: return .string(String(value))
        case let value as AnyKeyPath:
            guard let steps = PathTrace.steps(of: value, from: description) else { break }
            return .string(steps.map(\.1.name).joined(separator: "."))
        default: break
        }
        if let values = argument as? any Sequence { return .list(try predicateValues(of: values, index)) }
        throw StoreError(
            .invalidPredicate,
            "argument \(index + 1) is a \(type(of: argument)), which no property can have; pass a value or a sequence")
    }

    /// What an optional of any depth wraps.
    private static func unwrapped(_ value: Any) -> Any? {
        var value = value
        while let optional = value as? any OptionalArgument {
            guard let wrapped = optional.wrappedArgument else { return nil }
            value = wrapped
        }
        return value
    }

    private func predicateValues(of sequence: any Sequence, _ index: Int) throws(StoreError) -> [PredicateValue] {
        var values: [PredicateValue] = []
        for element in sequence { values.append(try predicateValue(element as Any, index)) }
        return values
    }

    private func predicateValue(of object: Object, _ index: Int) throws(StoreError) -> PredicateValue {
        let name = ClassDescription.of(type(of: object)).name
        guard !isFrozen, let context = object.context, !context.isFrozen, context.connection === connection else {
            throw StoreError(
                .objectOfAnotherStore,
                "Q12: argument \(index + 1) is a \(name) that does not belong to the store; add it first")
        }
        if object.isInvalidated {
            throw StoreError(.invalidatedObject, "O1: argument \(index + 1) is a \(name) that has been deleted")
        }
        return .object(object.__key, table: context.table.id)
    }

    /// A value by the kind in which its type is stored; nil for collections.
    private static func predicateValue<Value: Persistable>(of value: Value) -> PredicateValue? {
        switch (value.__stored, Value._kind) {
        case (.null, _): .null
        case (.bool(let value), _): .bool(value)
        case (.integer(let number), let kind): kind.isCollection ? nil : .integer(number)
        case (.float(let number), _): .real(Double(number))
        case (.double(let seconds), .date): .date(seconds)
        case (.double(let number), _): .real(number)
        case (.string(let text), _): .string(text)
        case (.bytes(let bytes), .decimal): (value as? Decimal)?.isNaN == true ? .real(.nan) : .decimal(bytes)
        case (.bytes(let bytes), .uuid): .uuid(bytes)
        case (.bytes(let bytes), .objectId): .objectId(bytes)
        case (.bytes(let bytes), _): .data(bytes)
        case (.link(let key), _): .object(key, table: nil)
        case (.any(let value), _): .mixed(value)
        }
    }
}

/// An optional whose type is not known.
private protocol OptionalArgument {
    var wrappedArgument: Any? { get }
}

extension Optional: OptionalArgument {
    fileprivate var wrappedArgument: Any? { self }
}

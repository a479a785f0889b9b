internal import TarnRecords

/// Finds out which properties a key path reads one after the other, over links to objects of other classes.
final class PathTrace {
    private var steps: [(description: ClassDescription, index: Int)] = []

    /// The properties on the way of a key path from a class, or nil when it does not go over links to a property.
    static func steps(
        of keyPath: AnyKeyPath, from root: ClassDescription
    ) -> [(ClassDescription, PropertyDescription)]? {
        let trace = PathTrace()
        _ = trace.instance(root)[keyPath: keyPath]
        var expected: Object.Type? = root.type
        var found: [(ClassDescription, PropertyDescription)] = []
        for step in trace.steps {
            guard step.description.type == expected, step.index < LinkingProperty.firstNumber else { return nil }
            let property = step.description.properties[step.index]
            found.append((step.description, property))
            expected = property.field.linkTarget
        }
        guard let last = found.last?.1 else { return nil }
        // What follows a link is optional as a whole.
        let value = type(of: keyPath).valueType
        let isLast = value == last.field.valueType || (value as? any OptionalType.Type)?.wrapped == last.field.valueType
        return isLast ? found : nil
    }

    /// The properties that reading a key path reads one after the other, and what is read.
    static func read(
        _ keyPath: AnyKeyPath, from root: ClassDescription
    ) -> ([(ClassDescription, PropertyDescription)], Any?) {
        let trace = PathTrace()
        let value = trace.instance(root)[keyPath: keyPath]
        let steps = trace.steps.prefix { $0.index < LinkingProperty.firstNumber }
        return (steps.map { ($0.description, $0.description.properties[$0.index]) }, value)
    }

    /// Notes that a property was read, and gives what a link leads to.
    func follow<Value: Persistable>(_ description: ClassDescription, _ index: Int) -> Value? {
        steps.append((description, index))
        return Value._linkTarget.flatMap { Value._convert(instance(ClassDescription.of($0))) }
    }

    /// An instance that reports what is read of it.
    private func instance(_ description: ClassDescription) -> Object {
        let object = description.type.init()
        description.assignment(Array(description.properties.indices)).apply(to: object)
        object.__manage(ObjectContext(tracing: description, self), ObjectKey(rawValue: 0), isKnown: false)
        return object
    }
}

/// An optional whose type is not known.
private protocol OptionalType {
    static var wrapped: any Any.Type { get }
}

extension Optional: OptionalType {
    fileprivate static var wrapped: any Any.Type { Wrapped.self }
}

extension ObjectContext {
    /// The columns that key paths lead through, for a filter of an observer.
    ///
    /// Traps when one does not lead to a persisted property (N13). A property of the class itself is held to what
    /// queries ask of it; what a computed one behind a link makes of a property does not matter, since it changes when
    /// that does.
    func observedPaths(_ keyPaths: [AnyKeyPath]) -> [[Int]] {
        keyPaths.map { keyPath in
            guard let steps = PathTrace.steps(of: keyPath, from: description),
                steps.count > 1 || queryProperty(at: keyPath) != nil
            else {
                preconditionFailure("N13: \(keyPath) leads to no persisted property of \(description.name)")
            }
            return steps.map { step, property in
                let table = connection.context(step.type).table
                guard let column = table.column(named: property.columnName) else {
                    preconditionFailure("N13: \(step.name).\(property.name) is not in the file")
                }
                return column
            }
        }
    }
}

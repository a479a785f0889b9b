internal import TarnRecords

/// Finds out which property a key path leads to: an instance is read through the path and its wrapper reports itself.
///
/// Key paths to wrapped properties carry no name, so there is nothing to look up.
enum PropertyTrace {
    /// The number of the property that a key path reads last on an instance of the class, or nil when it reads none
    /// or goes on through a link.
    static func lastProperty(of keyPath: AnyKeyPath, in description: ClassDescription) -> Int? {
        guard let index = lastRead(of: keyPath, in: description), index < LinkingProperty.firstNumber else {
            return nil
        }
        let expected = description.properties[index].field.valueType
        return type(of: keyPath).valueType == expected ? index : nil
    }

    /// The linking property at the end of a key path, or nil when the path leads elsewhere.
    static func linkingProperty(of keyPath: AnyKeyPath, in description: ClassDescription) -> LinkingProperty? {
        guard type(of: keyPath).valueType is any AnyLinkingObjects.Type else { return nil }
        let number = lastRead(of: keyPath, in: description)
        return description.linkingProperties.first { $0.number == number }
    }

    private static func lastRead(of keyPath: AnyKeyPath, in description: ClassDescription) -> Int? {
        let prototype = description.type.init()
        description.assignment(Array(description.properties.indices)).apply(to: prototype)
        let context = ObjectContext(tracing: description)
        prototype.__manage(context, ObjectKey(rawValue: 0), isKnown: false)
        _ = prototype[keyPath: keyPath]
        return context.tracedColumn
    }
}

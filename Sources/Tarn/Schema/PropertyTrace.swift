internal import TarnRecords

/// Finds out which property a key path leads to: an instance is read through the path and its wrapper reports itself.
///
/// Key paths to wrapped properties carry no name, so there is nothing to look up.
enum PropertyTrace {
    /// The number of the property that a key path reads last on an instance of the class, or nil when it reads none
    /// or goes on through a link.
    static func lastProperty(of keyPath: AnyKeyPath, in description: ClassDescription) -> Int? {
        let prototype = description.type.init()
        let places = description.properties.enumerated().map { ($1.offset, UInt16($0)) }
        ColumnAssignment(places).apply(to: prototype)
        let context = ObjectContext(tracing: description)
        prototype.__manage(context, ObjectKey(rawValue: 0), isKnown: false)
        _ = prototype[keyPath: keyPath]
        guard let index = context.tracedColumn else { return nil }
        let expected = description.properties[index].field.valueType
        return type(of: keyPath).valueType == expected ? index : nil
    }
}

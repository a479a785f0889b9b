internal import TarnRecords

/// A property that holds values by text keys. Only ``Map`` conforms.
public protocol QueriedMap: QueriedCollection {
    /// The type of the keys.
    associatedtype QueriedKey: MapKey
}

extension Map: QueriedMap {
    /// A key.
    public typealias QueriedKey = Key
}

extension Query where Value: QueriedMap {
    /// The value of a key; nil where the map has none: `$0.phones["home"] == "12"`.
    public subscript(key: Value.QueriedKey) -> Query<Value.QueriedElement> {
        guard case .relation(.elements(let column)) = place.end else {
            preconditionFailure("Q9: a query of \(context.description.name) looks for a key in what is no map")
        }
        let steps: [Filter.Step] = [.column(column), .key(key._mapKey)]
        let end = FilterPlace(place.hops, .computed(.path(steps)), kind: Value.QueriedElement._kind)
        return Query<Value.QueriedElement>(.place(end), context)
    }

    /// The keys as texts; a condition holds when it does for any of them.
    public var keys: Query<String> {
        Query<String>(.place(FilterPlace(elements.place.hops, .column(1), kind: .string)), context)
    }

    /// The values; a condition holds when it does for any of them.
    public var values: Query<Value.QueriedElement> { elements }
}

internal import TarnRecords

extension Query where Value: TextValue {
    /// Holds where a full-text search finds the text; never for nil.
    ///
    ///     notes.where { $0.body.matches("swift actor*") && $0.year > 2020 }
    ///
    /// See ``Results/matching(_:_:)-(KeyPath<Element,String>,_)`` for what can be searched.
    ///
    /// Traps when the property has no full-text index (FT3).
    public func matches(_ search: String) -> Query<Bool> {
        let types = context.queryTypes
        guard case .column(let column) = place.end, let table = place.table(from: context.table, types.catalogue) else {
            preconditionFailure("FT3: only a property of an object can have an index of words")
        }
        context.requireFullText(column, of: table)
        return Query<Bool>(place.quantified(.any, .fullText(column: column, TextSearch(search))), context)
    }
}

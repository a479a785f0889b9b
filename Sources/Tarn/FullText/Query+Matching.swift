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
        guard case .column(let column) = term else { preconditionFailure("text is always a property") }
        context.requireFullText(column)
        return Query<Bool>(.fullText(column: column, TextSearch(search)), context)
    }
}

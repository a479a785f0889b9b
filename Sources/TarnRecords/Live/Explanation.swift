extension RecordSession {
    /// How a query will be carried out, and what becomes of it while it is observed. For people.
    package func explanation(of query: RecordQuery) throws(RecordError) -> String {
        let isFollowed = LiveShape(query, catalogue) != nil
        let following = isFollowed ? "each change is followed" : "the query is run again after changes"
        return "\(try plan(query).description); when observed \(following)"
    }
}

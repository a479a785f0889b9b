extension Results {
    /// The place of the first object that passes a test, or nil; as ``where(_:)`` and ``index(of:)``.
    public func index(matching test: (Query<Element>) -> Query<Bool>) -> Int? {
        `where`(test).first.flatMap { index(of: $0) }
    }

    /// The place of the first object that passes a predicate, or nil; as ``filter(_:_:)`` and ``index(of:)``.
    ///
    /// - Throws: as ``filter(_:_:)``.
    public func index(matching predicate: String, _ arguments: Any?...) throws(StoreError) -> Int? {
        try filter(predicate, arguments: arguments).first.flatMap { index(of: $0) }
    }
}

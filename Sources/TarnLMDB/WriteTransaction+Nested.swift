extension WriteTransaction {
    /// Runs a closure in a transaction within this one: when it throws, what it wrote is undone, and only that.
    ///
    /// The child sees what the parent wrote so far. Children may have children.
    ///
    /// - Throws: ``LMDBError`` when the child cannot begin or end, or what the closure throws.
    @discardableResult
    public mutating func withNested<Result>(_ body: (inout WriteTransaction) throws -> Result) throws -> Result {
        var child = try WriteTransaction(childOf: self)
        let identity = child.raw.identity
        let result: Result
        do {
            defer { requireSame(child.raw.identity, identity) }
            result = try body(&child)
        }
        try child.commit()
        return result
    }

    /// Begins a transaction within this one, which is not used until that is over.
    package borrowing func beginNested() throws(LMDBError) -> WriteTransaction { try WriteTransaction(childOf: self) }
}

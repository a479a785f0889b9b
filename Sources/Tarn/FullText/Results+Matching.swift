internal import TarnRecords

extension Results {
    /// The objects whose text a full-text search finds, in the order that the results have.
    ///
    ///     notes.matching(\.body, "swift \"structured concurrency\" actor* -objc")
    ///
    /// Words must all be there, in any order; quoted words one after the other; `actor*` stands for every word that
    /// begins so; `-` leaves texts with a word out; `OR` parts alternatives. Case and diacritics are overlooked.
    /// Anything is a search; one that asks for nothing finds nothing. The index answers in a time that grows with the
    /// texts which have the words, not with the table. Observed, each text that changes is tested by itself.
    ///
    /// Traps when the property has no full-text index (FT3).
    public func matching(_ keyPath: KeyPath<Element, String>, _ search: String) -> Results {
        matching(core.textColumn(keyPath), search)
    }

    /// The objects whose optional text a full-text search finds; see ``matching(_:_:)-(KeyPath<Element,String>,_)``.
    public func matching(_ keyPath: KeyPath<Element, String?>, _ search: String) -> Results {
        matching(core.textColumn(keyPath), search)
    }

    private func matching(_ column: Int, _ search: String) -> Results {
        Results(core.adding(.filter(.fullText(column: column, TextSearch(search)))))
    }

    /// The objects whose text a full-text search finds, the best first: ranked by BM25 with k1 = 1.2 and b = 0.75.
    ///
    ///     notes.ranked(by: \.body, "swift concurrency").limit(10)
    ///
    /// A text is better when it has rare words of the search, has them often, and is short; equally good texts keep the
    /// order of their keys. With a limit only the best are kept while all that are found are looked at. Observed, the
    /// search runs again when a text of the class changes, since that changes the ranks of others.
    ///
    /// Traps when the property has no full-text index (FT3).
    public func ranked(by keyPath: KeyPath<Element, String>, _ search: String) -> Results {
        ranked(core.textColumn(keyPath), search)
    }

    /// The objects whose optional text a full-text search finds, the best first; see
    /// ``ranked(by:_:)-(KeyPath<Element,String>,_)``.
    public func ranked(by keyPath: KeyPath<Element, String?>, _ search: String) -> Results {
        ranked(core.textColumn(keyPath), search)
    }

    private func ranked(_ column: Int, _ search: String) -> Results {
        Results(core.adding(.rank(column: column, TextSearch(search))))
    }
}

extension ResultsCore {
    /// The column of a property with a full-text index; traps for others.
    fileprivate func textColumn(_ keyPath: AnyKeyPath) -> Int {
        let column = column(keyPath, "searched by")
        context.requireFullText(column, of: context.table)
        return column
    }
}

extension ObjectContext {
    /// Traps when a property has no full-text index.
    func requireFullText(_ column: Int, of table: Table) {
        let found = table.columns[column]
        precondition(
            found.isFullText,
            "FT3: \(table.name).\(found.name) is searched but has no index of words; declare it with "
                + "@Persisted(indexed: .fullText)")
    }
}

internal import TarnRecords

extension Results {
    /// The objects of this class and of every class of the store that inherits from it, each as an instance of its own.
    ///
    /// Traps when the results are filtered, sorted or limited already: do that with what this gives.
    public func includingSubclasses() -> PolymorphicResults<Element> {
        precondition(core.steps.isEmpty, "Q16: includingSubclasses() comes before filters, orders and limits")
        core.check()
        return PolymorphicResults(UnionCore(Element.self, { $0 is Element.Type }, core.context.connection))
    }
}

extension Store {
    /// The object of a class, or of one that inherits from it, with a primary key; nil when there is none. O(log n) for
    /// each class. Of several it is the one whose class the file got first.
    ///
    /// Traps when the class has no primary key or the key has another type (P9).
    public func object<T: Object>(
        ofType type: T.Type, includingSubclasses: Bool, forPrimaryKey key: some Persistable
    ) -> T? {
        if !includingSubclasses { return object(ofType: type, forPrimaryKey: key) }
        connection.check()
        let union = UnionCore(type, { $0 is T.Type }, connection)
        for part in union.parts {
            guard let found = find(part.context.description.type, key) else { continue }
            let object = part.context.description.type.init()
            found.bind(object)
            return object as? T
        }
        return nil
    }

    /// Deletes the objects of several classes that a query finds, as ``delete(_:)-(Object)`` does. Traps outside a
    /// write (W8).
    ///
    /// - Throws: ``StoreError``, with `.deletionDenied` before anything is changed.
    public func delete<T: Object>(_ results: PolymorphicResults<T>) throws(StoreError) {
        let session = connection.writing("objects can be deleted")
        guard results.core.connection === connection else {
            throw StoreError(
                .objectOfAnotherStore, "O2: results can only be deleted from the store that they belong to")
        }
        let members = results.core.members()
        connection.dataVersion &+= 1
        try connection.record { () throws(RecordError) in
            var deletion = Deletion(session)
            for member in members {
                try deletion.add(results.core.parts[member.part].context.table, ObjectKey(rawValue: member.key))
            }
            try deletion.carryOut()
        }
    }
}

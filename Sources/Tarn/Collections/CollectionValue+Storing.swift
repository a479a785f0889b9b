internal import FoundationEssentials
internal import TarnRecords

extension CollectionValue {
    /// Makes an element of its stored form.
    ///
    /// Traps for a raw value that is no case of an enum (E1). What damage hides reads as zero, empty or nil, which the
    /// store notes.
    static func element(_ stored: StoredValue, _ home: CollectionHome) -> Self {
        if case .link(let key) = stored, let target = _linkTarget {
            if let object = home.linked(target, key), let element = _convert(object) { return element }
            return _zero
        }
        if _kind == .any, stored != .null, home.context.isFrozen, let row = home.owner.__rowOwner as? FrozenRow,
            let value = _convert(row.anyValue(stored))
        {
            return value
        }
        if let value = _decode(stored, home.context) { return value }
        requireValue(of: stored, home.name)
        home.noteDamage("no \(Self.self)")
        return _zero
    }

    /// The stored form for a place in an open write; an unmanaged object is added first, with all that it links to
    /// (O6).
    func stored(for home: CollectionHome) throws(StoreError) -> StoredValue {
        if Self._linkTarget != nil, let object = self as? Object {
            try home.manage(object, Self._linkTarget)
            return object.__stored
        }
        try checkNumber { home.name }
        if Self._kind == .any { try home.context.connection.store.manage(heldBy: self, home.name) }
        return __stored
    }

    /// Refuses a decimal that is not a number, and what cannot be stored of a value of any kind.
    func checkNumber(_ name: () -> String) throws(StoreError) {
        if let problem = (self as? any ObjectHolder)?.problem {
            throw StoreError(.invalidValue, "\(name()): \(problem)")
        }
        if Self._kind == .decimal, let decimal = self as? Decimal, decimal.isNaN {
            throw StoreError(.invalidValue, "\(name()) was given something that is not a number; a decimal must be one")
        }
    }

    /// What tells elements of a set apart: text by its bytes, all NaN and both zeros alike, as the file does.
    var memberKey: StoredValue {
        if Self._linkTarget != nil, let object = self as? Object, object.context == nil {
            return .integer(Int64(Int(bitPattern: ObjectIdentifier(object))))
        }
        switch __stored {
        case .string(let text): return .bytes(Array(text.utf8))
        case .double(let number): return .integer(Int64(bitPattern: KeyCoding.ordered(number)))
        case .float(let number): return .integer(Int64(bitPattern: KeyCoding.ordered(Double(number))))
        case let other: return other
        }
    }
}

extension CollectionHome {
    /// The object behind a link. One that is gone by the time it is used comes as invalidated.
    func linked(_ target: Object.Type, _ key: ObjectKey) -> Object? {
        if context.isFrozen { return (owner.__rowOwner as? FrozenRow)?.linked(target, key) }
        return context.connection.context(target).instance(key)
    }

    /// Makes an object one that can be an element: adds it when it is unmanaged.
    func manage(_ object: Object, _ target: Object.Type?) throws(StoreError) {
        let connection = context.connection
        if target is EmbeddedObject.Type {
            object.requireNoOwner(name)
            try object.requireClass(target, name)
            guard let session = connection.writeSession else { preconditionFailure("W8: outside a write") }
            try ObjectWriter(connection, session, .error).add(object)
        } else {
            try connection.store.manage(object, target: target, name)
        }
    }

    /// Deletes embedded objects that were taken out.
    func deleteEmbedded(_ values: [StoredValue], _ session: RecordSession) throws(StoreError) {
        guard let target = embeddedTable else { return }
        try context.connection.record { () throws(RecordError) in
            for case .link(let key) in values { _ = try session.delete(target, key) }
        }
    }

    /// The table of the elements when those are embedded objects.
    var embeddedTable: Table? {
        guard let target = context.table.columns[column].linkTarget else { return nil }
        let table = context.connection.catalogue.tables[Int(target)]
        return table.isEmbedded ? table : nil
    }

    /// Tells the store of a value that cannot be read.
    func noteDamage(_ message: String) {
        let damage = RecordError(
            .corrupt, tree: "collections", key: "\(name) of object \(owner.__key.number)", message: message)
        if context.isFrozen {
            (owner.__rowOwner as? FrozenRow)?.type.note(damage)
        } else {
            context.connection.note(StoreError(damage, path: context.connection.path))
        }
    }
}

extension ObjectContext {
    /// An instance for an object that is found when it is used.
    func instance(_ key: ObjectKey) -> Object {
        let object = description.type.init()
        attach(object, key, isKnown: false)
        return object
    }
}

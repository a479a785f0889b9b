internal import FoundationEssentials
internal import TarnRecords

extension ObjectContext {
    /// A constant as filters compare it.
    ///
    /// Traps for objects that no link of this store can lead to, those of subclasses too.
    func operand<Value: Persistable>(_ value: Value) -> StoredValue {
        switch Value._kind {
        case .link: return (value as? Object).map { .link(linkedKey($0, Value._linkTarget)) } ?? .null
        // A decimal that is no number has no stored form; a double that is none equals nothing either.
        case .decimal: return (value as? Decimal)?.isNaN == true ? .double(.nan) : value.__stored
        case .any:
            for held in (value as? any ObjectHolder)?.heldObjects ?? [] { _ = linkedKey(held, type(of: held)) }
            return value.__stored
        default: return value.__stored
        }
    }

    private func linkedKey(_ object: Object, _ target: Object.Type?) -> ObjectKey {
        let name = ClassDescription.of(type(of: object)).name
        precondition(
            target == type(of: object), "Q12: a query compares a link with a \(name), which it never leads to")
        guard let other = object.context else {
            preconditionFailure("Q12: a query compares with a \(name) that was not added to a store")
        }
        precondition(
            other.connection === connection, "Q12: a query compares with a \(name) that belongs to another store")
        if object.isInvalidated { connection.refuseDeleted(name) }
        return object.__key
    }
}

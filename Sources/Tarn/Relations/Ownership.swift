/// What embedded objects may not be used for.
extension Object {
    /// Traps for an embedded object, which is stored and deleted through its owner alone (L5).
    final func requireTopLevel(_ use: String) { ClassDescription.of(type(of: self)).requireTopLevel(use) }

    /// Traps for an embedded object that belongs to an owner already (L4).
    final func requireNoOwner(_ place: @autoclosure () -> String) {
        precondition(
            context == nil || !(self is EmbeddedObject),
            "L4: \(place()) is given an embedded object that has an owner already; make a new one")
    }
}

extension ClassDescription {
    /// Traps for a class of embedded objects (L5).
    func requireTopLevel(_ use: String) {
        precondition(!isEmbedded, "L5: \(name) is embedded; its objects are \(use) only through their owners")
    }
}

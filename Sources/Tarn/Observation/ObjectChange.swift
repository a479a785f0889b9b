/// What an observer of an object is told.
public enum ObjectChange<Observed: Object> {
    /// The first call, when it was asked for: the object as it is now.
    case initial(Observed)
    /// Properties were set, whoever set them: the object as it is now, and which they are (ON1).
    case change(Observed, [PropertyChange])
    /// The object is gone; the last call.
    case deleted
}

/// One property that was set between two calls of an observer.
public struct PropertyChange {
    /// The name of the property as the class declares it.
    public let name: String
    /// The value at the last call. Of a link the object that it led to as that is now, invalidated when it is gone
    /// (ON3). Nil as well when the old version could no longer be read: after ``Store/invalidate()``, where there was
    /// no room for a second snapshot, or when others committed right after a write here that some observers were not
    /// told of.
    public let oldValue: Any?
    /// The value now.
    public let newValue: Any?
}

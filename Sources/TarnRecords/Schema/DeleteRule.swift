/// What happens to the objects that a link leads to when the object that has the link is deleted.
public enum DeleteRule: UInt8, Sendable, CaseIterable {
    /// They stay.
    case nullify = 0
    /// They are deleted too, with all that their own rules say.
    case cascade = 1
    /// As long as there is one the object cannot be deleted: deleting it throws.
    case deny = 2
}

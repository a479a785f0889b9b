/// What a commit promises once it has returned.
public enum Durability: Sendable, Hashable {
    /// The commit is on the disk and survives a loss of power.
    case full
    /// A loss of power may undo the last commits, but the file stays whole; the end of the process alone loses nothing.
    ///
    /// The pages of a commit are flushed and the page that names them the current state is not.
    case relaxed
    /// Nothing is flushed: for temporary files. A loss of power may damage the file beyond repair.
    case memory
}

/// What one advance did to the sequence of a live query, without saying why.
///
/// An object that was looked at again and kept its place may be in both lists; whoever makes an update of steps finds
/// that out (see ``LiveDelta``).
struct LiveStep: Equatable {
    /// An object and where it is.
    struct Place: Equatable {
        var index: Int
        var key: UInt64
    }

    /// Objects taken out, at their places before; ascending.
    var removed: [Place] = []
    /// Objects put in, at their places afterwards; ascending.
    var added: [Place] = []

    var isEmpty: Bool { removed.isEmpty && added.isEmpty }
}

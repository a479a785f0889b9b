/// Which changes make an object of an observed type count as modified.
package enum ModificationFilter: Hashable, Sendable {
    /// Any column of the object, or of what it links to, up to four levels: the object and three links (N10).
    case reachable
    /// Any column of the object itself.
    case own
    /// Paths of columns (N11). All but the last column of a path are links; setting one of those counts as well, since
    /// the path then ends elsewhere. The empty list is no modification at all.
    case paths([[Int]])

    /// How many links `reachable` follows.
    static let reach = 3
}

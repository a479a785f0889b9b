/// Objects that a live query has to take out of its order and put into it, with the keys of the order before and after.
/// An object may be in both.
struct LiveChange {
    var removed = OrderedBatch()
    var added = OrderedBatch()

    var count: Int { removed.count + added.count }
}

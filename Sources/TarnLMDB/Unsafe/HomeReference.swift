/// A weak reference that any thread may hold and pass on, and only the place to which the object belongs may follow.
///
/// Unchecked: whoever follows it says so by ``follow(_:)``, and answers for being there.
package final class HomeReference<Value: AnyObject>: @unchecked Sendable {
    private weak var value: Value?

    package init(_ value: Value) { self.value = value }

    // Safety: the caller runs where the object is used, so nobody else uses it or lets go of it meanwhile.
    /// Lends the object, if it is still there, to a closure that runs at once.
    package func follow(_ body: (Value) -> Void) {
        if let value { body(value) }
    }
}

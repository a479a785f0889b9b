// Safety: the compiler cannot see that the value is only read, or used by one thread at a time; whoever wraps it says
// at that place why it is so.
/// Carries a value that is not Sendable to other threads.
package struct Carried<Value>: @unchecked Sendable {
    /// The value.
    package let value: Value

    package init(_ value: Value) { self.value = value }
}

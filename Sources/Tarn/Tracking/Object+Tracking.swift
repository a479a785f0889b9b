public import Observation

/// Objects and results work with the Observation framework, each property by itself, with nothing to declare.
///
///     withObservationTracking {
///         label.text = person.name
///     } onChange: {
///         Task { @MainActor in update() }
///     }
///
/// `onChange` is called once, when the store has moved to a version in which something that was read is different:
/// after the commit of a write here, or after a refresh for commits elsewhere, never within a write. Views of SwiftUI
/// and the `Observations` sequence follow in the same way. Results that were counted, indexed or iterated change when
/// they find other objects or in another order, sums and the like also when the property does.
///
/// Deleting an object is a change for whoever asked whether it exists, by ``Object/isInvalidated``, a look-up or
/// results, and not for who only read its properties: reading them again would trap (O1).
///
/// Stores of actors, the main actor among them, and of dispatch queues take part. Those of threads do when
/// ``Store/Configuration/isObservable`` says so.
extension Object: Observable {}

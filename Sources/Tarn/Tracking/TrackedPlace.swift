internal import Observation
internal import Synchronization

/// What the framework is told to have been read. All places of a connection are members of one subject: objects and
/// results come and go while they are tracked.
final class TrackedSubject: Observable {
    subscript(place: TrackedPlace) -> Bool { false }
    subscript(probe: TrackingProbe) -> Bool { false }
}

/// How the framework knows a place.
typealias TrackedPath = KeyPath<TrackedSubject, Bool>

/// Something that can be read and can change.
enum TrackedPlace: Hashable {
    /// A property of an object; column -1 stands for whether there is such an object.
    case cell(table: UInt16, cluster: UInt64, slot: Int, column: Int)
    /// A property of all objects of a class and which there are; column -1 stands for the latter alone.
    case column(table: UInt16, column: Int)
    /// Anything of a class.
    case table(UInt16)
    /// What the query with a number finds.
    case query(Int)

    /// The column that stands for whether there is such an object.
    static let existence = -1

    var path: TrackedPath { \TrackedSubject[self] }
}

/// Finds out whether reads are tracked now, which the framework does not say.
///
/// It keeps what was read in a set and so has to hash the key path that it is given, but only where reads are tracked.
/// The hash of this one's key path tells.
struct TrackingProbe: Hashable {
    private let flag = Flag()

    /// Atomic, since a tracking can end on any thread, which hashes what it has read once more.
    private final class Flag: Sendable {
        let isSet = Atomic<Bool>(false)
    }

    static func == (a: TrackingProbe, b: TrackingProbe) -> Bool { a.flag === b.flag }

    func hash(into hasher: inout Hasher) {
        flag.isSet.store(true, ordering: .relaxed)
        hasher.combine(ObjectIdentifier(flag))
    }

    /// Whether something that gets the key path hashes it.
    func isHashed(_ body: () -> Void) -> Bool {
        flag.isSet.store(false, ordering: .relaxed)
        body()
        return flag.isSet.load(ordering: .relaxed)
    }
}

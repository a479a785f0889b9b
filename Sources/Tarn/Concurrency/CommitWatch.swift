internal import Dispatch
internal import Synchronization
internal import TarnLMDB

/// Hears of the commits of other processes to one file, until it is stopped.
///
/// Each commit is followed by a touch of the file's times. The kernel tells those who watch; nobody looks by himself.
/// All files of the process share one queue of events and one source that reads it.
struct CommitWatch: Sendable {
    #if canImport(Darwin)
        private let number: Int32
        private static let sources = Mutex<[Int32: any DispatchSourceFileSystemObject]>([:])

        /// Begins to watch a file.
        ///
        /// - Throws: ``LMDBError`` when the system refuses.
        init(_ environment: Environment, _ onChange: @escaping @Sendable () -> Void) throws(LMDBError) {
            let file = try WatchedFile(environment.path)
            number = file.descriptor
            Self.sources.withLock { sources in
                let source = DispatchSource.makeFileSystemObjectSource(
                    fileDescriptor: file.descriptor, eventMask: .attrib, queue: Self.queue)
                source.setEventHandler { @Sendable in onChange() }
                source.setCancelHandler { @Sendable in file.close() }
                source.activate()
                sources[file.descriptor] = source
            }
        }

        /// Ends the watch. A call that is under way ends later.
        func stop() { Self.sources.withLock { $0.removeValue(forKey: number)?.cancel() } }
    #else
        private let number: Int32

        private struct State {
            var events: FileEvents?
            var source: (any DispatchSourceRead)?
            var handlers: [Int32: @Sendable () -> Void] = [:]
        }
        private static let state = Mutex(State())

        /// Begins to watch a file.
        ///
        /// - Throws: ``LMDBError`` when the system refuses, as over the limits of `fs.inotify`.
        init(_ environment: Environment, _ onChange: @escaping @Sendable () -> Void) throws(LMDBError) {
            let path = environment.path
            number = try Self.state.withLock { (state) throws(LMDBError) in
                let events = if let known = state.events { known } else { try FileEvents() }
                if state.events == nil {
                    state.events = events
                    state.source = Self.listen(to: events)
                }
                let number = try events.watch(path)
                state.handlers[number] = onChange
                return number
            }
        }

        /// Ends the watch. A call that is under way ends later.
        func stop() {
            Self.state.withLock { state in
                state.handlers[number] = nil
                state.events?.unwatch(number)
            }
        }

        private static func listen(to events: FileEvents) -> any DispatchSourceRead {
            let source = DispatchSource.makeReadSource(fileDescriptor: events.descriptor, queue: queue)
            source.setEventHandler { @Sendable in
                let numbers = events.take()
                let handlers = state.withLock { state in
                    state.handlers.filter { numbers?.contains($0.key) ?? true }.map(\.value)
                }
                for handler in handlers { handler() }
            }
            source.activate()
            return source
        }
    #endif

    private static let queue = DispatchQueue(label: "tarn.commits", qos: .userInitiated)
}

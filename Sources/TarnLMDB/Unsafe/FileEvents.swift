#if canImport(Darwin)
    internal import Darwin

    /// A file opened for nothing but to be told of changes to it.
    package struct WatchedFile: Sendable {
        package let descriptor: Int32

        // Safety: the path is only read during the call.
        package init(_ path: String) throws(LMDBError) {
            descriptor = unsafe open(path, O_EVTONLY | O_CLOEXEC)
            if descriptor < 0 { throw LMDBError(.init(rawValue: errno), operation: "watch file") }
        }

        // Safety: LMDB locks the lock file only: no lock is lost with a descriptor of the data file.
        /// Ends the use of the descriptor.
        package func close() { _ = Darwin.close(descriptor) }
    }
#else
    #if canImport(Musl)
        internal import Musl
    #else
        internal import Glibc
    #endif

    /// The kernel's queue of what happens to the times and names of files (inotify). Never closed.
    package final class FileEvents: Sendable {
        /// Readable when there are events.
        package let descriptor: Int32
        private static let operation = "watch file"

        // Safety: only a number is passed.
        /// Throws `tooManyFiles` when the user has as many queues as are allowed (`fs.inotify.max_user_instances`).
        package init() throws(LMDBError) {
            descriptor = inotify_init1(Int32(IN_CLOEXEC) | Int32(IN_NONBLOCK))
            if descriptor < 0 { throw LMDBError(.init(rawValue: errno), operation: Self.operation) }
        }

        // Safety: the path is only read during the call.
        /// Begins to watch a file; answers the number that its events will carry.
        package func watch(_ path: String) throws(LMDBError) -> Int32 {
            let number = unsafe inotify_add_watch(descriptor, path, UInt32(IN_ATTRIB))
            if number < 0 { throw LMDBError(.init(rawValue: errno), operation: Self.operation) }
            return number
        }

        // Safety: only numbers are passed; one that is not watched any more is answered with an error.
        /// Ends the watch of a file.
        package func unwatch(_ number: Int32) { _ = inotify_rm_watch(descriptor, number) }

        // Safety: the system writes at most as many bytes as the buffer has.
        /// Takes what has happened: the numbers of the files; nil when the queue ran over and any may be meant.
        package func take() -> Set<Int32>? {
            var found = Set<Int32>()
            var hasRunOver = false
            while true {
                var buffer = [UInt8](repeating: 0, count: 4096)
                let count = unsafe read(descriptor, &buffer, buffer.count)
                if count < 0 && errno == EINTR { continue }
                if count <= 0 { return hasRunOver ? nil : found }
                var offset = 0
                // Each event: number of the file, what happened, a cookie, and the length of a name that follows.
                while offset < count, let number = buffer.integer(Int32.self, at: offset),
                    let length = buffer.integer(UInt32.self, at: offset + 12)
                {
                    if number < 0 { hasRunOver = true } else { found.insert(number) }
                    offset += 16 + Int(length)
                }
            }
        }
    }
#endif

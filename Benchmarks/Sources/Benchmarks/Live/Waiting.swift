internal import Dispatch
internal import Foundation
internal import Synchronization

/// What a body on another thread has come to.
private final class Outcome<Value: Sendable>: Sendable {
    private let outcome = Mutex<Result<Value, any Error>?>(nil)
    private let isKnown = DispatchSemaphore(value: 0)

    func set(_ result: Result<Value, any Error>) {
        outcome.withLock { $0 = result }
        isKnown.signal()
    }

    func wait() throws -> Value {
        isKnown.wait()
        guard let result = outcome.withLock({ $0 }) else { preconditionFailure("it was set before the signal") }
        return try result.get()
    }
}

/// Runs a body on a thread of its own and waits for it.
func onThread<Value: Sendable>(_ body: @escaping @Sendable () throws -> Value) throws -> Value {
    let outcome = Outcome<Value>()
    Thread { outcome.set(Result(catching: body)) }.start()
    return try outcome.wait()
}

/// Runs an asynchronous body and blocks the calling thread, which is no thread of a task, until it has ended.
func blocking<Value: Sendable>(_ body: @escaping @Sendable () async throws -> Value) throws -> Value {
    let outcome = Outcome<Value>()
    Task.detached {
        do {
            outcome.set(.success(try await body()))
        } catch {
            outcome.set(.failure(error))
        }
    }
    return try outcome.wait()
}

import Foundation
import Tarn
import Testing

/// Writes that a background writer carries out and that call back.
@Suite struct WriteAsyncRules {
    let folder = TemporaryFolder()

    // W2
    @Test func aWriteQueuedWithinAWriteFollowsIt() async throws {
        let desk = try Desk(folder.rules)
        let log = Log()
        desk.sync { store in
            try store.write {
                store.writeAsync { store in
                    log.add("block sees \(store.item(1)?.name ?? "nothing")")
                    try store.add(Item(2))
                } onComplete: {
                    log.add($0)
                }
                try store.add(Item(1, "the write"))
                log.add("write ends")
            }
        }
        desk.settle()
        #expect(log.lines == ["write ends", "block sees the write", "done"])
        desk.sync { store in #expect(store.objects(Item.self).map(\.id) == [1, 2]) }
    }

    // W11
    @Test func theEndIsToldOnTheHomeAfterTheStoreHasMoved() async throws {
        let desk = try Desk(folder.rules)
        let log = Log()
        desk.sync { store in
            let items = store.objects(Item.self)
            #expect(items.count == 0)
            for number in 0..<10 {
                store.writeAsync { store in
                    try store.add(Item(number))
                } onComplete: { error in
                    desk.checkIsHere()
                    #expect(error == nil && items.count > number && !store.isInWriteTransaction)
                    log.add("\(number)")
                }
            }
            #expect(store.isPerformingAsynchronousWriteOperations && items.count == 0)
        }
        desk.settle()
        #expect(log.lines == (0..<10).map { "\($0)" })
    }

    // C5: a plain thread has nobody who could call; it is told when it next refreshes.
    @Test func aPlainThreadIsToldByItsNextRefresh() throws {
        let configuration = folder.rules
        try onAnotherThread {
            let store = try Store(configuration: configuration)
            let log = Log()
            store.writeAsync { store in
                try store.add(Item(1))
            } onComplete: {
                log.add($0)
            }
            store.writeAsync { _ in
                throw Refusal(reason: "no")
            } onComplete: {
                log.add($0)
            }
            while store.isPerformingAsynchronousWriteOperations { try store.refresh() }
            #expect(log.lines == ["done", "Refusal(reason: \"no\")"] && store.item(1) != nil)
        }
    }

    @Test func theEndIsNotToldWithinAWrite() throws {
        let configuration = folder.rules
        try onAnotherThread {
            let store = try Store(configuration: configuration)
            let log = Log()
            store.writeAsync { _ in
                log.add("block")
            } onComplete: {
                log.add($0)
            }
            while log.lines.isEmpty { Thread.yield() }
            try store.write {
                try store.refresh()
                #expect(log.lines == ["block"])
            }
            while store.isPerformingAsynchronousWriteOperations { try store.refresh() }
            #expect(log.lines == ["block", "done"])
        }
    }

    @Test func whoIsToldMayWriteAndQueueAndIsNotInterrupted() async throws {
        let desk = try Desk(folder.rules)
        let log = Log()
        desk.sync { store in
            store.writeAsync { store in
                try store.add(Item(1))
            } onComplete: { error in
                log.add("first begins")
                store.writeAsync { store in
                    log.add("third block")
                    try store.add(Item(3))
                } onComplete: {
                    log.add("third: \($0 == nil)")
                }
                #expect(throws: Never.self) {
                    try store.write { try store.add(Item(10)) }
                    try store.refresh()
                }
                log.add("first ends")
            }
            store.writeAsync { store in
                try store.add(Item(2))
            } onComplete: {
                log.add("second: \($0 == nil)")
            }
        }
        desk.settle()
        let lines = log.lines.filter { $0 != "third block" }
        #expect(lines == ["first begins", "first ends", "second: true", "third: true"])
        desk.sync { store in #expect(store.objects(Item.self).map(\.id) == [1, 2, 3, 10]) }
    }

    @Test func aBlockMayQueueFurtherWritesOnItsOwnStore() async throws {
        let desk = try Desk(folder.rules)
        let blocker = try Blocker(folder.rules)
        let log = Log()
        desk.sync { store in
            store.writeAsync { store in
                try store.add(Item(1))
                store.writeAsync { store in
                    log.add("inner sees \(store.objects(Item.self).map(\.id))")
                    try store.add(Item(3))
                    throw Refusal(reason: "inner")
                } onComplete: {
                    log.add($0)
                }
                log.add("outer ends")
            } onComplete: { _ in
            }
            store.writeAsync { store in
                try store.add(Item(2))
            } onComplete: { _ in
            }
        }
        blocker.release()
        desk.settle()
        while log.lines.count < 3 { await Task.yield() }
        #expect(log.lines == ["outer ends", "inner sees [1, 2]", "Refusal(reason: \"inner\")"])
        desk.sync { store in
            try store.refresh()
            #expect(store.objects(Item.self).map(\.id) == [1, 2])
        }
    }

    // W12
    @Test func aWriteIsCancelledBeforeItsBlockRuns() async throws {
        let desk = try Desk(folder.rules)
        let blocker = try Blocker(folder.rules)
        let log = Log()
        desk.sync { store in
            let first = store.writeAsync { store in
                try store.add(Item(1))
            } onComplete: { _ in
                log.add("first")
            }
            let second = store.writeAsync { store in
                try store.add(Item(2))
            } onComplete: { _ in
                log.add("second")
            }
            #expect(store.cancelAsyncWrite(first))
            #expect(!store.cancelAsyncWrite(first), "it has been cancelled")
            #expect(first != second && store.isPerformingAsynchronousWriteOperations)
        }
        blocker.release()
        desk.settle()
        #expect(log.lines == ["second"])
        desk.sync { store in #expect(store.objects(Item.self).map(\.id) == [2]) }
    }

    // W12
    @Test func cancellingAWriteWhoseBlockHasBegunOnlySilencesItsEnd() async throws {
        let desk = try Desk(folder.rules)
        let log = Log()
        let (hasBegun, mayEnd) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
        let id = desk.sync { store in
            store.writeAsync { store in
                hasBegun.signal()
                mayEnd.wait()
                try store.add(Item(1))
            } onComplete: { _ in
                log.add("told")
            }
        }
        hasBegun.wait()
        desk.sync { store in
            #expect(!store.cancelAsyncWrite(id) && !store.isPerformingAsynchronousWriteOperations)
            store.writeAsync { _ in
            } onComplete: { _ in
                log.add("next")
            }
        }
        mayEnd.signal()
        desk.settle()
        #expect(log.lines == ["next"])
        desk.sync { store in
            try store.refresh()
            #expect(store.item(1) != nil && !store.cancelAsyncWrite(id))
        }
    }

    // W12
    @Test func cancellingWithinTheBlockHasNoEffect() async throws {
        let clerk = try await Clerk.with(folder.rules)
        let log = Log()
        let blocker = try Blocker(folder.rules)
        let ids = IdBox()
        ids.value = await clerk.queue { store in
            log.add("\(ids.value.map { store.cancelAsyncWrite($0) } ?? true)")
            try store.add(Item(1))
        } onComplete: {
            log.add($0)
        }
        blocker.release()
        await clerk.settle()
        #expect(log.lines == ["false", "done"])
        #expect(await clerk.keys() == [1])
    }

    // Closing or releasing a store takes nothing back: what was queued is written, and its end is told.
    @Test(arguments: [true, false]) func whatAGoneStoreHasQueuedIsWrittenAndTold(isClosed: Bool) async throws {
        let desk = try Desk(folder.rules)
        let blocker = try Blocker(folder.rules)
        let (log, told) = (Log(), DispatchSemaphore(value: 0))
        desk.sync { store in
            store.writeAsync { store in
                try store.add(Item(1))
            } onComplete: {
                log.add($0)
            }
            store.writeAsync { _ in
                throw Refusal(reason: "no")
            } onComplete: {
                log.add($0)
                told.signal()
            }
            if isClosed { store.close() }
        }
        desk.letGo()
        blocker.release()
        await told.reached()
        #expect(log.lines == ["done", "Refusal(reason: \"no\")"])
        #expect(try Store(configuration: folder.rules).objects(Item.self).map(\.id) == [1])
    }

    // The task that waits gets its result although the store was closed meanwhile.
    @Test func aTaskGetsItsResultAlthoughItsStoreWasClosed() async throws {
        let clerk = try await Clerk.with(folder.rules)
        let blocker = try Blocker(folder.rules)
        let task = Task {
            try await clerk.write { store in
                try store.add(Item(1))
                return "written"
            }
        }
        while await !clerk.isWriting { await Task.yield() }
        await clerk.close()
        await clerk.letGo()
        blocker.release()
        #expect(try await task.value == "written")
        #expect(try Store(configuration: folder.rules).item(1) != nil)
    }

    // X2: whoever was told of the end may delete the file at once.
    @Test func nothingHoldsTheFileOnceTheEndWasTold() async throws {
        for round in 0..<30 {
            let clerk = try await Clerk.with(folder.rules)
            if round % 2 == 0 {
                try await clerk.write { store in try store.add(Item(1)) }
            } else {
                await clerk.queue { store in
                    try store.add(Item(1))
                } onComplete: { _ in
                }
                await clerk.settle()
            }
            await clerk.close()
            #expect(try Store.deleteFiles(for: folder.rules))
        }
    }

    // X1
    @Test func aStoreInMemoryLivesUntilItsLastWriteIsOver() async throws {
        let configuration = Store.Configuration(
            inMemoryIdentifier: "async-\(UUID().uuidString)", objectTypes: RuleModels.types)
        let desk = try Desk(configuration)
        let (mayEnd, told) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
        desk.sync { store in
            store.writeAsync { store in
                mayEnd.wait()
                try store.add(Item(1))
            } onComplete: {
                #expect($0 == nil)
                told.signal()
            }
            store.close()
        }
        desk.letGo()
        mayEnd.signal()
        await told.reached()
        #expect(try Store(configuration: configuration).isEmpty)
    }

    // W1: neither side waits for ever while both write.
    @Test func writesOfBothKindsTakeTurns() async throws {
        let desk = try Desk(folder.rules)
        let (isOver, told) = (Log(), DispatchSemaphore(value: 0))
        // The background writer always has something to do until the other side is through.
        @Sendable func again(_ store: Store) throws {
            try store.add(Note(""))
            if isOver.lines.isEmpty {
                store.writeAsync(again, onComplete: { #expect($0 == nil) })
            } else {
                store.writeAsync({ _ in }, onComplete: { _ in told.signal() })
            }
        }
        desk.sync { store in
            store.writeAsync(again, onComplete: { #expect($0 == nil) })
            for number in 0..<100 {
                store.writeAsync { store in
                    try store.add(Item(1000 + number))
                } onComplete: {
                    #expect($0 == nil)
                }
                try store.write { try store.add(Item(number)) }
            }
        }
        isOver.add("yes")
        await told.reached()
        desk.settle()
        desk.sync { store in
            try store.refresh()
            #expect(store.objects(Item.self).count == 200)
        }
    }

    @Test func aProgramMayEndWithWritesQueued() async {
        await #expect(processExitsWith: .success) {
            let folder = TemporaryFolder()
            let store = try Store(configuration: folder.rules)
            for number in 0..<1000 {
                store.writeAsync { store in
                    try store.add(Item(number))
                    if number == 500 { exit(0) }
                } onComplete: { _ in
                }
            }
            withExtendedLifetime(folder) { DispatchSemaphore(value: 0).wait() }
        }
    }
}

/// A dispatch queue with a store.
private final class Desk: @unchecked Sendable {
    // Unchecked: the store is used on the queue.
    private let queue = DispatchQueue(label: "desk")
    private var opened: Store?

    init(_ configuration: Store.Configuration) throws {
        try queue.sync { opened = try Store(configuration: configuration, queue: queue) }
    }

    @discardableResult
    func sync<Value>(_ body: (Store) throws -> Value) -> Value {
        queue.sync { try! body(opened!) }
    }

    func checkIsHere() { dispatchPrecondition(condition: .onQueue(queue)) }
    func letGo() { queue.sync { opened = nil } }

    /// Returns when the store has been told of the end of everything.
    func settle() { while sync({ $0.isPerformingAsynchronousWriteOperations }) { Thread.yield() } }
}

/// An id that one thread notes and another reads after it.
private final class IdBox: @unchecked Sendable {
    // Unchecked: the writer that the reader waits for is released in between.
    var value: AsyncWriteId?
}

extension Thread {
    /// Lets others run.
    fileprivate static func yield() { sched_yield() }
}

import Foundation
import Tarn
import Testing

/// Writes that a background writer carries out, as tasks wait for them.
@Suite struct AsyncWriteRules {
    let folder = TemporaryFolder()

    @Test(arguments: Misuse.asyncWrites) func breakingARuleOfAsyncWritesTraps(misuse: Misuse) async throws {
        try await misuse.expectTrap(in: folder)
    }

    // W1
    @Test func anAsyncWriteIsDurableAndSeenWhenItReturns() async throws {
        let clerk = try await Clerk.with(folder.rules)
        #expect(await clerk.keys().isEmpty)
        let count = try await clerk.write { store in
            try store.add(Item(1, "first"))
            return store.objects(Item.self).count
        }
        #expect(count == 1)
        #expect(await clerk.name(1) == "first")
        #expect(try Store(configuration: folder.rules).item(1)?.name == "first")
    }

    // C4: a store of an actor is good after every suspension, in a write as well.
    @Test func theMainActorGoesOnWithItsStoreAfterAnAsyncWrite() async throws {
        try await writeOnTheMainActor(folder.rules)
    }

    @MainActor private func writeOnTheMainActor(_ configuration: Store.Configuration) async throws {
        let store = try Store(configuration: configuration)
        try store.addItems(0..<1)
        let item = try #require(store.item(0))
        let key = item.id
        try await store.asyncWrite { store in store.item(key)?.name = "changed elsewhere" }
        #expect(item.name == "changed elsewhere" && !store.isPerformingAsynchronousWriteOperations)
        try store.write { item.name = "changed here" }
        #expect(try await store.asyncWrite { store in store.item(key)?.name } == "changed here")
    }

    // W1: the first block waits for the other writer, and those queued after it wait for the first.
    @Test func writesRunInTheOrderInWhichTheyWereQueued() async throws {
        let clerk = try await Clerk.with(folder.rules)
        let blocker = try Blocker(folder.rules)
        let log = Log()
        for number in 0..<100 {
            await clerk.queue({ store in try store.add(Note("\(number)")) }, onComplete: { _ in log.add("\(number)") })
        }
        blocker.release()
        try await clerk.write { _ in }
        #expect(await clerk.texts() == (0..<100).map { "\($0)" })
        await clerk.settle()
        #expect(log.lines == (0..<100).map { "\($0)" })
    }

    // W3, W6
    @Test(arguments: [true, false]) func aBlockThatThrowsIsRolledBackAlone(isGrouped: Bool) async throws {
        let clerk = try await Clerk.with(folder.rules)
        try await clerk.write { store in try store.addItems(3) }
        let blocker = try Blocker(folder.rules)
        let log = Log()
        await clerk.queue({ store in try store.add(Item(10)) }, onComplete: { log.add($0) })
        await clerk.queue(grouped: isGrouped) { store in
            let added = Item(11)
            try store.add(added)
            store.item(0)?.name = "lost"
            try store.delete(try #require(store.item(1)))
            log.keep(added, try #require(store.item(0)))
            throw Refusal(reason: "enough")
        } onComplete: {
            log.add($0)
        }
        await clerk.queue { store in
            // The blocks around the one that threw are seen, and nothing of it.
            #expect(store.objects(Item.self).map(\.id) == [0, 1, 2, 10] && store.item(0)?.name == "item-0")
            #expect(log.allKeptAreInvalid)
            try store.add(Item(11, "another"))
        } onComplete: {
            log.add($0)
        }
        blocker.release()
        await clerk.settle()
        #expect(log.lines == ["done", "Refusal(reason: \"enough\")", "done"])
        #expect(await clerk.keys() == [0, 1, 2, 10, 11])
    }

    // W3
    @Test func theErrorOfABlockIsThrownOnByTheTaskThatWaits() async throws {
        let clerk = try await Clerk.with(folder.rules)
        let thrown = await #expect(throws: Refusal.self) {
            try await clerk.write { store in
                try store.add(Item(1))
                throw Refusal(reason: "enough")
            }
        }
        #expect(thrown == Refusal(reason: "enough"))
        try await clerk.write { store in try store.add(Item(2)) }
        #expect(await clerk.keys() == [2])
    }

    // W3: what a setter could not do fails that write and no other of the group.
    @Test func aChangeThatFailsLateFailsItsOwnWriteOnly() async throws {
        let clerk = try await Clerk.with(folder.rules)
        let blocker = try Blocker(folder.rules)
        let log = Log()
        await clerk.queue { store in
            try store.add(Item(1))
        } onComplete: {
            log.add($0)
        }
        await clerk.queue { store in
            let subclass = Item(2)
            subclass.comment = "kept?"
            try store.add(subclass)
            try store.add(Item(1))
        } onComplete: {
            log.add(($0 as? StoreError)?.code.rawValue ?? "done")
        }
        await clerk.queue { store in
            try store.add(Item(3))
        } onComplete: {
            log.add($0)
        }
        blocker.release()
        await clerk.settle()
        #expect(log.lines == ["done", "duplicatePrimaryKey", "done"])
        #expect(await clerk.keys() == [1, 3])
    }

    // W4
    @Test(arguments: [1, 2]) func aBlockMayEndItsWriteByItself(place: Int) async throws {
        let clerk = try await Clerk.with(folder.rules)
        let blocker = try Blocker(folder.rules)
        if place > 1 {
            await clerk.queue { store in
                try store.add(Item(0))
            } onComplete: { _ in
            }
        }
        await clerk.queue { store in
            try store.add(Item(1))
            try store.commitWrite()
            #expect(!store.isInWriteTransaction)
        } onComplete: {
            #expect($0 == nil)
        }
        await clerk.queue { store in
            try store.add(Item(2))
            store.cancelWrite()
        } onComplete: {
            #expect($0 == nil)
        }
        await clerk.queue { store in
            try store.add(Item(3))
            store.close()
        } onComplete: {
            #expect($0 == nil)
        }
        await clerk.queue { store in
            try store.add(Item(4))
        } onComplete: {
            #expect($0 == nil)
        }
        blocker.release()
        await clerk.settle()
        #expect(await clerk.keys() == (place > 1 ? [0, 1, 4] : [1, 4]))
    }

    // W11: each write of a group has a version and a change record of its own.
    @Test func writesOfAGroupHaveVersionsOfTheirOwn() async throws {
        let clerk = try await Clerk.with(folder.rules)
        let before = try await clerk.version()
        let blocker = try Blocker(folder.rules)
        let log = Log()
        for number in 0..<5 {
            await clerk.queue { store in
                log.add("\(try store.version() - before)")
                try store.add(Item(number))
            } onComplete: {
                #expect($0 == nil)
            }
        }
        blocker.release()
        await clerk.settle()
        #expect(log.lines == ["0", "1", "2", "3", "4"])
        #expect(try await clerk.version() == before + 5)
    }

    // W16
    @Test func anEmptyAsyncWriteMakesNoVersion() async throws {
        let clerk = try await Clerk.with(folder.rules)
        let before = try await clerk.version()
        try await clerk.write { _ in }
        #expect(try await clerk.version() == before)
    }

    // W13
    @Test func aTaskThatIsCancelledWhileItWaitsWritesNothing() async throws {
        let clerk = try await Clerk.with(folder.rules)
        let blocker = try Blocker(folder.rules)
        let task = Task { try await clerk.write { store in try store.add(Item(1)) } }
        while await !clerk.isWriting { await Task.yield() }
        task.cancel()
        // It ends at once and not when the other writer is done.
        await #expect(throws: CancellationError.self) { try await task.value }
        #expect(await !clerk.isWriting)
        blocker.release()
        try await clerk.write { store in try store.add(Item(2)) }
        #expect(await clerk.keys() == [2])
    }

    // W13
    @Test func aTaskThatIsCancelledBeforehandWritesNothing() async throws {
        let clerk = try await Clerk.with(folder.rules)
        let task = Task {
            while !Task.isCancelled { await Task.yield() }
            try await clerk.write { store in try store.add(Item(1)) }
        }
        task.cancel()
        await #expect(throws: CancellationError.self) { try await task.value }
        try await clerk.refresh()
        #expect(await clerk.keys() == [])
    }

    // W13
    @Test func aTaskThatIsCancelledWhileItsBlockRunsLearnsTheTruth() async throws {
        let clerk = try await Clerk.with(folder.rules)
        let (hasBegun, mayEnd) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
        let task = Task {
            try await clerk.write { store in
                try store.add(Item(1))
                hasBegun.signal()
                mayEnd.wait()
                return "written"
            }
        }
        await hasBegun.reached()
        task.cancel()
        mayEnd.signal()
        #expect(try await task.value == "written")
        #expect(await clerk.keys() == [1])
    }

    // W13: cancellations at any moment, hundreds of them: what returns was written, what throws was not.
    @Test func whatIsCancelledAtRandomIsWrittenOrNot() async throws {
        let clerk = try await Clerk.with(folder.rules)
        let seed = ProcessInfo.processInfo.environment["TARN_SEED"].flatMap(UInt64.init) ?? .random(in: 0...(.max))
        var random = SplitMix(seed: seed)
        let tasks = (0..<300).map { number in
            Task { try await clerk.write { store in try store.add(Item(number)) } }
        }
        for task in tasks.shuffled(using: &random) where Bool.random(using: &random) {
            task.cancel()
            await Task.yield()
        }
        var written: [Int] = []
        for (number, task) in tasks.enumerated() {
            switch await task.result {
            case .success: written.append(number)
            case .failure(let error): #expect(error is CancellationError)
            }
        }
        try await clerk.refresh()
        #expect(await clerk.keys() == written, "seed \(seed)")
    }

    @Test func asyncRefreshWaitsForWhatWasQueuedBefore() async throws {
        let clerk = try await Clerk.with(folder.rules)
        #expect(await clerk.keys().isEmpty)
        await clerk.queue { store in
            try store.add(Item(1))
        } onComplete: { _ in
        }
        #expect(try await clerk.refresh())
        #expect(await clerk.keys() == [1])
        #expect(try await !clerk.refresh())
    }

    // N1: observers of the caller hear of the write before it returns, once.
    @Test func observersHearOfAnAsyncWriteBeforeItReturns() async throws {
        let clerk = try await Clerk.with(folder.rules)
        await clerk.observeItems()
        for number in 0..<20 {
            try await clerk.write { store in try store.add(Item(number)) }
            #expect(await clerk.insertions == Array(0...number))
        }
    }

    @Test func aFileThatWasDeletedIsReported() async throws {
        let clerk = try await Clerk.with(folder.rules)
        try FileManager.default.removeItem(at: try #require(folder.rules.fileURL))
        let thrown = await #expect(throws: StoreError.self) { try await clerk.write { _ in } }
        #expect(thrown?.code == .deletedWhileOpen)
        await clerk.close()
    }
}

extension Misuse {
    /// Rules of asynchronous writes.
    static let asyncWrites: [Misuse] = [
        Misuse("C5", "asyncWrite on a store of a thread") { configuration in
            let store = try Store(configuration: configuration, isolation: nil)
            try await store.asyncWrite { _ in }
        },
        Misuse("C5", "asyncRefresh on a store of a thread") { configuration in
            let store = try Store(configuration: configuration, isolation: nil)
            try await store.asyncRefresh()
        },
        Misuse("W14", "asyncWrite on a read-only store") { configuration in
            try Store(configuration: configuration).close()
            var readOnly = configuration
            readOnly.isReadOnly = true
            try await Clerk.with(readOnly).write { _ in }
        },
        Misuse("W4", "a second write in the block of an asynchronous one") { configuration in
            let store = try Store(configuration: configuration)
            let done = DispatchSemaphore(value: 0)
            store.writeAsync(
                { store in
                    try store.commitWrite()
                    defer { done.signal() }
                    try store.write {}
                }, onComplete: { _ in })
            done.wait()
        },
        Misuse("W14", "writeAsync on a read-only store") { configuration in
            try Store(configuration: configuration).close()
            var readOnly = configuration
            readOnly.isReadOnly = true
            try Store(configuration: readOnly).writeAsync({ _ in }, onComplete: { _ in })
        },
        Misuse("C10", "writeAsync after close") { store in
            store.close()
            store.writeAsync({ _ in }, onComplete: { _ in })
        },
        Misuse("C1", "the store of a block after the block") { configuration in
            let clerk = try await Clerk.with(configuration)
            nonisolated(unsafe) var leaked: Store?
            try await clerk.write { store in leaked = store }
            try onAnotherThread { print(leaked?.objects(Item.self).count as Any) }
        },
    ]
}

import Dispatch
import Foundation
import Tarn
import Testing

/// Who holds which version, and how many there may be.
@Suite struct PinnedVersionTests {
    let folder = TemporaryFolder()

    // R9
    @Test func everyHolderIsNamedTheOldestFirst() throws {
        let writer = try Store(configuration: folder.rules)
        try writer.addItems(0..<100)
        let queue = DispatchQueue(label: "list")
        let store = try queue.sync { () -> Store in
            let store = try Store(configuration: folder.rules, queue: queue)
            store.autorefresh = false
            #expect(store.objects(Item.self).count == 100)
            return store
        }
        for round in 0..<3 { try writer.write { for id in 0..<100 { writer.item(id)?.count = round } } }
        let frozen = try writer.frozen()
        try writer.addItems(100..<101)
        #expect(writer.objects(Item.self).count == 101)
        let pinned = try writer.pinnedVersions()
        #expect(pinned.count == 3 && pinned[0].holder == "queue list" && pinned[1].holder == "frozen values")
        #expect(pinned[2].holder.hasPrefix("thread ") || pinned[2].holder == "main thread")
        #expect(pinned.map(\.commitsBehind) == [4, 1, 0])
        #expect(try pinned[2].version == writer.version() && pinned[0].version == writer.version() - 4)
        #expect(pinned.allSatisfy { $0.processID == getpid() && $0.duration != nil })
        #expect(pinned[0].pageCount > pinned[1].pageCount && pinned[1].pageCount >= pinned[2].pageCount)
        #expect(pinned[0].byteCount == pinned[0].pageCount * (try writer.information().pageSize))
        queue.sync { store.close() }
        #expect(try writer.pinnedVersions().map(\.holder).contains("queue list") == false)
        withExtendedLifetime(frozen) {}
    }

    // R9
    @Test func whatNobodyHoldsIsNotListed() throws {
        let store = try Store(configuration: folder.rules)
        try store.addItems(0..<1)
        store.invalidate()
        #expect(try store.pinnedVersions().isEmpty)
        do {
            let frozen = try store.frozen()
            #expect(try store.pinnedVersions().contains { $0.holder == "frozen values" })
            withExtendedLifetime(frozen) {}
        }
        store.invalidate()
        #expect(try store.pinnedVersions().isEmpty)
        #expect(try Store.information(at: #require(folder.rules.fileURL)).pinnedVersions.isEmpty)
    }

    // R10
    @Test func aWriteOverTheLimitThrowsAndNamesTheHolder() throws {
        var configuration = folder.rules
        configuration.maximumNumberOfActiveVersions = 5
        let (writer, idle) = (try Store(configuration: configuration), try Store(configuration: folder.rules))
        #expect(idle.objects(Item.self).isEmpty)
        for number in 0..<4 { try writer.addItems(number..<number + 1) }
        try writer.addItems(4..<5)
        #expect(code { try writer.addItems(5..<6) } == .tooManyActiveVersions)
        #expect(message { try writer.addItems(5..<6) }.contains("thread"))
        #expect(writer.objects(Item.self).count == 5 && !writer.isInWriteTransaction)
        try idle.refresh()
        try writer.addItems(5..<6)
        #expect(writer.objects(Item.self).count == 6)
    }

    // R10
    @Test func storesThatRefreshByThemselvesDoNotReachTheLimit() throws {
        var configuration = folder.rules
        configuration.maximumNumberOfActiveVersions = 3
        let writer = try Store(configuration: configuration)
        let queue = DispatchQueue(label: "follows")
        let store = try queue.sync { () -> Store in
            let store = try Store(configuration: folder.rules, queue: queue)
            #expect(store.objects(Item.self).isEmpty)
            return store
        }
        for number in 0..<100 { try writer.addItems(number..<number + 1) }
        #expect(writer.objects(Item.self).count == 100)
        queue.sync { store.close() }
    }

    // R10
    @Test func whatTheWriterHoldsItselfDoesNotCount() throws {
        var configuration = folder.rules
        configuration.maximumNumberOfActiveVersions = 2
        let (store, other) = (try Store(configuration: configuration), try Store(configuration: folder.rules))
        #expect(store.objects(Item.self).isEmpty)
        for number in 0..<9 { try other.addItems(number..<number + 1) }
        try store.addItems(9..<10)
        #expect(store.objects(Item.self).count == 10)
    }

    // R10
    @Test func whatACallbackSeesDoesNotCount() throws {
        var configuration = folder.rules
        configuration.maximumNumberOfActiveVersions = 1
        let (store, other) = (try Store(configuration: configuration), try Store(configuration: folder.rules))
        var failure: (any Error)?
        let token = store.objects(Item.self).observe { change in
            if case .initial = change {
                do {
                    try other.addItems(0..<3)
                    other.invalidate()
                    try store.addItems(3..<4)
                } catch {
                    failure = error
                }
            }
        }
        try store.refresh()
        #expect(failure == nil)
        #expect(store.objects(Item.self).count == 4)
        token.invalidate()
    }
}

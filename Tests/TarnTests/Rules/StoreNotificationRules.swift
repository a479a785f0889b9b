import Foundation
import Tarn
import Testing

@Suite struct StoreNotificationRules {
    let folder = TemporaryFolder()
    let heard = Heard()

    private func note(_ notification: Store.Notification, _ store: Store) {
        heard.note("\(notification) \(store.objects(Item.self).count)")
    }

    // R6
    @Test func everyMoveIsToldOnceBeforeTheWriteReturns() throws {
        let (store, other) = try folder.pair()
        let token = store.observe(note)
        #expect(heard.isEmpty)
        try store.addItems(0..<1)
        #expect(heard.take() == ["didChange 1"])
        try other.addItems(1..<2)
        try other.addItems(2..<3)
        #expect(heard.isEmpty)
        try store.refresh()
        #expect(heard.take() == ["didChange 3"])
        try store.refresh()
        // W7, W16: nothing has happened.
        try store.write {}
        try store.beginWrite()
        store.cancelWrite()
        #expect(heard.isEmpty)
        token.invalidate()
        try store.addItems(3..<4)
        #expect(heard.isEmpty)
    }

    // R6
    @Test func withoutAutorefreshTheObserverHearsThatThereIsSomethingNewer() throws {
        let queue = DispatchQueue(label: "home")
        let configuration = folder.rules
        let told = DispatchSemaphore(value: 0)
        nonisolated(unsafe) let heard = heard
        nonisolated(unsafe) var store: Store?
        nonisolated(unsafe) var token: NotificationToken?
        try queue.sync {
            store = try Store(configuration: configuration, queue: queue)
            store?.autorefresh = false
            token = store?.observe { notification, store in
                heard.note("\(notification) \(store.objects(Item.self).count)")
                told.signal()
            }
        }
        try onAnotherThread { try Store(configuration: configuration).addItems(0..<1) }
        told.wait()
        try queue.sync {
            #expect(heard.take() == ["refreshRequired 0"])
            try store?.refresh()
            #expect(heard.take() == ["didChange 1"])
            token?.invalidate()
            token = nil
            store = nil
        }
    }

    // R4, R7: neither moves the store in a callback.
    @Test func refreshAndInvalidateDoNothingInACallback() throws {
        let (store, other) = try folder.pair()
        try other.addItems(0..<1)
        let item = try #require(store.item(0))
        let token = store.observe { [heard] _, store in
            try? other.addItems(5..<6)
            heard.note("\((try? store.refresh()) ?? true) \(store.objects(Item.self).count)")
            store.invalidate()
            heard.note("\(item.isInvalidated)")
        }
        try store.change(0) { $0.name = "other" }
        #expect(heard.take() == ["false 1", "false"])
        token.invalidate()
        try store.refresh()
        #expect(store.objects(Item.self).count == 2)
    }
}

internal import Dispatch
internal import TarnLMDB

extension Connection {
    /// Throws when there are more versions between the newest and the oldest that is held than the configuration allows
    /// (R10).
    ///
    /// What this connection holds itself does not count, since the write moves it. Stores that refresh by themselves
    /// get the time to do so.
    func checkActiveVersions() throws(StoreError) {
        guard let limit = configuration.maximumNumberOfActiveVersions else { return }
        let (count, oldest): (UInt, PinnedVersion?)
        do throws(LMDBError) {
            if try activeVersions() <= limit { return }
            _ = try openEnvironment.removeDeadReaders()
        } catch {
            throw StoreError(error, path: path)
        }
        if !isDelivering { _ = try moveToNewest() }
        waitForOthers(than: scheduler)
        do throws(LMDBError) {
            count = try activeVersions()
            if count <= limit { return }
            oldest = try PinnedVersion.all(in: openEnvironment).first
        } catch {
            throw StoreError(error, path: path)
        }
        throw StoreError(
            .tooManyActiveVersions,
            "R10: \(count) versions of the file are held, at most \(limit) are allowed. The oldest is held by "
                + "\(oldest?.holder ?? "another reader") and keeps \(oldest?.byteCount ?? 0) bytes from being used "
                + "again; refresh, invalidate or close that store, or let its frozen values go (\(path))")
    }

    /// How many versions there are from the oldest that is held to the newest.
    private func activeVersions() throws(LMDBError) -> UInt {
        let newest = Int(clamping: try openEnvironment.newestCommit())
        var held = try openEnvironment.readers().compactMap(\.version)
        // In a callback it cannot be moved; the write will.
        if isDelivering, let own = readTransaction?.version, let place = held.firstIndex(of: Int(own)) {
            held.remove(at: place)
        }
        let oldest = held.min() ?? newest
        return UInt(max(0, newest - oldest)) + 1
    }

    /// Gives the other stores of this process that refresh by themselves a moment to do it.
    private func waitForOthers(than own: HomeScheduler) {
        let semaphore = DispatchSemaphore(value: 0)
        let alarm = WaitAlarm(.milliseconds(100), semaphore)
        defer { alarm.cancel() }
        let others = CommitFeed.members(of: openEnvironment).filter { other in
            other !== own && other.home.isReachable && other.held.current != nil && !other.home.isSame(as: own.home)
        }
        for other in others {
            other.schedule()
            other.afterwards { semaphore.signal() }
        }
        for _ in others where !alarm.isOver { semaphore.wait() }
    }
}

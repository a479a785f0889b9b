import Foundation
import Tarn
import Testing

/// X1: a store in memory is shared by its name and gone with the last handle.
@Suite(.serialized) struct MemoryStoreTests {
    private let name = "durability-" + UUID().uuidString
    private var configuration: Store.Configuration {
        var configuration = Store.Configuration(inMemoryIdentifier: name, objectTypes: CommitSeries.types)
        configuration.mapSize = 1 << 30
        return configuration
    }

    @Test func storesOfOneNameShareTheirObjectsUntilTheLastCloses() throws {
        let one = try Store(configuration: configuration)
        try CommitSeries(store: one).commit(1)
        let other = try Store(configuration: configuration)
        #expect(try CommitSeries(store: other).check() == 1)
        one.close()
        try CommitSeries(store: other).commit(2)
        #expect(try CommitSeries(store: other).check() == 2)
        other.close()
        #expect(try CommitSeries(store: Store(configuration: configuration)).check() == 0)
    }

    @Test func aStoreThatIsLetGoWithoutClosingIsGoneToo() throws {
        do {
            let store = try Store(configuration: configuration)
            try CommitSeries(store: store).commit(1)
        }
        #expect(try CommitSeries(store: Store(configuration: configuration)).check() == 0)
    }

    @Test func nothingIsLeftInTheFileSystem() async {
        await #expect(processExitsWith: .success) {
            let before = try leftovers()
            for round in 0..<3 {
                var configuration = Store.Configuration(inMemoryIdentifier: "left", objectTypes: CommitSeries.types)
                configuration.mapSize = 1 << 30
                let store = try Store(configuration: configuration)
                try CommitSeries(store: store).commit(1)
                if round > 0 { store.close() }
                // A failed opening counts as none.
                configuration.objectTypes = []
                configuration.durability = .full
                configuration.schemaVersion = 0
                _ = try? Store(configuration: configuration)
            }
            exit(try leftovers().subtracting(before).isEmpty ? 0 : 1)
        }
    }
}

/// The files of stores in memory that this process made.
private func leftovers() throws -> Set<String> {
    let own = "tarn-\(getpid())-"
    let names = try FileManager.default.contentsOfDirectory(atPath: "/dev/shm")
    let other = try FileManager.default.contentsOfDirectory(atPath: FileManager.default.temporaryDirectory.path)
    return Set((names + other).filter { $0.hasPrefix(own) })
}

import Foundation
import Tarn
import Testing

class Boat: Object {
    @Persisted var name: String
}

final class Ferry: Boat {
    @Persisted var cars: Int
}

final class Harbour: Object {
    @Persisted(primaryKey: true) var id: Int
    @Persisted var guest: Boat?
}

/// A link is a number among the objects of one class: an object of a subclass must not be taken for another object.
@Suite struct SubclassLinkTests {
    let folder = TemporaryFolder()

    private func filled() throws -> Store {
        let store = try Store(configuration: folder.configuration([Harbour.self, Ferry.self]))
        try store.write {
            for name in ["Skiff", "Barge"] {
                let boat = Boat()
                boat.name = name
                try store.add(boat)
            }
            let harbour = Harbour()
            harbour.id = 1
            try store.add(harbour)
            try store.add(Ferry())
        }
        return store
    }

    @Test func aLinkRefusesAnObjectOfASubclass() throws {
        let store = try filled()
        let harbours = store.objects(Harbour.self)
        for ferry in [Ferry(), try #require(store.objects(Ferry.self).first)] {
            #expect(code { try store.write { harbours[0].guest = ferry } } == .invalidValue)
            #expect(code { try store.write { try harbours.setValue(ferry, for: \.guest) } } == .invalidValue)
            let harbour = Harbour()
            harbour.id = 2
            harbour.guest = ferry
            #expect(message { try store.write { try store.add(harbour) } }.contains("Harbour.guest"))
            let values: [String: Any] = ["id": 2, "guest": ferry]
            #expect(code { try store.write { try store.create(Harbour.self, value: values) } } == .invalidValue)
        }
        #expect(harbours.count == 1 && harbours[0].guest == nil)
        try store.write { harbours[0].guest = store.objects(Boat.self)[1] }
        #expect(harbours[0].guest?.name == "Barge")
    }

    @Test func anObjectOfASubclassHasNoPlaceAmongThoseOfItsBase() throws {
        let store = try filled()
        let ferry = try #require(store.objects(Ferry.self).first)
        #expect(store.objects(Boat.self).index(of: ferry) == nil)
        #expect(store.objects(Ferry.self).index(of: ferry) == 0)
    }

    @Test func aQueryForAnObjectOfASubclassTraps() async throws {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            let store = try SubclassLinkTests().filled()
            let ferry = try #require(store.objects(Ferry.self).first)
            print(store.objects(Harbour.self).where { $0.guest == ferry }.count)
        }
        #expect(String(decoding: try #require(result).standardErrorContent, as: UTF8.self).contains("Q12: "))
    }
}

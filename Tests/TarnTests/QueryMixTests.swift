import Foundation
import Tarn
import Testing

/// Conditions that stray from where they were made, and long chains of them.
@Suite struct QueryMixTests {
    let folder = TemporaryFolder()

    @Test func aConditionOfAnotherClassTraps() async throws {
        let alone = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            let store = try QueryMixTests().filled()
            var strayed: Query<Bool>?
            _ = store.objects(Person.self).where { person in
                let test = person.city == "Oslo"
                strayed = test
                return test
            }
            print(store.objects(Dog.self).where { strayed ?? ($0.name == "") }.count)
        }
        #expect(String(decoding: try #require(alone).standardErrorContent, as: UTF8.self).contains("Q12: "))
        let joined = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            let store = try QueryMixTests().filled()
            print(
                store.objects(Person.self).where { person in
                    store.objects(Dog.self).where { $0.name == "Rex" && person.age > 3 }.isEmpty
                        ? person.age > 3 : person.age > 4
                }.count)
        }
        #expect(String(decoding: try #require(joined).standardErrorContent, as: UTF8.self).contains("Q12: "))
    }

    @Test func aLongChainOfConditionsIsOneLevel() throws {
        let store = try filled()
        var chain = store.objects(Person.self)
        for age in 1...5000 { chain = chain.where { $0.age != age } }
        #expect(chain.map(\.id) == [0])
        #expect(store.objects(Person.self).where { $0.age > 0 }.where { $0.age == 7 }.explain().contains("age"))
    }

    private func filled() throws -> Store {
        let store = try Store(configuration: folder.configuration([Person.self]))
        try store.write {
            for id in 0..<100 { try store.add(Person(id, "name-\(id)", age: id)) }
        }
        return store
    }
}

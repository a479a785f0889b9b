import Foundation
import Tarn

// 1. Describe a type.
final class City: Object {
    @Persisted(primaryKey: true) var id: Int
    @Persisted(indexed: true) var country: String
    @Persisted var name: String
    @Persisted var population: Int
}

// 2. Open a file. The store belongs to the thread, queue or actor that opens it.
let file = URL(fileURLWithPath: "cities.tarn")
let store = try Store(configuration: .init(fileURL: file, objectTypes: [City.self]))

// 3. Write. All of a transaction is on disk when it returns, or none of it.
try store.write {
    let rows = [(1, "NO", "Oslo", 717_710), (2, "NO", "Bergen", 291_940), (3, "SE", "Uppsala", 245_329)]
    for (id, country, name, population) in rows {
        let city = City()
        (city.id, city.country, city.name, city.population) = (id, country, name, population)
        try store.add(city, update: .all)
    }
}

// 4. Query. Nothing is read before it is used; the sum reads one column and makes no objects.
let norwegian = store.objects(City.self).where { $0.country == "NO" && $0.population > 100_000 }
for city in norwegian.sorted(by: \.population, ascending: false) {
    print(city.name, city.population)
}
print("together", norwegian.sum(of: \.population))

// 5. Follow. After each commit, of any thread or process, the closure hears what has changed in the list.
let token = norwegian.observe { change in
    if case .update(_, let update) = change {
        print("new \(update.insertions), gone \(update.deletions), modified \(update.modifications)")
    }
}
try store.refresh()
try store.write {
    store.object(ofType: City.self, forPrimaryKey: 2)?.population += 1
    try store.create(City.self, value: ["id": 4, "country": "NO", "name": "Trondheim", "population": 194_860])
}
try store.write { try store.delete(norwegian.where { $0.name == "Trondheim" }) }
token.invalidate()

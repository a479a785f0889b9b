// compiles
import Tarn

final class Person: Object, Identifiable {
    @Persisted(primaryKey: true) var id: Int
    @Persisted var name: String
    @Persisted var friend: Person?
    var title: String { name + "!" }
}

struct Job: Sendable {
    @ThreadSafe var person: Person?
    let people: FrozenResults<Person>
}

actor Printer {
    let store: Store

    init(_ configuration: Store.Configuration) throws { store = try Store(configuration: configuration) }

    func show(_ reference: ThreadSafeReference<Person>, _ all: ThreadSafeReference<Results<Person>>) {
        print(store.resolve(reference)?.name ?? "", store.resolve(all)?.count ?? 0)
    }
}

func cross(_ person: Person, _ people: Results<Person>, _ printer: Printer) async throws {
    let frozen = person.frozen()
    let (reference, all) = (ThreadSafeReference(to: person), ThreadSafeReference(to: people))
    let job = Job(person: person, people: people.frozen())
    let snapshot = try people.store.frozen()
    let id: Int = frozen.id
    let friend: Frozen<Person>? = frozen.friend
    Task.detached {
        print(id, frozen.title, friend?.friend?.name ?? "", frozen.friend == nil, job.people.map(\.name))
        print(job.person?.name ?? "", snapshot.objects(Person.self).where { $0.name == "Ann" }.count)
    }
    await printer.show(reference, all)
}

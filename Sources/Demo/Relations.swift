internal import Tarn
internal import TarnToolKit

/// The part of the demo about what objects have to do with each other, and about words and predicates.
struct Relations {
    let store: Store
    let stage: Stage

    func run() throws {
        lists()
        words()
        try predicate()
    }

    private func lists() {
        stage.heading("Relations")
        let hawaii = stage.run("let hawaii = store.object(ofType: State.self, forPrimaryKey: \"HI\")") {
            store.object(ofType: State.self, forPrimaryKey: "HI")
        }
        guard let hawaii else { return stage.say("nothing is there") }
        let northern = stage.run("hawaii.airports.sorted(by: \\.latitude, ascending: false).limit(3)") {
            Array(hawaii.airports.sorted(by: \.latitude, ascending: false).limit(3))
        }
        stage.say("\(Figures.count(hawaii.airports.count, "airport")) in the list of Hawaii; the north of it:")
        stage.table(northern)
        stage.space()
        let states = stage.run("northern[0].states.map(\\.code)  // who links to it") {
            northern.first?.states.map(\.code) ?? []
        }
        stage.say(states.joined(separator: ", "))
        stage.space()
        let many = store.objects(State.self).where { $0.airports.count > 150 }
        let codes = stage.run("store.objects(State.self).where { $0.airports.count > 150 }") { many.map(\.code) }
        stage.say(codes.joined(separator: ", "))
    }

    private func words() {
        stage.heading("Words")
        let search = "international -\"san jose\" los OR lake muni*"
        let best = stage.run("airports.ranked(by: \\.name, \"\(search.replacing("\"", with: "\\\""))\").limit(5)") {
            Array(store.objects(Airport.self).ranked(by: \.name, search).limit(5))
        }
        stage.table(best)
    }

    private func predicate() throws {
        stage.heading("Predicates")
        let predicate = "state IN %@ AND name TEXT 'intern*' LIMIT(3)"
        let found = try stage.run("try airports.filter(\"\(predicate)\", [\"AK\", \"HI\"])") {
            Array(try store.objects(Airport.self).filter(predicate, ["AK", "HI"]))
        }
        stage.table(found)
    }
}

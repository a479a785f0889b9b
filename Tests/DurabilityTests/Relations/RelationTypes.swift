import Tarn

/// Holds things in every way in which an object can.
final class Box: Object {
    @Persisted(primaryKey: true) var id: Int
    @Persisted var items: List<Thing>
    @Persisted var marks: MutableSet<Thing>
    @Persisted var named: Map<String, Thing?>
    @Persisted var words: List<String>
    @Persisted var numbers: MutableSet<Int>
    @Persisted var counts: Map<String, Int?>
    @Persisted var label: Tag?
    @Persisted var labels: List<Tag>
    @Persisted(deleteRule: .cascade) var owned: List<Thing>
    @Persisted(deleteRule: .deny) var guarded: Thing?
}

final class Thing: Object {
    @Persisted(primaryKey: true) var name: String
    @Persisted(deleteRule: .cascade) var part: Thing?
    @Persisted(originProperty: "items") var boxes: LinkingObjects<Box>
}

final class Tag: EmbeddedObject {
    @Persisted var text: String
    @Persisted var about: Thing?
}

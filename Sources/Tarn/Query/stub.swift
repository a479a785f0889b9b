internal import TarnRecords
internal import FoundationEssentials
public struct Query<Value> { let f: Filter
static func filter<T: Object>(_ context: ObjectContext, _ body: (Query<T>) -> Query<Bool>) -> Filter { .constant(true) } }
enum PredicateTranslation { static func filter<T: Object>(_ p: Predicate<T>, _ c: ObjectContext) throws(StoreError) -> Filter {.constant(true)} }

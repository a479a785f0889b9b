internal import Tarn

/// One row of the airports' file.
final class Airport: Object {
    /// The three letters or digits on a luggage tag.
    @Persisted(primaryKey: true) var code: String
    @Persisted(indexed: .fullText) var name: String
    @Persisted var city: String
    @Persisted(indexed: true) var state: String
    @Persisted var country: String
    @Persisted var latitude: Double
    @Persisted var longitude: Double
    /// The states in whose list it is.
    @Persisted(originProperty: "airports") var states: LinkingObjects<State>

    // The file of the airports calls the code by the organisation that gives it.
    override class func propertiesMapping() -> [String: String] { ["code": "iata"] }
}

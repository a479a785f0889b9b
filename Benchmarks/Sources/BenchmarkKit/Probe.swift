/// Measurements of Tarn alone: memory and property access have no counterpart in the peers.
package enum Probe: String, CaseIterable, Sendable {
    case scanMemory = "M1"
    case liveObjectGrowth = "M2"
    case integerRead = "A1"
    case stringRead = "A2"
}

/// Walks the texts that have one clause of a search, objects ascending.
protocol ClauseWalk: AnyObject {
    /// The raw key of the current object.
    var object: UInt64 { get }
    /// The length of the current text; see ``TextLength``.
    var length: UInt8 { get }
    /// How often the clause stands in the current text.
    func frequency() throws(RecordError) -> UInt32
    /// Moves to the first text at or after an object; false when there is none. Never goes back.
    func advance(to object: UInt64) throws(RecordError) -> Bool
}

extension WordWalk: ClauseWalk {}

extension Array where Element == any ClauseWalk {
    /// Moves all walks to the first object at or after another that each of them has; nil when there is none.
    func meet(at object: UInt64) throws(RecordError) -> UInt64? {
        var wanted = object
        var agreed = 0
        var place = 0
        while agreed < count {
            let walk = self[place]
            guard try walk.advance(to: wanted) else { return nil }
            if walk.object == wanted { agreed += 1 } else { (wanted, agreed) = (walk.object, 1) }
            place = place + 1 == count ? 0 : place + 1
        }
        return wanted
    }
}

/// Texts that were found before.
final class ListWalk: ClauseWalk {
    private(set) var objects: [UInt64] = []
    private var frequencies: [UInt32] = []
    private var lengths: [UInt8] = []
    private var place = 0

    init() {}

    /// Objects alone, ascending.
    init(_ objects: [UInt64]) { self.objects = objects }

    /// Adds a text after the last one.
    func append(_ object: UInt64, frequency: UInt32, length: UInt8) {
        objects.append(object)
        frequencies.append(frequency)
        lengths.append(length)
    }

    var object: UInt64 { objects[place] }
    var length: UInt8 { lengths[place] }
    func frequency() -> UInt32 { frequencies[place] }

    func advance(to object: UInt64) -> Bool {
        var step = 1
        while place + step < objects.count && objects[place + step] < object {
            place += step
            step *= 2
        }
        var high = Swift.min(place + step, objects.count)
        while place < high {
            let middle = (place + high) / 2
            if objects[middle] < object { place = middle + 1 } else { high = middle }
        }
        return place < objects.count
    }
}

/// Texts that have some words one after the other.
final class PhraseWalk: ClauseWalk {
    private let walks: [WordWalk]
    private let any: [any ClauseWalk]
    private var found = 0
    private(set) var object: UInt64 = 0
    private var starts: [UInt32] = []
    private var positions: [UInt32] = []
    private var isBegun = false

    init(_ walks: [WordWalk]) {
        self.walks = walks
        any = walks
    }

    var length: UInt8 { walks[0].length }
    func frequency() -> UInt32 { UInt32(found) }

    func advance(to object: UInt64) throws(RecordError) -> Bool {
        if isBegun && self.object >= object { return true }
        isBegun = true
        var wanted = object
        while let met = try any.meet(at: wanted) {
            self.object = met
            found = try occurrences()
            if found > 0 { return true }
            if met == .max { break }
            wanted = met + 1
        }
        return false
    }

    /// How often the words follow each other in the current text.
    private func occurrences() throws(RecordError) -> Int {
        try walks[0].positions(into: &starts)
        for (offset, walk) in walks.enumerated().dropFirst() {
            try walk.positions(into: &positions)
            var place = 0
            starts.removeAll { start in
                let wanted = start &+ UInt32(offset)
                while place < positions.count && positions[place] < wanted { place += 1 }
                return place == positions.count || positions[place] != wanted
            }
            if starts.isEmpty { break }
        }
        return starts.count
    }
}

/// Texts that have some words one after the other, of which the last may go on: found by the words before it and looked
/// up in the texts themselves.
final class OpenPhraseWalk: ClauseWalk {
    private let clause: TextSearch.Clause
    private let candidates: [any ClauseWalk]
    private let test = SearchTest(TextSearch(""))
    private let text: (ObjectKey) throws(RecordError) -> [UInt8]
    private var found = 0
    private(set) var object: UInt64 = 0
    private var isBegun = false

    init(
        _ clause: TextSearch.Clause, _ candidates: [any ClauseWalk],
        _ text: @escaping (ObjectKey) throws(RecordError) -> [UInt8]
    ) {
        self.clause = clause
        self.candidates = candidates
        self.text = text
    }

    var length: UInt8 { candidates[0].length }
    func frequency() -> UInt32 { UInt32(found) }

    func advance(to object: UInt64) throws(RecordError) -> Bool {
        if isBegun && self.object >= object { return true }
        isBegun = true
        var wanted = object
        while let met = try candidates.meet(at: wanted) {
            self.object = met
            found = test.frequency(clause, try text(ObjectKey(rawValue: met)))
            if found > 0 { return true }
            if met == .max { break }
            wanted = met + 1
        }
        return false
    }
}

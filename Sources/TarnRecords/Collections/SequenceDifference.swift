/// The shortest way from one sequence to another, or a short one where the shortest takes too long to find.
enum SequenceDifference {
    /// A run of elements that others have taken the place of; one of the two can be empty.
    struct Edit: Equatable {
        var old: Range<Int>
        var new: Range<Int>
    }

    /// More edits are not looked for: time and memory grow with the square.
    private static let limit = 1000

    /// The edits in order; what lies between them is equal.
    static func edits(_ old: [UInt64], _ new: [UInt64]) -> [Edit] {
        var edits: [Edit] = []
        append(old, 0..<old.count, new, 0..<new.count, isLast: false, to: &edits)
        return edits
    }

    private static func append(
        _ old: [UInt64], _ oldRange: Range<Int>, _ new: [UInt64], _ newRange: Range<Int>, isLast: Bool,
        to edits: inout [Edit]
    ) {
        var (a, b) = (oldRange, newRange)
        while !a.isEmpty && !b.isEmpty && old[a.lowerBound] == new[b.lowerBound] {
            a = a.dropFirst()
            b = b.dropFirst()
        }
        while !a.isEmpty && !b.isEmpty && old[a.upperBound - 1] == new[b.upperBound - 1] {
            a = a.dropLast()
            b = b.dropLast()
        }
        if a.isEmpty && b.isEmpty { return }
        if a.isEmpty || b.isEmpty { return edits.append(Edit(old: a, new: b)) }
        if let found = shortest(old, a, new, b) {
            edits += found
        } else if isLast {
            edits.append(Edit(old: a, new: b))
        } else {
            appendBetweenAnchors(old, a, new, b, to: &edits)
        }
    }

    /// Takes what occurs once on both sides, in the same order, as given, and compares what lies between.
    private static func appendBetweenAnchors(
        _ old: [UInt64], _ oldRange: Range<Int>, _ new: [UInt64], _ newRange: Range<Int>, to edits: inout [Edit]
    ) {
        var (a, b) = (oldRange.lowerBound, newRange.lowerBound)
        for anchor in anchors(old, oldRange, new, newRange) {
            append(old, a..<anchor.old, new, b..<anchor.new, isLast: true, to: &edits)
            (a, b) = (anchor.old + 1, anchor.new + 1)
        }
        append(old, a..<oldRange.upperBound, new, b..<newRange.upperBound, isLast: true, to: &edits)
    }

    /// The longest ascending sequence of places of elements that occur once on both sides.
    private static func anchors(
        _ old: [UInt64], _ oldRange: Range<Int>, _ new: [UInt64], _ newRange: Range<Int>
    ) -> [(old: Int, new: Int)] {
        let inNew = uniquePlaces(new, newRange)
        let inOld = uniquePlaces(old, oldRange)
        var pairs: [(old: Int, new: Int)] = []
        for place in oldRange where inOld[old[place]] == place {
            if let other = inNew[old[place]], other >= 0 { pairs.append((place, other)) }
        }
        // Patience: `tops` holds for each length the pair with the smallest end, `before` the way back.
        var tops: [Int] = []
        var before = Array(repeating: -1, count: pairs.count)
        for (index, pair) in pairs.enumerated() {
            var (low, high) = (0, tops.count)
            while low < high {
                let middle = (low + high) / 2
                if pairs[tops[middle]].new < pair.new { low = middle + 1 } else { high = middle }
            }
            before[index] = low > 0 ? tops[low - 1] : -1
            if low == tops.count { tops.append(index) } else { tops[low] = index }
        }
        var chain: [(old: Int, new: Int)] = []
        var next = tops.last ?? -1
        while next >= 0 {
            chain.append(pairs[next])
            next = before[next]
        }
        return chain.reversed()
    }

    /// Where each element stands that occurs once; -1 for others.
    private static func uniquePlaces(_ elements: [UInt64], _ range: Range<Int>) -> [UInt64: Int] {
        var places: [UInt64: Int] = [:]
        for place in range { places.updateValue(places[elements[place]] == nil ? place : -1, forKey: elements[place]) }
        return places
    }
}

extension SequenceDifference {
    /// The shortest edits by the greedy method of Myers, nil when there are more than the limit.
    private static func shortest(
        _ old: [UInt64], _ a: Range<Int>, _ new: [UInt64], _ b: Range<Int>
    ) -> [Edit]? {
        let most = min(limit, a.count + b.count)
        if abs(a.count - b.count) > most { return nil }
        // For each diagonal (old less new) how far the best way reaches in `old`.
        var reach = Array(repeating: 0, count: 2 * most + 2)
        var history: [[Int]] = []
        for edits in 0...most {
            history.append(Array(reach[most - edits...most + edits + 1]))
            for diagonal in stride(from: -edits, through: edits, by: 2) {
                let isDown =
                    diagonal == -edits
                    || (diagonal != edits && reach[most + diagonal - 1] < reach[most + diagonal + 1])
                var x = isDown ? reach[most + diagonal + 1] : reach[most + diagonal - 1] + 1
                var y = x - diagonal
                while x < a.count && y < b.count && old[a.lowerBound + x] == new[b.lowerBound + y] {
                    x += 1
                    y += 1
                }
                reach[most + diagonal] = x
                if x >= a.count && y >= b.count { return way(back: history, edits, a, b) }
            }
        }
        return nil
    }

    /// Follows the best ways from the end to the beginning.
    private static func way(back history: [[Int]], _ edits: Int, _ a: Range<Int>, _ b: Range<Int>) -> [Edit] {
        var result: [Edit] = []
        var (x, y) = (a.count, b.count)
        for step in stride(from: edits, to: 0, by: -1) {
            // The ways as they were before this step; the diagonal 0 stands at `step`.
            let reach = history[step]
            let diagonal = x - y
            let isDown =
                diagonal == -step
                || (diagonal != step && reach[step + diagonal - 1] < reach[step + diagonal + 1])
            let from = diagonal + (isDown ? 1 : -1)
            let fromX = reach[step + from]
            let fromY = fromX - from
            let (oldStart, newStart) = (a.lowerBound + fromX, b.lowerBound + fromY)
            let edit = Edit(
                old: oldStart..<oldStart + (isDown ? 0 : 1), new: newStart..<newStart + (isDown ? 1 : 0))
            if let next = result.last, next.old.lowerBound == edit.old.upperBound,
                next.new.lowerBound == edit.new.upperBound
            {
                result[result.count - 1] = Edit(
                    old: edit.old.lowerBound..<next.old.upperBound, new: edit.new.lowerBound..<next.new.upperBound)
            } else {
                result.append(edit)
            }
            (x, y) = (fromX, fromY)
        }
        return result.reversed()
    }
}

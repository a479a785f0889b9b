/// The words that a write adds to and removes from one column, gathered to be put in order.
final class WordDelta {
    /// One word of one text that came or went; 12 bytes.
    private struct Entry {
        let word: UInt32
        let text: UInt32
        let position: UInt32
    }

    /// A text that came or went.
    private struct Text {
        let object: UInt64
        let length: UInt8
        let isRemoval: Bool
    }

    let table: Table
    let column: Int
    private let splitter: WordSplitter
    @exclusivity(unchecked) private var words = WordTable()
    @exclusivity(unchecked) private var texts: [Text] = []
    @exclusivity(unchecked) private var entries: [Entry] = []
    /// What the counts of all texts change by.
    @exclusivity(unchecked) private(set) var totals = WordTotals()

    /// The memory that may be taken before everything is put into the tree.
    static let limit = 64 << 20

    init(_ table: Table, _ column: Int, _ splitter: WordSplitter) {
        self.table = table
        self.column = column
        self.splitter = splitter
    }

    /// The memory taken.
    var byteCount: Int { unsafe entries.count * 12 + texts.count * 16 + words.byteCount }
    /// Whether there is nothing to put.
    var isEmpty: Bool { unsafe texts.isEmpty }

    // Safety: fields that skip the exclusivity check; a write has one thread, and no access overlaps another.
    /// Notes that the text of an object comes or goes. One object alternates between the two.
    func add(_ text: UnsafeRawBufferPointer, _ object: ObjectKey, isRemoval: Bool) {
        let number = unsafe UInt32(texts.count)
        let count = unsafe splitter.split(text) { (word, _, position) in
            let entry = Entry(word: unsafe words.number(word), text: number, position: UInt32(position))
            unsafe entries.append(entry)
        }
        unsafe texts.append(Text(object: object.rawValue, length: TextLength.code(count), isRemoval: isRemoval))
        unsafe totals.texts += isRemoval ? -1 : 1
        unsafe totals.words += isRemoval ? -count : count
    }

    // Safety: fields that skip the exclusivity check; a write has one thread, and no access overlaps another.
    /// Hands out the changes of each word, words in the order of their bytes and objects ascending, and begins anew.
    func take(_ body: ([UInt8], PostingBatch) throws(RecordError) -> Void) throws(RecordError) {
        let (sorted, ends) = entriesByWord()
        for word in unsafe words.ordered() {
            let range = (word == 0 ? 0 : ends[Int(word) - 1])..<ends[Int(word)]
            let changes = changes(sorted[range])
            if !changes.postings.isEmpty { try body(unsafe Array(words.bytes(word)), changes) }
        }
        unsafe (words, texts, entries, totals) = (WordTable(), [], [], WordTotals())
    }

    // Safety: the array has room for all entries, and each of its places is initialised once.
    /// The entries grouped by word, each word's in the order of time, and where each word's end.
    private func entriesByWord() -> (entries: [Entry], ends: [Int]) {
        var ends = unsafe Array(repeating: 0, count: words.count + 1)
        for entry in unsafe entries { ends[Int(entry.word) + 1] += 1 }
        for word in 1..<ends.count { ends[word] += ends[word - 1] }
        let sorted = unsafe [Entry](unsafeUninitializedCapacity: entries.count) { target, count in
            for entry in unsafe entries {
                unsafe (target.baseAddress! + ends[Int(entry.word)]).initialize(to: entry)
                ends[Int(entry.word)] += 1
            }
            count = unsafe entries.count
        }
        return (sorted, ends)
    }

    /// One text's entries for a word.
    private struct Run {
        let text: Text
        let entries: Range<Int>
    }

    // Safety: fields that skip the exclusivity check; a write has one thread, and no access overlaps another.
    /// What becomes of each object: the last that happened to it counts.
    private func changes(_ entries: ArraySlice<Entry>) -> PostingBatch {
        var runs: [Run] = []
        var start = entries.startIndex
        var isAscending = true
        while start < entries.endIndex {
            let text = entries[start].text
            var end = start + 1
            while end < entries.endIndex && entries[end].text == text { end += 1 }
            let run = unsafe Run(text: texts[Int(text)], entries: start..<end)
            if let last = runs.last, last.text.object >= run.text.object { isAscending = false }
            runs.append(run)
            start = end
        }
        if !isAscending { runs = latest(runs, entries) }
        var batch = PostingBatch()
        batch.postings.reserveCapacity(runs.count)
        for run in runs { append(run, entries, to: &batch) }
        return batch
    }

    private func latest(_ runs: [Run], _ entries: ArraySlice<Entry>) -> [Run] {
        let order = runs.indices.sorted { (runs[$0].text.object, $0) < (runs[$1].text.object, $1) }
        var latest: [Run] = []
        var place = 0
        while place < order.count {
            let first = runs[order[place]]
            while place + 1 < order.count && runs[order[place + 1]].text.object == first.text.object { place += 1 }
            let last = runs[order[place]]
            place += 1
            // The text was set and has kept the word where it was.
            let isSame =
                first.text.isRemoval && !last.text.isRemoval && first.text.length == last.text.length
                && entries[first.entries].map(\.position) == entries[last.entries].map(\.position)
            if !isSame { latest.append(last) }
        }
        return latest
    }

    private func append(_ run: Run, _ entries: ArraySlice<Entry>, to batch: inout PostingBatch) {
        let start = batch.heap.count
        if !run.text.isRemoval {
            var last: UInt32 = 0
            for entry in entries[run.entries] {
                batch.append(varint: entry.position &- last)
                last = entry.position
            }
        }
        batch.postings.append(
            Posting(
                object: run.text.object, length: run.text.length, isRemoval: run.text.isRemoval,
                frequency: UInt32(run.entries.count), positions: start..<batch.heap.count))
    }
}

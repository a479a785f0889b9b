/// What a write transaction has changed and not yet put into the trees, and what it will report.
final class PendingChanges {
    /// Names a cluster of the file.
    struct Place: Hashable {
        let table: UInt16
        let number: UInt64
    }

    @exclusivity(unchecked) private(set) var editors: [Place: ClusterEditor] = [:]
    @exclusivity(unchecked) private(set) var reports: [Place: ClusterChange] = [:]
    @exclusivity(unchecked) private var latest: ClusterEditor?
    @exclusivity(unchecked) private var editorByteCount = 0
    /// By type and column.
    @exclusivity(unchecked) var indexes: [IndexDelta.Place: IndexDelta] = [:]
    /// The collections that the write has open.
    let collections = PendingCollections()
    /// By type and column.
    @exclusivity(unchecked) private(set) var words: [IndexDelta.Place: WordDelta] = [:]
    @exclusivity(unchecked) private var splitter: WordSplitter?
    /// Values written outside clusters, catalogue changes: anything that makes the commit worth a version.
    @exclusivity(unchecked) var hasOtherChanges = false

    /// By type, for each of its rules of uniqueness.
    private var uniques: [UInt16: [UniqueChanges]] = [:]
    /// The first failure of what could not throw.
    var uniqueFailure: RecordError? { didSet { uniqueFailure = oldValue ?? uniqueFailure } }

    /// What was done to the objects of a type, for each of its rules of uniqueness.
    func unique(_ table: Table) -> [UniqueChanges] {
        if let known = uniques[table.id] { return known }
        let made = table.uniqueRules.map { UniqueChanges(table, $0) }
        uniques[table.id] = made
        return made
    }

    /// The rules that something was done about, in the order of the tree.
    var changedUniques: [UniqueChanges] {
        uniques.sorted { $0.key < $1.key }.flatMap(\.value).filter { !$0.touched.isEmpty }
    }

    /// The memory that editors may take before they are written out.
    static let editorLimit = 8 << 20

    // Safety: fields that skip the exclusivity check; a write has one thread, and no access overlaps another.
    /// The editor of a cluster, if it is open.
    func editor(_ table: Table, _ number: UInt64) -> ClusterEditor? {
        if let latest = unsafe latest, latest.number == number, latest.table.id == table.id { return latest }
        if unsafe editors.isEmpty { return nil }
        guard let editor = unsafe editors[Place(table: table.id, number: number)] else { return nil }
        unsafe latest = editor
        return editor
    }

    // Safety: fields that skip the exclusivity check; a write has one thread, and no access overlaps another.
    /// Keeps a newly opened editor and gives it the report of its cluster.
    func add(_ editor: ClusterEditor) {
        let place = Place(table: editor.table.id, number: editor.number)
        let report = unsafe reports[place] ?? ClusterChange()
        unsafe reports[place] = report
        unsafe editor.change = report
        unsafe editors[place] = editor
        unsafe editorByteCount += editor.byteCount
        unsafe latest = editor
    }

    /// Whether the editors should be written out before another is opened.
    var isFull: Bool { unsafe editorByteCount > Self.editorLimit }

    // Safety: fields that skip the exclusivity check; a write has one thread, and no access overlaps another.
    /// Takes all editors out, in key order.
    func takeEditors() -> [ClusterEditor] {
        let all = unsafe editors.sorted { ($0.key.table, $0.key.number) < ($1.key.table, $1.key.number) }.map(\.value)
        unsafe editors = [:]
        unsafe latest = nil
        unsafe editorByteCount = 0
        return all
    }

    // Safety: fields that skip the exclusivity check; a write has one thread, and no access overlaps another.
    /// The pending entries of an index.
    func delta(_ table: Table, _ column: Int, target: UInt16? = nil) -> IndexDelta {
        let place = IndexDelta.Place(table: table.id, column: column, target: target)
        if let delta = unsafe indexes[place] { return delta }
        let delta = IndexDelta(table, column)
        unsafe indexes[place] = delta
        return delta
    }

    // Safety: fields that skip the exclusivity check; a write has one thread, and no access overlaps another.
    /// The pending words of a column.
    func words(_ table: Table, _ column: Int) -> WordDelta {
        let place = IndexDelta.Place(table: table.id, column: column)
        if let delta = unsafe words[place] { return delta }
        let splitter = unsafe splitter ?? WordSplitter()
        unsafe self.splitter = splitter
        let delta = WordDelta(table, column, splitter)
        unsafe words[place] = delta
        return delta
    }

    /// Whether the words should be written out before more come.
    var wordsAreFull: Bool { unsafe words.values.contains { $0.byteCount > WordDelta.limit } }

    // Safety: fields that skip the exclusivity check; a write has one thread, and no access overlaps another.
    /// The objects that the transaction has made.
    var made: MadeObjects {
        MadeObjects(unsafe reports.compactMapValues { change in unsafe change.made == 0 ? nil : change.made })
    }

    // Safety: fields that skip the exclusivity check; a write has one thread, and no access overlaps another.
    /// Everything that changed, as the change log keeps it.
    func record() -> ChangeRecord {
        var types: [UInt16: [ChangeRecord.ClusterChanges]] = [:]
        for (place, report) in unsafe reports where !report.isEmpty {
            unsafe types[place.table, default: []].append(
                ChangeRecord.ClusterChanges(
                    number: place.number, inserted: report.inserted, deleted: report.deleted,
                    modified: report.modified.map { .init(column: $0.column, slots: $0.slots) },
                    deletedKeys: unsafe report.deletedKeys.map { .init(slot: $0.slot, key: $0.key) }))
        }
        return ChangeRecord(
            types: types.sorted { $0.key < $1.key }.map { table, clusters in
                .init(table: table, clusters: clusters.sorted { $0.number < $1.number })
            })
    }
}

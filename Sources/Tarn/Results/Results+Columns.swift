public import TarnRecords

extension Results {
    /// The values of one property in the order of the results, read without making objects. O(n). Those of an integer
    /// primary key are known without a look at the objects.
    @inlinable
    public func values<Value: Persistable>(of keyPath: KeyPath<Element, Value>) -> [Value] {
        if Value.self == Int.self, let keys = integerKeys(keyPath) as? [Value] { return keys }
        var values: [Value] = []
        values.reserveCapacity(count)
        scan(keyPath) { (view: ColumnView<Value>) in
            for index in 0..<view.count { values.append(view[index]) }
        }
        return values
    }

    /// Reads columns block by block, without making objects: the fastest way through many of them.
    ///
    ///     var total = 0.0
    ///     people.scan(\.score, \.age) { scores, ages in
    ///         for index in 0..<scores.count where ages[index] > 17 { total += scores[index] }
    ///     }
    ///
    /// The views of one call have the same count, the objects in the same order. A view is valid during the call only;
    /// using it afterwards traps. Writing during a scan traps.
    @inlinable
    public func scan<each Value: Persistable>(
        _ keyPaths: repeat KeyPath<Element, each Value>, body: (repeat ColumnView<each Value>) throws -> Void
    ) rethrows {
        var columns: [Int] = []
        repeat columns.append(columnNumber(each keyPaths))
        let walk = makeWalk(columns)
        defer { walk.finish() }
        while let block = walk.next() {
            var next = 0
            func view<V: Persistable>(_ keyPath: KeyPath<Element, V>) -> ColumnView<V> {
                defer { next += 1 }
                return ColumnView(walk, block, columns[next])
            }
            try body(repeat view(each keyPaths))
        }
    }

    /// The integer primary keys of what is found, if that is where the key path leads.
    @usableFromInline
    func integerKeys(_ keyPath: AnyKeyPath) -> [Int]? {
        let column = columnNumber(keyPath)
        if column != core.context.keyColumn { return nil }
        core.noteRead([column])
        let keys =
            switch core.membership() {
            case .set(let set): set.keys
            case .list(let keys): keys
            }
        return keys.map { Int(ObjectKey(rawValue: $0).number) }
    }

    /// The column behind a key path.
    @usableFromInline
    func columnNumber(_ keyPath: AnyKeyPath) -> Int { core.column(keyPath, "read by") }

    /// The way through the blocks.
    @usableFromInline
    func makeWalk(_ columns: [Int]) -> BlockWalk { BlockWalk(core, columns) }
}

/// The values of one property for the objects of one block.
public struct ColumnView<Value: Persistable> {
    @usableFromInline let walk: BlockWalk
    @usableFromInline let cells: ColumnCells

    @inlinable
    init(_ walk: BlockWalk, _ block: ScanBlock, _ column: Int) {
        self.walk = walk
        cells = ColumnCells(block, column)
    }

    /// The number of objects in the block.
    @inlinable public var count: Int { cells.count }

    /// The value of the n-th object of the block. Traps outside of `0..<count` and after the block.
    @inlinable public subscript(index: Int) -> Value {
        if let value = Value._load(cells, index) { return value }
        return walk.slowValue(index, cells)
    }
}

extension ColumnView where Value == String {
    /// The length of the n-th text in UTF-8 bytes, without making a String.
    @inlinable public func utf8Count(at index: Int) -> Int {
        cells.textCount(index) ?? walk.slowValue(index, cells, as: String.self).utf8.count
    }
}

/// The untyped part of a scan.
public final class BlockWalk {
    private var block: ScanBlock?
    private let context: ObjectContext
    private let rows: BlockCursor?

    init(_ core: ResultsCore, _ columns: [Int]) {
        let found = core.membership()
        context = core.context
        core.noteRead(columns)
        rows = core.read(nil) { (session, query) throws(RecordError) in
            try BlockCursor(session, query.table, found, columns)
        }
        context.connection.scanCount += 1
    }

    /// The next block; the one before it is done with.
    @usableFromInline
    func next() -> ScanBlock? {
        block?.clear()
        do {
            block = try rows?.next()
        } catch {
            block = nil
            context.connection.note(context.connection.failure(error))
        }
        return block
    }

    /// Ends the scan, once: views trap from now on.
    @usableFromInline
    func finish() {
        block?.clear()
        context.connection.scanCount -= 1
    }

    /// A value that is kept outside its cluster, or needs the store.
    @usableFromInline
    func slowValue<Value: Persistable>(_ index: Int, _ cells: ColumnCells, as type: Value.Type = Value.self) -> Value {
        let (key, column) = (cells.key(index), cells.column)
        let table = context.table
        let stored = context.connection.readable { (session) throws(RecordError) in
            try session.value(table, key, column)
        }
        guard let stored, let stored else { return Value._zero }
        if let value = Value._decode(stored, context) { return value }
        Value.requireValue(of: stored, "\(table.name).\(table.columns[column].name)")
        return Value._zero
    }
}

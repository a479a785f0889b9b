/// The elements of a leaf for reading, wherever they lie. Valid as long as the bytes under it.
@safe
struct CollectionView {
    let form: CollectionForm
    let count: Int
    private let heap: UnsafeRawBufferPointer
    private let ends: UnsafeRawBufferPointer
    private let endWidth: Int

    // Safety: the caller keeps the bytes alive; there are `count` ends of `endWidth` bytes, or `count` elements of the
    // form's width.
    init(
        form: CollectionForm, count: Int, heap: UnsafeRawBufferPointer, ends: UnsafeRawBufferPointer, endWidth: Int
    ) {
        self.form = form
        self.count = count
        unsafe self.heap = heap
        unsafe self.ends = ends
        self.endWidth = endWidth
    }

    // Safety: the place is below `count`.
    @inline(__always)
    private func end(_ place: Int) -> Int {
        if endWidth == 2 { return unsafe Int(ends.loadUnaligned(fromByteOffset: place &* 2, as: UInt16.self)) }
        return unsafe Int(ends.loadUnaligned(fromByteOffset: place &* 4, as: UInt32.self))
    }

    // Safety: ends come from the file, so both are compared with what is there.
    /// The bytes of an element; nil when they leave the node. Traps at a place that is not there.
    @inline(__always)
    func bytes(_ place: Int) -> UnsafeRawBufferPointer? {
        precondition(place >= 0 && place < count, "an element below the count")
        let stride = form.stride
        if stride != 0 {
            return unsafe UnsafeRawBufferPointer(rebasing: heap[place &* stride..<(place &+ 1) &* stride])
        }
        let low = place == 0 ? 0 : end(place &- 1)
        let high = end(place)
        guard low <= high, unsafe high <= heap.count else { return nil }
        return unsafe UnsafeRawBufferPointer(rebasing: heap[low..<high])
    }

    // Safety: as above; a key lies inside the bytes of its entry.
    /// The bytes by which an element is found: of a map the key, of a set the element.
    func key(_ place: Int) -> UnsafeRawBufferPointer? {
        guard let bytes = unsafe bytes(place) else { return nil }
        if !form.hasKeys { return unsafe bytes }
        guard let range = MapEntry.keyRange(bytes.count, { unsafe bytes[$0] }) else { return nil }
        return unsafe UnsafeRawBufferPointer(rebasing: bytes[range])
    }

    // Safety: as above.
    /// The bytes of an element, or of the value of an entry.
    private func content(_ place: Int) -> UnsafeRawBufferPointer? {
        guard let bytes = unsafe bytes(place) else { return nil }
        if !form.hasKeys { return unsafe bytes }
        guard let range = MapEntry.keyRange(bytes.count, { unsafe bytes[$0] }) else { return nil }
        return unsafe UnsafeRawBufferPointer(rebasing: bytes[range.upperBound...])
    }

    // Safety: as above.
    /// The element, or the value of the entry; nil when the bytes make none.
    func value(_ place: Int) -> StoredValue? {
        guard let bytes = unsafe content(place) else { return nil }
        return unsafe form.value(bytes)
    }

    // Safety: as above.
    /// The key of an entry of a map.
    func text(_ place: Int) -> String? {
        guard let key = unsafe key(place) else { return nil }
        return unsafe String(validating: key, as: UTF8.self)
    }

    // Safety: every key lies in the node.
    /// The first place whose key is not before the given one, and whether it is that; nil when bytes make no key.
    func search(_ key: [UInt8]) -> (place: Int, isThere: Bool)? {
        unsafe key.withUnsafeBytes { key in
            var (low, high) = (0, count)
            while low < high {
                let middle = (low + high) / 2
                guard let other = unsafe self.key(middle) else { return nil }
                let order = unsafe other.order(key)
                if order == 0 { return (middle, true) }
                if order < 0 { low = middle + 1 } else { high = middle }
            }
            return (low, false)
        }
    }

    // Safety: the stride of links is 8, and as many elements lie in the heap; the memory is filled at once.
    /// Appends the object keys of elements that are links, of a list or set.
    func appendLinks(_ range: Range<Int>, to keys: inout [UInt64]) {
        let start = keys.count
        keys.append(contentsOf: repeatElement(0, count: range.count))
        unsafe keys.withUnsafeMutableBytes { keys in
            unsafe UnsafeMutableRawBufferPointer(rebasing: keys[(start * 8)...])
                .copyMemory(from: UnsafeRawBufferPointer(rebasing: heap[range.lowerBound * 8..<range.upperBound * 8]))
        }
        if form.collection != .set { return }
        for place in start..<keys.count { keys[place] = keys[place].byteSwapped }
    }

    // Safety: as above.
    /// Appends values; false when bytes make none.
    func appendValues(_ range: Range<Int>, to values: inout [StoredValue]) -> Bool {
        if form.collection == .list && form.stride == 8 && (form.element == .int64 || form.element == .double) {
            for place in range {
                let raw = unsafe heap.loadUnaligned(fromByteOffset: place &* 8, as: UInt64.self)
                values.append(
                    form.element == .int64 ? .integer(Int64(bitPattern: raw)) : .double(Double(bitPattern: raw)))
            }
            return true
        }
        for place in range {
            guard let value = value(place) else { return false }
            values.append(value)
        }
        return true
    }

    // Safety: as above.
    /// The first element of a list from a place on that has exactly these bytes.
    func firstPlace(of wanted: [UInt8], from start: Int) -> Int? {
        unsafe wanted.withUnsafeBytes { wanted in
            for place in start..<max(start, count) {
                guard let bytes = unsafe bytes(place) else { continue }
                if unsafe bytes.isEqual(to: wanted) { return place }
            }
            return nil
        }
    }
}

extension CollectionForm {
    // Safety: lengths are compared before anything is read.
    /// The value that bytes of this form stand for; nil when they stand for none.
    func value(_ bytes: UnsafeRawBufferPointer) -> StoredValue? {
        var bytes = unsafe bytes
        if isOptional {
            guard let mark = unsafe bytes.first else { return nil }
            if mark == 0 { return .null }
            unsafe bytes = UnsafeRawBufferPointer(rebasing: bytes[1...])
        }
        switch element {
        case .string:
            return unsafe String(validating: bytes, as: UTF8.self).map { .string($0) }
        case .data: return unsafe .bytes(Array(bytes))
        case .any: return unsafe (try? MixedValue(decoding: Array(bytes))).map { StoredValue($0) }
        case .bool: return unsafe bytes.count == 1 ? .bool(bytes[0] != 0) : nil
        case .decimal, .uuid, .objectId: return unsafe bytes.count == element.width ? .bytes(Array(bytes)) : nil
        default: break
        }
        if collection == .set {
            guard bytes.count == 8 else { return nil }
            return ordered(unsafe UInt64(bigEndian: bytes.loadUnaligned(as: UInt64.self)))
        }
        guard bytes.count == element.width else { return nil }
        switch element {
        case .int8: return unsafe .integer(Int64(bytes.loadUnaligned(as: Int8.self)))
        case .int16: return unsafe .integer(Int64(bytes.loadUnaligned(as: Int16.self)))
        case .int32: return unsafe .integer(Int64(bytes.loadUnaligned(as: Int32.self)))
        case .int64: return unsafe .integer(bytes.loadUnaligned(as: Int64.self))
        case .float: return unsafe .float(bytes.loadUnaligned(as: Float.self))
        case .double, .date: return unsafe .double(bytes.loadUnaligned(as: Double.self))
        case .link: return unsafe .link(ObjectKey(rawValue: bytes.loadUnaligned(as: UInt64.self)))
        default: return nil
        }
    }

    /// The number behind eight ordered bytes.
    private func ordered(_ raw: UInt64) -> StoredValue? {
        switch element {
        case .int8, .int16, .int32, .int64: .integer(Int64(bitPattern: raw ^ 1 << 63))
        case .float: .float(Float(KeyCoding.double(ordered: raw)))
        case .double, .date: .double(KeyCoding.double(ordered: raw))
        case .link: .link(ObjectKey(rawValue: raw))
        default: nil
        }
    }
}

extension KeyCoding {
    /// The double whose ordered bits these are.
    fileprivate static func double(ordered bits: UInt64) -> Double {
        if bits == 0 { return .nan }
        return Double(bitPattern: bits >> 63 == 1 ? bits ^ 1 << 63 : ~bits)
    }
}

extension UnsafeRawBufferPointer {
    // Safety: reads inside of both buffers.
    /// How two byte strings stand to each other, a prefix being smaller: negative, zero or positive.
    func order(_ other: UnsafeRawBufferPointer) -> Int {
        let shared = Swift.min(count, other.count)
        var place = 0
        while place &+ 8 <= shared {
            let mine = unsafe UInt64(bigEndian: loadUnaligned(fromByteOffset: place, as: UInt64.self))
            let others = unsafe UInt64(bigEndian: other.loadUnaligned(fromByteOffset: place, as: UInt64.self))
            if mine != others { return mine < others ? -1 : 1 }
            place &+= 8
        }
        while place < shared {
            let (mine, others) = unsafe (self[place], other[place])
            if mine != others { return mine < others ? -1 : 1 }
            place &+= 1
        }
        return count - other.count
    }

    // Safety: as above.
    func isEqual(to other: UnsafeRawBufferPointer) -> Bool { unsafe count == other.count && order(other) == 0 }
}

extension CollectionNode {
    // Safety: fields that skip the exclusivity check; a write has one thread, and no access overlaps another.
    /// Where the ends of what has any length lie, if the node has such.
    private func ends(_ form: CollectionForm) -> [UInt32] {
        if unsafe height == 0 { return unsafe elements.ends }
        if !form.isOrdered { return [] }
        var ends: [UInt32] = []
        var end: UInt32 = 0
        for separator in unsafe separators {
            end += UInt32(separator.count)
            ends.append(end)
        }
        return ends
    }

    // Safety: fills exactly the bytes that `storedByteCount` tells.
    /// Hands the stored bytes of the node to the body, which makes room for them.
    func encode<Failure: Error>(
        _ form: CollectionForm, next: UInt32, seed: UInt64,
        into room: (Int, (UnsafeMutableRawBufferPointer) -> Void) throws(Failure) -> Void
    ) throws(Failure) {
        let ends = ends(form)
        let isWide = (ends.last ?? 0) > UInt32(UInt16.max)
        let heapCount = unsafe height == 0 ? elements.bytes.count : Int(ends.last ?? 0)
        let fixed = unsafe height == 0 ? 0 : children.count * CollectionFormat.childByteCount
        let size = CollectionFormat.headerByteCount + fixed + ends.count * (isWide ? 4 : 2) + heapCount
        try unsafe room(size) { bytes in
            unsafe bytes.storeBytes(of: CollectionFormat.version, as: UInt8.self)
            unsafe bytes.storeBytes(of: UInt8(height), toByteOffset: 1, as: UInt8.self)
            unsafe bytes.storeBytes(of: UInt16(isWide ? 1 : 0), toByteOffset: 2, as: UInt16.self)
            unsafe bytes.storeBytes(of: stamp, toByteOffset: 8, as: UInt32.self)
            unsafe bytes.storeBytes(of: UInt32(entryCount), toByteOffset: 12, as: UInt32.self)
            unsafe bytes.storeBytes(of: number == 0 ? next : 0, toByteOffset: 16, as: UInt32.self)
            var place = CollectionFormat.headerByteCount
            unsafe encodeChildren(into: bytes, &place)
            for end in ends {
                if isWide {
                    unsafe bytes.storeBytes(of: end, toByteOffset: place, as: UInt32.self)
                } else {
                    unsafe bytes.storeBytes(of: UInt16(end), toByteOffset: place, as: UInt16.self)
                }
                place += isWide ? 4 : 2
            }
            for part in unsafe height == 0 ? [elements.bytes] : separators where !part.isEmpty {
                unsafe UnsafeMutableRawBufferPointer(rebasing: bytes[place..<place + part.count])
                    .copyBytes(from: part)
                place += part.count
            }
            let sum = unsafe CollectionFormat.checksum(UnsafeRawBufferPointer(bytes), seed: seed)
            unsafe bytes.storeBytes(of: sum, toByteOffset: 4, as: UInt32.self)
        }
    }

    // Safety: as above.
    private func encodeChildren(into bytes: UnsafeMutableRawBufferPointer, _ place: inout Int) {
        if unsafe height == 0 { return }
        for (child, count) in unsafe zip(children, counts) {
            unsafe bytes.storeBytes(of: child.number, toByteOffset: place, as: UInt32.self)
            unsafe bytes.storeBytes(of: child.node?.stamp ?? child.stamp, toByteOffset: place + 4, as: UInt32.self)
            unsafe bytes.storeBytes(of: UInt64(count), toByteOffset: place + 8, as: UInt64.self)
            place += CollectionFormat.childByteCount
        }
    }
}

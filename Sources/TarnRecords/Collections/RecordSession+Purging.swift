extension RecordSession {
    /// Clears the collections of an object that goes, with the inverse entries of their links.
    func dropCollections(of object: ObjectKey, _ table: Table) throws(RecordError) {
        for column in table.collectionColumns {
            let place = CollectionPlace(table: table, object: object, column: column)
            let collections = pending.collections
            let isOpen = collections.tree(CollectionName(place)) != nil
            let count = try storedCount(place)
            if count == 0 && !isOpen { continue }
            let links = place.form.isLink ? pending.delta(table, column) : nil
            try noteRemoval(ofAllIn: place, count, links)
            collections.drop(CollectionName(place))
            try CollectionStorage(place, self).removeAll()
        }
    }

    /// Takes out of a collection what leads to objects that are gone: links of lists and sets at every occurrence;
    /// entries of maps keep their keys with nil (O3). O(elements) for all objects together; in sets O(log n) each.
    func carryOut(_ purge: PendingCollections.Purge) throws(RecordError) {
        let place = purge.place
        guard try writer(place.table, place.object) != nil else { return }
        switch place.form.collection {
        case .set: try purgeSet(purge)
        case .map: try purgeMap(purge)
        default: try purgeList(purge)
        }
    }

    private func purgeSet(_ purge: PendingCollections.Purge) throws(RecordError) {
        let place = purge.place
        for target in purge.targets.sorted() {
            let tree = try tree(place)
            var key: [UInt8] = []
            tree.form.append(.link(ObjectKey(rawValue: target)), to: &key)
            let (leaf, index, isThere, _) = try tree.leaf(ofKey: key)
            if !isThere { continue }
            tree.links?.add(target, place.object, isRemoval: true)
            try tree.splice(leaf, index..<index + 1, with: CollectionElements(stride: tree.form.stride))
            try noteCount(tree.count, place)
        }
    }

    private func purgeList(_ purge: PendingCollections.Purge) throws(RecordError) {
        let place = purge.place
        var index = 0
        while true {
            let tree = try tree(place)
            if index >= tree.count { break }
            let (leaf, start) = try tree.leaf(at: index)
            let keys = leaf.elements.withView(tree.form) { $0.targets(start..<$0.count) }
            guard let first = keys.firstIndex(where: { purge.targets.contains($0) }) else {
                index += keys.count
                continue
            }
            let run = keys[first...].prefix { purge.targets.contains($0) }
            for target in run { tree.links?.add(target, place.object, isRemoval: true) }
            let gone = start + first..<start + first + run.count
            try tree.splice(leaf, gone, with: CollectionElements(stride: tree.form.stride))
            index += first
            try noteCount(tree.count, place)
        }
    }

    private func purgeMap(_ purge: PendingCollections.Purge) throws(RecordError) {
        let place = purge.place
        var index = 0
        while true {
            let tree = try tree(place)
            if index >= tree.count { break }
            let (leaf, start) = try tree.leaf(at: index)
            let target: UInt64? = leaf.elements.withView(tree.form) { view in
                guard case .link(let key) = view.value(start) else { return nil }
                return purge.targets.contains(key.rawValue) ? key.rawValue : nil
            }
            if let target {
                tree.links?.add(target, place.object, isRemoval: true)
                let entry = leaf.elements.withView(tree.form) { view in view.entry(start, with: .null) }
                guard let entry else { throw tree.storage.corrupt("a key is malformed") }
                try tree.splice(leaf, start..<start + 1, with: entry)
                try noteCount(tree.count, place)
            }
            index += 1
        }
    }
}

extension CollectionView {
    /// The entry of a map with another value; nil when its bytes make no entry.
    fileprivate func entry(_ place: Int, with value: StoredValue) -> CollectionElements? {
        guard let key = text(place) else { return nil }
        var elements = CollectionElements(stride: 0)
        elements.append { bytes in
            MapEntry.append(key: Array(key.utf8), to: &bytes)
            form.append(value, to: &bytes)
        }
        return elements
    }
}

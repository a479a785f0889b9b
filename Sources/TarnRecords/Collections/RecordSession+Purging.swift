extension RecordSession {
    /// Clears the collections of an object that goes, with the inverse entries of their links.
    func dropCollections(of object: ObjectKey, _ table: Table) throws(RecordError) {
        for column in table.collectionColumns {
            let place = CollectionPlace(table: table, object: object, column: column)
            let collections = pending.collections
            let isOpen = openTree(place) != nil
            let count = try storedCount(place)
            if count == 0 && !isOpen { continue }
            try noteRemoval(ofAllIn: place, count)
            collections.drop(CollectionName(place))
            try CollectionStorage(place, self).removeAll()
        }
    }

    /// Takes out of a collection what leads to objects that are gone: links of lists and sets at every occurrence (O3).
    /// Entries of maps, and elements of any kind, stay with nil.
    ///
    /// O(elements) for all objects together; in sets of links O(log n) for each.
    func carryOut(_ purge: PendingCollections.Purge) throws(RecordError) {
        let place = purge.place
        guard try writer(place.table, place.object) != nil else { return }
        let form = place.form
        if form.isLink {
            switch form.collection {
            case .set: try purgeSet(purge)
            case .map: try purgeValues(purge)
            default: try purgeList(purge)
            }
        } else {
            form.collection == .set ? try purgeMixedSet(purge) : try purgeValues(purge)
        }
    }

    private func purgeSet(_ purge: PendingCollections.Purge) throws(RecordError) {
        let place = purge.place
        for target in purge.links.map(\.object).sorted() {
            let tree = try tree(place)
            let (leaf, index, isThere, _) = try tree.leaf(ofKey: tree.form.key(of: .link(target)))
            if !isThere { continue }
            tree.links?.add(target.rawValue, place.object, isRemoval: true)
            try tree.splice(leaf, index..<index + 1, with: tree.form.noElements)
            try noteCount(tree.count, place)
        }
    }

    /// Leaf by leaf, so that each is written once.
    private func purgeList(_ purge: PendingCollections.Purge) throws(RecordError) {
        let place = purge.place
        let gone = Set(purge.links.map(\.object.rawValue))
        var index = 0
        while true {
            let tree = try tree(place)
            if index >= tree.count { break }
            let (leaf, start) = try tree.leaf(at: index)
            let keys = leaf.withElements(tree.form) { $0.targets(start..<$0.count) }
            let kept = leaf.slice(start..<leaf.elementCount).filter { !gone.contains(keys[$0]) }
            index += kept.count
            if kept.count == keys.count { continue }
            for target in keys where gone.contains(target) {
                tree.links?.add(target, place.object, isRemoval: true)
            }
            try tree.splice(leaf, start..<leaf.elementCount, with: kept)
            try noteCount(tree.count, place)
        }
    }

    /// Puts nil where values lead to what is gone.
    private func purgeValues(_ purge: PendingCollections.Purge) throws(RecordError) {
        let place = purge.place
        var index = 0
        while true {
            let tree = try tree(place)
            if index >= tree.count { break }
            let (leaf, start) = try tree.leaf(at: index)
            let stays = leaf.withElements(tree.form) { view in
                (start..<view.count).prefix { view.value($0)?.leads(to: purge.links, place) != true }.count
            }
            index += stays
            if start + stays == leaf.elementCount { continue }
            let (key, value) = leaf.withElements(tree.form) { ($0.text(start + stays), $0.value(start + stays)) }
            guard let value else { throw tree.storage.corrupt("an element is malformed") }
            let rest = value.removing(purge.links)
            if tree.form.collection == .map {
                guard let key else { throw tree.storage.corrupt("a key is malformed") }
                try set(rest, forKey: key, in: place)
            } else {
                try replace(index..<index + 1, with: [rest], in: place)
            }
            index += 1
        }
    }

    private func purgeMixedSet(_ purge: PendingCollections.Purge) throws(RecordError) {
        let place = purge.place
        let values = try elements(place, 0..<storedCount(place))
        for value in values where value.leads(to: purge.links, place) {
            _ = try remove(value, fromSet: place)
            _ = try insert(value.removing(purge.links), intoSet: place)
        }
    }
}

extension StoredValue {
    /// Whether a value leads to one of some objects; a link of a column to those of the column's type.
    fileprivate func leads(to links: Set<MixedLink>, _ place: CollectionPlace) -> Bool {
        switch self {
        case .link(let key): links.contains(MixedLink(table: place.description.linkTarget ?? 0, object: key))
        case .any(let value): value.links.contains { links.contains($0) }
        default: false
        }
    }

    /// The value without the links to some objects, to one of which it leads.
    func removing(_ links: Set<MixedLink>) -> StoredValue {
        guard case .any(var value) = self else { return .null }
        for link in Set(value.links).intersection(links) { value = value.removing(link) }
        return StoredValue(value)
    }
}

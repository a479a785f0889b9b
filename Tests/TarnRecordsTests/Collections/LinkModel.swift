import Testing

@testable import TarnRecords

/// What is done to owners with links of all sorts, and to what they link to.
enum LinkOperation {
    case append(owner: Int, target: Int)
    case remove(owner: Int, place: Int)
    case insert(owner: Int, target: Int)
    case take(owner: Int, target: Int)
    case set(owner: Int, key: Int, target: Int)
    case setMixed(owner: Int, targets: [Int])
    case appendMixed(owner: Int, targets: [Int])
    case insertMixed(owner: Int, target: Int)
    case deleteTarget(Int)
    case deleteOwner(Int)

    static func random(_ random: inout RandomSource) -> LinkOperation {
        let owner = random.below(4)
        let target = random.below(8)
        switch random.below(24) {
        case 0..<6: return .append(owner: owner, target: target)
        case 6..<9: return .remove(owner: owner, place: random.below(20))
        case 9..<12: return .insert(owner: owner, target: target)
        case 12: return .take(owner: owner, target: target)
        case 13..<16: return .set(owner: owner, key: random.below(6), target: target)
        case 16..<18: return .setMixed(owner: owner, targets: (0..<random.below(4)).map { _ in random.below(8) })
        case 18..<20: return .appendMixed(owner: owner, targets: (0..<random.below(4)).map { _ in random.below(8) })
        case 20..<22: return .insertMixed(owner: owner, target: target)
        case 22: return .deleteTarget(target)
        default: return random.isOne(in: 3) ? .deleteOwner(owner) : .deleteTarget(target)
        }
    }
}

/// The same in plain values. Deleted objects are made again at once, with nothing in them.
struct LinkModel {
    struct Owner {
        var list: [Int] = []
        var set: Set<Int> = []
        /// Nil where the target is gone.
        var map: [String: Int?] = [:]
        var mixed: [Int?]?
        var mixedList: [[Int?]] = []
        /// Nil for the element that stood for what is gone.
        var mixedSet: Set<Int?> = []
    }

    var owners = Array(repeating: Owner(), count: 4)

    mutating func apply(_ operation: LinkOperation) {
        switch operation {
        case .append(let owner, let target): owners[owner].list.append(target)
        case .remove(let owner, let place):
            if place < owners[owner].list.count { owners[owner].list.remove(at: place) }
        case .insert(let owner, let target): owners[owner].set.insert(target)
        case .take(let owner, let target): owners[owner].set.remove(target)
        case .set(let owner, let key, let target): owners[owner].map["\(key)"] = .some(target)
        case .setMixed(let owner, let targets): owners[owner].mixed = targets
        case .appendMixed(let owner, let targets): owners[owner].mixedList.append(targets)
        case .insertMixed(let owner, let target): owners[owner].mixedSet.insert(target)
        case .deleteOwner(let owner): owners[owner] = Owner()
        case .deleteTarget(let target):
            for owner in owners.indices {
                owners[owner].list.removeAll { $0 == target }
                owners[owner].set.remove(target)
                owners[owner].map = owners[owner].map.mapValues { $0 == target ? nil : $0 }
                owners[owner].mixed = owners[owner].mixed?.map { $0 == target ? nil : $0 }
                owners[owner].mixedList = owners[owner].mixedList.map { $0.map { $0 == target ? nil : $0 } }
                if owners[owner].mixedSet.remove(target) != nil { owners[owner].mixedSet.insert(nil) }
            }
        }
    }

    /// The columns of an owner that lead to a target.
    func columns(_ owner: Int, to target: Int) -> [Int] {
        let owner = owners[owner]
        let leads = [
            owner.list.contains(target), owner.set.contains(target), owner.map.values.contains(target),
            owner.mixed?.contains(target) ?? false, owner.mixedList.contains { $0.contains(target) },
            owner.mixedSet.contains(target),
        ]
        return leads.indices.filter { leads[$0] }
    }
}

/// A file with owners that have links of all sorts, and targets.
final class LinkFile {
    let records: RecordFile
    var owners: Table { records.catalogue.tables[0] }
    var targets: Table { records.catalogue.tables[1] }

    init(targetCount: Int = 8) throws {
        records = try RecordFile([
            ObjectSchema(
                name: "Owner",
                properties: [
                    .init(name: "list", kind: .list, element: .init(kind: .link), linkTarget: "Target"),
                    .init(name: "set", kind: .set, element: .init(kind: .link), linkTarget: "Target"),
                    .init(name: "map", kind: .map, element: .init(kind: .link), linkTarget: "Target"),
                    .init(name: "mixed", kind: .any),
                    .init(name: "mixedList", kind: .list, element: .init(kind: .any)),
                    .init(name: "mixedSet", kind: .set, element: .init(kind: .any)),
                ]),
            ObjectSchema(name: "Target", properties: [.init(name: "id", kind: .int64, isPrimaryKey: true)]),
        ])
        try records.write { (session) throws in
            for number in 0..<4 { try session.makeObject(owners, ObjectKey(Int64(number))).setDefaults(except: []) }
            for number in 0..<targetCount {
                try session.make(targets, ObjectKey(Int64(number)), [.integer(Int64(number))])
            }
        }
    }

    func place(_ owner: Int, _ column: Int) -> CollectionPlace {
        CollectionPlace(table: owners, object: ObjectKey(Int64(owner)), column: column)
    }

    private func mixed(_ target: Int?) -> MixedValue {
        target.map { .object(MixedLink(table: targets.id, object: ObjectKey(Int64($0)))) } ?? .null
    }

    private func mixed(_ targets: [Int?]) -> StoredValue { .any(.list(targets.map { mixed($0) })) }

    func apply(_ operation: LinkOperation, _ session: RecordSession) throws {
        func link(_ target: Int) -> StoredValue { .link(ObjectKey(Int64(target))) }
        switch operation {
        case .append(let owner, let target):
            try session.insert(link(target), at: session.count(place(owner, 0)), in: place(owner, 0))
        case .remove(let owner, let index):
            if try index < session.count(place(owner, 0)) {
                try session.replace(index..<index + 1, with: [], in: place(owner, 0))
            }
        case .insert(let owner, let target): _ = try session.insert(link(target), intoSet: place(owner, 1))
        case .take(let owner, let target): _ = try session.remove(link(target), fromSet: place(owner, 1))
        case .set(let owner, let key, let target): try session.set(link(target), forKey: "\(key)", in: place(owner, 2))
        case .setMixed(let owner, let targets):
            try session.change(owners, ObjectKey(Int64(owner)), 3, mixed(targets))
        case .appendMixed(let owner, let targets):
            let end = try session.count(place(owner, 4))
            try session.replace(end..<end, with: [mixed(targets)], in: place(owner, 4))
        case .insertMixed(let owner, let target):
            _ = try session.insert(.any(mixed(target)), intoSet: place(owner, 5))
        case .deleteTarget(let target):
            _ = try session.delete(targets, ObjectKey(Int64(target)))
            try session.make(targets, ObjectKey(Int64(target)), [.integer(Int64(target))])
        case .deleteOwner(let owner):
            _ = try session.delete(owners, ObjectKey(Int64(owner)))
            try session.makeObject(owners, ObjectKey(Int64(owner))).setDefaults(except: [])
        }
    }

    /// Compares everything with the model.
    func expect(_ model: LinkModel, _ session: RecordSession, _ comment: Comment) throws {
        func all(_ place: CollectionPlace) throws -> [StoredValue] {
            try session.elements(place, 0..<session.count(place))
        }
        func link(_ target: Int?) -> StoredValue { target.map { .link(ObjectKey(Int64($0))) } ?? .null }
        for (number, owner) in model.owners.enumerated() {
            #expect(try all(place(number, 0)) == owner.list.map { link($0) }, comment)
            #expect(try all(place(number, 1)) == owner.set.sorted().map { link($0) }, comment)
            let entries = try session.entries(place(number, 2), 0..<session.count(place(number, 2)))
            #expect(entries.map(\.key) == owner.map.keys.sorted(), comment)
            for entry in entries { #expect(entry.value == link(owner.map[entry.key] ?? nil), comment) }
            let value = try session.value(owners, ObjectKey(Int64(number)), 3)
            #expect(value == owner.mixed.map { mixed($0) } ?? .null, comment)
            #expect(try all(place(number, 4)) == owner.mixedList.map { mixed($0) }, comment)
            #expect(try Set(all(place(number, 5))) == Set(owner.mixedSet.map { StoredValue(mixed($0)) }), comment)
        }
        for target in 0..<8 {
            let found = try session.sources(linkingTo: ObjectKey(Int64(target)), targets)
            let expected = (0..<4).flatMap { owner in model.columns(owner, to: target).map { [owner, $0] } }
            #expect(found.map { [Int($0.object.number), $0.column] } == expected, comment)
        }
    }

    func verify(_ comment: Comment) throws {
        try records.read { (session) throws in
            var verification = Verification(session) { _, _ in }
            verification.run()
            #expect(verification.faults.map(\.description).isEmpty, comment)
        }
    }
}

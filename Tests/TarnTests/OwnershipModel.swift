import Foundation
import Tarn

/// An object of the model test: owns some, is bound to others, knows others.
final class Node: Object {
    @Persisted(primaryKey: true) var id: Int
    @Persisted(deleteRule: .cascade) var next: Node?
    @Persisted(deleteRule: .cascade) var children: List<Node>
    @Persisted(deleteRule: .deny) var bond: Node?
    @Persisted var friends: List<Node>
    @Persisted var named: Map<String, Node?>
    @Persisted var part: NodePart?
    @Persisted var parts: List<NodePart>
    @Persisted(unique: true) var tag: Int?
    @Persisted(originProperty: "friends") var fans: LinkingObjects<Node>
}

final class NodePart: EmbeddedObject {
    @Persisted var number: Int
    @Persisted var guest: Node?
}

/// What is done to a store of nodes.
enum OwnershipOperation {
    case make(Int)
    case delete([Int])
    case setNext(Int, Int?)
    case setBond(Int, Int?)
    case addChild(Int, Int)
    case addFriend(Int, Int)
    case removeFriend(Int)
    case name(Int, String, Int)
    case setPart(Int, Int?, guest: Int)
    case addPart(Int, Int)
    case removePart(Int)
    case setTag(Int, Int?)

    static func random(_ generator: inout SplitMix) -> OwnershipOperation {
        let (one, other) = (generator.next(16), generator.next(16))
        let maybe = generator.next(4) == 0 ? nil : other
        switch generator.next(15) {
        case 0...2: return .make(one)
        case 3: return .delete([one])
        case 4: return .delete([one, other])
        case 5: return .setNext(one, maybe)
        case 6: return .setBond(one, generator.next(2) == 0 ? nil : other)
        case 7: return .addChild(one, other)
        case 8: return .addFriend(one, other)
        case 9: return .removeFriend(one)
        case 10: return .name(one, "k\(generator.next(3))", other)
        case 11: return .setPart(one, maybe, guest: generator.next(16))
        case 12: return .addPart(one, other)
        case 13: return .removePart(one)
        default: return .setTag(one, generator.next(3) == 0 ? nil : generator.next(20))
        }
    }
}

/// The same in memory, as simply as it can be said.
struct OwnershipModel: Equatable {
    struct Part: Equatable {
        var number: Int
        var guest: Int?
    }

    struct Value: Equatable {
        var next: Int?
        var children: [Int] = []
        var bond: Int?
        var friends: [Int] = []
        var named: [String: Int?] = [:]
        var part: Part?
        var parts: [Part] = []
        var tag: Int?
    }

    private(set) var nodes: [Int: Value] = [:]

    /// Whether two nodes have one tag.
    var hasDuplicates: Bool {
        let tags = nodes.values.compactMap(\.tag)
        return Set(tags).count < tags.count
    }

    /// How often others have a node among their friends, by node.
    func fans(of id: Int) -> [Int] {
        nodes.sorted { $0.key < $1.key }.flatMap { key, value in value.friends.filter { $0 == id }.map { _ in key } }
    }

    /// Carries an operation out; false when a rule keeps it from being done.
    mutating func apply(_ operation: OwnershipOperation) -> Bool {
        let keys = Set(nodes.keys)
        func known(_ id: Int?) -> Int? { id.flatMap { keys.contains($0) ? $0 : nil } }
        switch operation {
        case .make(let id): if nodes[id] == nil { nodes[id] = Value() }
        case .delete(let ids): return delete(ids.filter { nodes[$0] != nil })
        case .setNext(let id, let other): nodes[id]?.next = known(other)
        case .setBond(let id, let other): nodes[id]?.bond = known(other)
        case .addChild(let id, let other): if let other = known(other) { nodes[id]?.children.append(other) }
        case .addFriend(let id, let other): if let other = known(other) { nodes[id]?.friends.append(other) }
        case .removeFriend(let id): _ = nodes[id]?.friends.popLast()
        case .name(let id, let key, let other):
            if let other = known(other) { nodes[id]?.named[key] = .some(other) }
        case .setPart(let id, let number, let guest):
            nodes[id]?.part = number.map { Part(number: $0, guest: known(guest)) }
        case .addPart(let id, let number): nodes[id]?.parts.append(Part(number: number))
        case .removePart(let id):
            let left = Array((nodes[id]?.parts ?? []).dropFirst())
            nodes[id]?.parts = left
        case .setTag(let id, let tag): nodes[id]?.tag = tag
        }
        return true
    }

    private mutating func delete(_ ids: [Int]) -> Bool {
        var gone: Set<Int> = []
        var waiting = ids
        while let id = waiting.popLast() {
            if !gone.insert(id).inserted { continue }
            waiting += nodes[id].map { ($0.next.map { [$0] } ?? []) + $0.children } ?? []
        }
        if gone.contains(where: { id in nodes[id]?.bond.map { !gone.contains($0) } ?? false }) { return false }
        for id in gone { nodes[id] = nil }
        func left(_ other: Int?) -> Int? { other.flatMap { gone.contains($0) ? nil : $0 } }
        nodes = nodes.mapValues { value in
            var value = value
            (value.next, value.bond) = (left(value.next), left(value.bond))
            value.children.removeAll { gone.contains($0) }
            value.friends.removeAll { gone.contains($0) }
            value.named = value.named.mapValues { left($0) }
            if let part = value.part { value.part?.guest = left(part.guest) }
            return value
        }
        return true
    }
}

/// The same in a store.
struct OwnershipStore {
    let store: Store

    private func node(_ id: Int?) -> Node? { id.flatMap { store.object(ofType: Node.self, forPrimaryKey: $0) } }

    func apply(_ operation: OwnershipOperation) throws {
        switch operation {
        case .make(let id): if node(id) == nil { try store.create(Node.self, value: ["id": id]) }
        case .delete(let ids): try store.delete(ids.compactMap { node($0) } as [Object])
        case .setNext(let id, let other): node(id)?.next = node(other)
        case .setBond(let id, let other): node(id)?.bond = node(other)
        case .addChild(let id, let other): if let other = node(other) { node(id)?.children.append(other) }
        case .addFriend(let id, let other): if let other = node(other) { node(id)?.friends.append(other) }
        case .removeFriend(let id): if node(id)?.friends.isEmpty == false { node(id)?.friends.removeLast() }
        case .name(let id, let key, let other): if let other = node(other) { node(id)?.named[key] = .some(other) }
        case .setPart(let id, let number, let guest):
            node(id)?.part = number.map { number in
                let part = NodePart()
                (part.number, part.guest) = (number, node(guest))
                return part
            }
        case .addPart(let id, let number):
            let part = NodePart()
            part.number = number
            node(id)?.parts.append(part)
        case .removePart(let id): if node(id)?.parts.isEmpty == false { node(id)?.parts.remove(at: 0) }
        case .setTag(let id, let tag): node(id)?.tag = tag
        }
    }

    /// What the store holds, in the form of the model.
    var nodes: [Int: OwnershipModel.Value] {
        var nodes: [Int: OwnershipModel.Value] = [:]
        for node in store.objects(Node.self) {
            var value = OwnershipModel.Value()
            value.next = node.next?.id
            value.children = node.children.map(\.id)
            value.bond = node.bond?.id
            value.friends = node.friends.map(\.id)
            for (key, other) in node.named { value.named[key] = .some(other?.id) }
            value.part = node.part.map { .init(number: $0.number, guest: $0.guest?.id) }
            value.parts = node.parts.map { .init(number: $0.number, guest: $0.guest?.id) }
            value.tag = node.tag
            nodes[node.id] = value
        }
        return nodes
    }
}

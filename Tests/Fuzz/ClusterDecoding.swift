import Foundation
import TarnLMDB

@testable import TarnRecords

/// Reads bytes as a stored cluster in every way: cell by cell, by masks, by keys, as an editor. Whatever they are, the
/// answer is a value or an error.
@_cdecl("LLVMFuzzerTestOneInput")
public func decodeCluster(_ input: UnsafePointer<UInt8>, _ count: Int) -> CInt {
    if count < 2 { return 0 }
    // Memory of exactly the size, so that the sanitizer sees every read outside of it.
    let bytes = UnsafeMutableRawBufferPointer.allocate(byteCount: count - 1, alignment: 8)
    defer { bytes.deallocate() }
    bytes.copyMemory(from: UnsafeRawBufferPointer(start: input + 1, count: count - 1))
    if input[0] & 1 == 0 { repairHeader(bytes) }
    let fixture = Fixture.shared
    guard let cluster = try? fixture.session.cluster(fixture.table, 0, UnsafeRawBufferPointer(bytes)) else { return 0 }
    read(cluster, fixture)
    if let editor = try? fixture.session.editor(fixture.table, 0, stored: UnsafeRawBufferPointer(bytes)) {
        let encoded = editor.upgraded().cluster
        precondition(encoded.presence == cluster.presence, "a cluster lost objects on its way through the editor")
    }
    return 0
}

/// Writes an input to begin with, where the environment names a file for it.
@_cdecl("LLVMFuzzerInitialize")
public func writeSeed(_ count: UnsafeMutablePointer<CInt>, _ arguments: UnsafeRawPointer) -> CInt {
    if let path = ProcessInfo.processInfo.environment["TARN_FUZZ_SEED"] {
        try? Data(Fixture.shared.seed()).write(to: URL(fileURLWithPath: path))
    }
    return 0
}

/// Makes length and number of objects right, so that most inputs come past the header.
private func repairHeader(_ bytes: UnsafeMutableRawBufferPointer) {
    if bytes.count < 32 { return }
    bytes.storeBytes(of: 1, as: UInt16.self)
    bytes.storeBytes(of: UInt32(bytes.count), toByteOffset: 4, as: UInt32.self)
    let presence = bytes.loadUnaligned(fromByteOffset: 8, as: UInt64.self)
    bytes.storeBytes(of: UInt8(presence.nonzeroBitCount), toByteOffset: 20, as: UInt8.self)
}

private func read(_ cluster: Cluster, _ fixture: Fixture) {
    for program in fixture.programs { _ = try? program.mask(0, cluster) }
    for slot in 0..<64 {
        let key = ObjectKey(cluster: 0, slot: slot)
        for column in fixture.table.columns.indices {
            _ = try? fixture.session.value(cluster, key, column, fixture.table)
        }
    }
    for (column, description) in fixture.table.columns.enumerated() where cluster.count > 0 {
        let pairs = ObjectPairs(capacity: 64)
        pairs.append(0, cluster, ranks: cluster.all, column, description.kind, flip: 0)
        pairs.sort()
        let sorting = SortColumn(description, SortKey(column: column))
        guard (try? sorting.append(fixture.session, fixture.table, 0, cluster, cluster.all)) != nil else { continue }
        var order = (0..<UInt64(cluster.count)).map { $0 }
        sorting.sort(&order)
        precondition(Set(order).count == cluster.count, "sorting lost objects")
    }
}

/// A type with a column of every kind, plain and optional, and a session on an empty file.
private struct Fixture {
    nonisolated(unsafe) static let shared = Fixture()
    let table: Table
    let session: RecordSession
    let programs: [MaskProgram]

    private init() {
        let schema = ObjectSchema(
            name: "Fuzzed",
            properties: ValueKind.allCases.filter { $0 < .any }.flatMap { kind -> [PropertySchema] in
                [false, true].map {
                    .init(
                        name: "\(kind.name) \($0)", kind: kind, isOptional: $0,
                        linkTarget: kind == .link ? "Fuzzed" : nil)
                }
            })
        let empty = Catalogue(storeID: [UInt8](repeating: 0, count: 16), schemaVersion: 0, tables: [])
        guard case .added(let catalogue, _, _) = empty.merge([schema], schemaVersion: 0) else {
            fatalError("no schema")
        }
        table = catalogue.tables[0]
        session = openSession(catalogue)
        var filters: [Filter] = []
        for (column, description) in table.columns.enumerated() {
            let value = description.kind == .link ? .link(ObjectKey(0)) : StoredValue.zero(of: description.kind)
            filters += Filter.Comparison.allCases.map { .compare(column: column, $0, value) }
            filters += [
                .compare(column: column, .equal, .null), .columns(column, .less, (column + 1) % table.columns.count),
            ]
            for operation in Filter.TextOperation.allCases where description.kind.isVariable {
                filters += [
                    .text(column: column, operation, "a", []), .text(column: column, operation, "a*", .caseInsensitive),
                ]
            }
        }
        programs = filters.map { [table, session] in MaskProgram(session, table, $0) }
    }

    /// A sound cluster of nine objects, as an input to begin with.
    func seed() -> [UInt8] {
        let editor = ClusterEditor(table, number: 0)
        editor.presence = 0x8001_0000_0000_007F
        for (column, description) in table.columns.enumerated() {
            for slot in SlotSequence(editor.presence) {
                switch description.kind {
                case .string:
                    editor.set(stored: .string(String(repeating: "a", count: slot)), column: column, slot: slot)
                case .data: editor.set(stored: .bytes([UInt8(slot)]), column: column, slot: slot)
                case .link: editor.set(stored: .link(ObjectKey(Int64(slot))), column: column, slot: slot)
                default: editor.set(stored: .zero(of: description.kind), column: column, slot: slot)
                }
            }
        }
        let stored = UnsafeMutableRawBufferPointer.allocate(byteCount: editor.storedByteCount(), alignment: 8)
        defer { stored.deallocate() }
        editor.encode(into: stored)
        return [0] + stored
    }
}

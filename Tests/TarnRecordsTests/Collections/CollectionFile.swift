import Testing

@testable import TarnRecords

/// A file with one object that has collections of all kinds, and some targets for links.
final class CollectionFile {
    let records: RecordFile
    var owners: Table { records.catalogue.tables[0] }
    var targets: Table { records.catalogue.tables[1] }
    let object = ObjectKey(1)
    static let targetCount = 40

    init() throws {
        var properties: [PropertySchema] = []
        for sample in ListSample.all {
            for kind in [ValueKind.list, .set, .map] {
                let target = sample.kind == .link ? "Target" : nil
                properties.append(
                    .init(
                        name: "\(kind.name)\(sample)", kind: kind,
                        element: .init(kind: sample.kind, isOptional: sample.isOptional), linkTarget: target))
            }
        }
        records = try RecordFile([
            ObjectSchema(name: "Owner", properties: properties),
            ObjectSchema(name: "Target", properties: [.init(name: "id", kind: .int64, isPrimaryKey: true)]),
        ])
        try records.write { (session) throws in
            _ = try session.makeObject(owners, object)
            for number in 0..<Self.targetCount {
                try session.make(targets, ObjectKey(Int64(number)), [.integer(Int64(number))])
            }
        }
    }

    func place(_ column: Int) -> CollectionPlace { CollectionPlace(table: owners, object: object, column: column) }

    /// Compares a list with an array, and looks whether the file is sound.
    func expect(_ place: CollectionPlace, _ model: [StoredValue], _ comment: Comment) throws {
        try records.read { (session) throws in
            #expect(try session.count(place) == model.count, comment)
            #expect(try session.elements(place, 0..<model.count) == model, comment)
            var walked: [StoredValue] = []
            try session.forEachElement(place) { value in
                walked.append(value)
                return true
            }
            #expect(walked == model, comment)
            for index in model.indices where index % 7 == 0 {
                #expect(try session.element(place, at: index) == model[index], comment)
                #expect(try session.index(of: model[index], in: place) == model.firstIndex(of: model[index]), comment)
            }
        }
        try verify(comment)
    }

    /// Looks whether the file is sound.
    func verify(_ comment: Comment) throws {
        try records.read { (session) throws in
            var verification = Verification(session) { _, _ in }
            verification.run()
            #expect(verification.faults.map(\.description).isEmpty, comment)
        }
    }
}

extension RecordError {
    /// The error in words.
    var description: String { "\(tree) \(key): \(message)" }
}

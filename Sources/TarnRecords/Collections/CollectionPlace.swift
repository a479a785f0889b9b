/// Which collection: a column of an object.
package struct CollectionPlace {
    package let table: Table
    package let object: ObjectKey
    package let column: Int

    /// Numbers of elements below are not compared with the tree before they are told.
    package static let believedCount = 1 << 16

    package init(table: Table, object: ObjectKey, column: Int) {
        self.table = table
        self.object = object
        self.column = column
    }

    var description: Table.Column { table.columns[column] }

    /// List, set or map.
    var kind: ValueKind { form.collection }

    /// How the collection lies in its tree; traps for a column that holds none.
    var form: CollectionForm {
        guard let form = table.forms[column] else {
            preconditionFailure("\(table.name).\(description.name) is no collection")
        }
        return form
    }

    /// The name of the tree with the elements, for error messages.
    var tree: String {
        switch kind {
        case .set: "sets"
        case .map: "maps"
        default: "lists"
        }
    }

    /// The place in words, for error messages.
    var name: String { "\(table.name).\(description.name) of object \(object.number)" }
}

/// Names a collection of the file; equal names are the same one.
struct CollectionName: Hashable {
    let table: UInt16
    let column: UInt16
    let object: UInt64

    init(_ place: CollectionPlace) {
        table = place.table.id
        column = UInt16(truncatingIfNeeded: place.column)
        object = place.object.rawValue
    }

    /// A number that stands for the key of a node in checksums.
    func seed(_ node: UInt32) -> UInt64 {
        (object &* 0x9E37_79B9_7F4A_7C15) ^ (UInt64(table) << 48 | UInt64(column) << 32 | UInt64(node))
    }
}

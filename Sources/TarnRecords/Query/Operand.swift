extension Filter {
    /// One side of a comparison that has to be computed for each object.
    public indirect enum Operand: Hashable, Sendable {
        /// A value that does not depend on the object.
        case constant(StoredValue)
        /// What a path leads to. Without steps it is the object itself, as a link.
        case path([Step])
        /// How many related objects or values there are at the end of a path over links, or how many of them pass.
        case count([Step], Relation, Filter?)
        /// An aggregate of a column of the related objects at the end of a path over links.
        case aggregate([Step], Relation, Aggregate, column: Int)
        /// Two numbers made one. No value when one of them is none, when an integer does not fit or is divided by zero.
        case arithmetic(Operand, Arithmetic, Operand)
    }

    /// One step of a path. Nil, a place outside of a collection and an unknown key lead to nil.
    public enum Step: Hashable, Sendable {
        /// A column of the object reached so far.
        case column(Int)
        /// An element of the list reached so far.
        case index(Int)
        /// The first element of the list reached so far.
        case first
        /// The last element of the list reached so far.
        case last
        /// The value of a key of the map reached so far.
        case key(String)
    }

    /// What two numbers are made one by.
    public enum Arithmetic: String, Hashable, Sendable, CaseIterable {
        /// The usual signs; `/` of two integers leaves out the rest.
        case add = "+"
        case subtract = "-"
        case multiply = "*"
        case divide = "/"
    }
}

extension Filter.Operand {
    /// A column of the object, or of what some to-one links lead to.
    public static func column(_ path: [Int], _ column: Int) -> Filter.Operand {
        .path(path.map { .column($0) } + [.column(column)])
    }

    /// What the operand is for an object that is not there.
    var valueOfNil: StoredValue {
        switch self {
        case .constant(let value): value
        case .path, .arithmetic: .null
        case .count: .integer(0)
        case .aggregate(_, _, let aggregate, _): aggregate == .sum ? .integer(0) : .null
        }
    }
}

/// One way to store the people, measured against the others.
///
/// Each requirement is the body of one workload: the clock starts before the call and stops after it, so nothing of
/// the harness runs between two rows. An engine keeps one file, at the path it was made with, and is used by one
/// thread.
package protocol Engine: AnyObject, SendableMetatype {
    /// The name used on the command line and in reports.
    static var name: String { get }

    /// Makes an engine for one file and converts the inputs into the form it wants; touches no file.
    init(path: String, dataset: Dataset) throws
    /// Opens the file, and creates it with its schema if there is none.
    func open() throws
    /// Closes the file and lets go of everything that belongs to it.
    func close() throws
    /// Brings the file to the state that a long-running program would find, after many small commits.
    func settle() throws

    /// W1: inserts all rows in one durable transaction.
    func insertAll() throws
    /// W2: inserts each of the appended rows in a durable transaction of its own.
    func insertDurably() throws
    /// Removes the appended rows again; not timed.
    func removeAppended() throws
    /// W3: the sum of ages and name lengths of the looked-up ids.
    ///
    /// Each look-up stands alone, as when an application asks for one object now and then.
    func lookUp() throws -> Int
    /// W3s: the same with all look-ups inside one explicit snapshot, where the engine has to be told.
    func lookUpInOneSnapshot() throws -> Int
    /// W4: how many are active with a score over the threshold.
    func countFiltered() throws -> Int
    /// W5: for each age, reads the name of everybody of that age.
    func readByAge() throws -> Int
    /// W6: the sum of all scores.
    func sumScores() throws -> Double
    /// W7a: the sum of the ids of the best, names read.
    func readTop() throws -> Int
    /// W7b: all ids by descending score, folded with their place.
    func sortAll() throws -> UInt64
    /// W8: reads all seven properties of everybody, as objects where the engine has objects.
    func readAll() throws -> Int
    /// W8c: the same by columns, where the engine has columns.
    func readAllColumns() throws -> Int
    /// W9: sets one score for each of the update ids, in one durable transaction.
    func setScores() throws
    /// W10: how many live in the sought city.
    func countCity() throws -> Int
    /// W11: how many names contain the sought text.
    func countNameContaining() throws -> Int
    /// W12: deletes the delete ids in one durable transaction; the number deleted.
    func delete() throws -> Int
    /// The first read of W14: the length of one name.
    func nameLength(of id: Int) throws -> Int
    /// The number of rows.
    func count() throws -> Int
}

extension Engine {
    package func settle() throws {}

    // An engine whose reads share a held snapshot anyway has nothing to be told.
    package func lookUpInOneSnapshot() throws -> Int { try lookUp() }

    // An engine without columns answers with its only way to read everything.
    package func readAllColumns() throws -> Int { try readAll() }
}

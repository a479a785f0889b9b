public import FoundationEssentials
internal import TarnRecords

/// What a walk through a whole file found.
public struct VerificationReport: Sendable {
    /// Everything that does not fit, at most 1000 faults; empty when the file is sound.
    public let faults: [VerificationFault]
    /// How many objects were looked at.
    public let objectCount: Int
}

/// One fault in a file.
public struct VerificationFault: Sendable, Equatable, CustomStringConvertible {
    /// The tree concerned.
    public let tree: String
    /// The key concerned, in a form for people.
    public let key: String
    /// What does not fit.
    public let message: String

    /// `tree, key: message`.
    public var description: String { "\(tree), \(key): \(message)" }
}

extension Store {
    /// Walks everything in a file: checksums, structure, indexes, unique keys, links, the change log. Reads only.
    ///
    /// LMDB has no checksums of its own pages and follows damaged ones wherever they lead, which can end the process;
    /// walk a file that may be damaged in a process of its own, as `tarn verify` does.
    ///
    /// - Parameters:
    ///   - url: the file.
    ///   - progress: called on this thread with the objects done and in all.
    /// - Throws: ``StoreError`` when the file cannot be opened or its catalogue cannot be read.
    public static func verify(
        at url: URL, progress: @escaping (_ done: Int, _ total: Int) -> Void = { _, _ in }
    ) throws(StoreError) -> VerificationReport {
        try InspectedFile.reading(url) { (session, _) throws(StoreError) in
            var verification = Verification(session, progress: progress)
            verification.run()
            let faults = verification.faults.map { VerificationFault(tree: $0.tree, key: $0.key, message: $0.message) }
            return VerificationReport(faults: faults, objectCount: verification.objectCount)
        }
    }
}

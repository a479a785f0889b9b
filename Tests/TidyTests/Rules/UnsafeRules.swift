/// Unsafe code stays in the `Unsafe` folders, and each function there says why it is right.
enum UnsafeRules {
    static let roomsWithUnsafeFolder: Set<String> = ["TarnLMDB", "TarnRecords"]

    /// Unsafe words outside an `Unsafe` folder, and such folders in rooms that may have none.
    static func strays(_ source: SwiftSource) -> [Violation] {
        if source.isInUnsafeFolder {
            guard !roomsWithUnsafeFolder.contains(source.room) else { return [] }
            return [Violation(path: source.path, line: 1, message: "\(source.room) may have no Unsafe folder")]
        }
        return source.violations { line in
            unsafeWord(in: line).map { "'\($0)' belongs in an Unsafe folder" }
        }
    }

    /// Functions with an unsafe expression or type that do not state their rule.
    static func missingReasons(_ source: SwiftSource) -> [Violation] {
        guard source.isInUnsafeFolder else { return [] }
        return FunctionSpan.all(in: source).compactMap { span in
            let body = (span.firstLine - 1)..<span.lastLine
            guard body.contains(where: { needsReason(source.code[$0]) }) else { return nil }
            let statesReason =
                body.contains { source.lines[$0].contains("// Safety:") }
                || hasReason(above: span.firstLine - 1, in: source)
            guard !statesReason else { return nil }
            return Violation(
                path: source.path, line: span.firstLine, message: "no '// Safety:' line says why this holds")
        }
    }

    /// Comments and attributes directly above a declaration belong to it.
    private static func hasReason(above line: Int, in source: SwiftSource) -> Bool {
        for text in source.lines[..<line].reversed() {
            let trimmed = text.drop { $0 == " " }
            if trimmed.hasPrefix("// Safety:") { return true }
            if !trimmed.hasPrefix("//") && !trimmed.hasPrefix("@") { return false }
        }
        return false
    }

    /// Naming one of LMDB's constants is harmless; pointers and marked calls are not.
    private static func needsReason(_ line: String) -> Bool {
        unsafeWord(in: line).map { !$0.hasPrefix("MDB_") } ?? false
    }

    static func unsafeWord(in line: String) -> String? {
        if line.contains("import CLMDB") { return "import CLMDB" }
        if line.contains("@unchecked Sendable") { return "@unchecked Sendable" }
        return line.split(whereSeparator: { !($0.isLetter || $0.isNumber || $0 == "_") }).map(String.init).first {
            word in
            word == "unsafe" || word.hasPrefix("Unsafe") || word.hasPrefix("withUnsafe") || word == "OpaquePointer"
                || word.hasPrefix("mdb_") || word.hasPrefix("MDB_") || word == "unsafeBitCast" || word == "Unmanaged"
        }
    }
}

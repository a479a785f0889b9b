/// Arrows never turn up: what each room may import.
enum ImportRules {
    private static let platform: Set<String> = ["Glibc", "Musl", "Darwin", "Android"]
    private static let foundation: Set<String> = ["Foundation", "FoundationEssentials"]

    static let allowed: [String: Set<String>] = [
        "TarnLMDB": platform.union(["CLMDB", "Synchronization"]),
        "TarnRecords": platform.union(["TarnLMDB", "CTarnKernels", "Swift"]),
        "Tarn": platform.union(foundation).union([
            "TarnRecords", "TarnLMDB", "Synchronization", "Observation", "Dispatch", "CoreFoundation",
        ]),
        // Conditions of the command line name columns; no class stands between them and the records.
        "TarnToolKit": platform.union(foundation).union(["Tarn", "TarnRecords"]),
        "TarnTool": platform.union(foundation).union(["Tarn", "TarnToolKit"]),
        "Demo": platform.union(foundation).union(["Tarn", "TarnToolKit"]),
    ]

    static func floors(_ source: SwiftSource) -> [Violation] {
        guard let permitted = allowed[source.room] else {
            return [Violation(path: source.path, line: 1, message: "no floor is known for \(source.room)")]
        }
        return source.violations { line in
            guard let module = importedModule(in: line), !permitted.contains(module) else { return nil }
            return "\(source.room) may not import \(module)"
        }
    }

    /// The record layer is a function of a transaction and a value: no time, threads, files or output.
    static func recordsArePure(_ source: SwiftSource) -> [Violation] {
        guard source.room == "TarnRecords" else { return [] }
        let banned: Set<String> = [
            "async", "await", "Task", "Mutex", "Atomic", "DispatchQueue", "Thread", "FileManager", "ContinuousClock",
            "SuspendingClock", "pthread_self", "pthread_mutex_lock", "fopen", "open64", "print",
        ]
        return source.violations { line in
            words(of: line).first { banned.contains($0) }.map { "'\($0)' has no place in the record layer" }
        }
    }

    /// Libraries never print, and only one kind of lock is used.
    static func librariesAreQuiet(_ source: SwiftSource) -> [Violation] {
        guard ["TarnLMDB", "TarnRecords", "Tarn"].contains(source.room) else { return [] }
        let banned: Set<String> = ["print", "debugPrint", "NSLock", "NSRecursiveLock", "sleep", "usleep"]
        return source.violations { line in
            if line.contains("Task.detached") { return "a detached task outlives its owner" }
            return words(of: line).first { banned.contains($0) && line.contains($0 + "(") }
                .map { "a library does not call '\($0)'" }
        }
    }

    /// A test waits for what it expects, never for time to pass.
    static func testsDoNotSleep(_ source: SwiftSource) -> [Violation] {
        source.violations { line in
            let calls = ["sleep", "usleep", "nanosleep"].contains { word in
                words(of: line).contains(word) && (line.contains(word + "(") || line.contains("." + word))
            }
            return calls ? "a test does not sleep" : nil
        }
    }

    private static func importedModule(in line: String) -> String? {
        let words = line.split(separator: " ").map(String.init)
        guard let place = words.firstIndex(of: "import") else { return nil }
        let kinds: Set<String> = ["struct", "class", "enum", "protocol", "typealias", "func", "var", "let"]
        return words[(place + 1)...].first { !kinds.contains($0) }?.split(separator: ".").first.map(String.init)
    }

    private static func words(of line: String) -> [String] {
        line.split(whereSeparator: { !($0.isLetter || $0.isNumber || $0 == "_") }).map(String.init)
    }
}

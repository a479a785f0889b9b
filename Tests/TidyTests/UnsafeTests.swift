import Testing

@Suite struct UnsafeTests {
    @Test func unsafeCodeStaysInItsFolders() throws {
        expectNone(try Repository.current.swiftSources(under: "Sources").flatMap(UnsafeRules.strays))
    }

    @Test func everyUnsafeFunctionStatesItsReason() throws {
        expectNone(try Repository.current.swiftSources(under: "Sources").flatMap(UnsafeRules.missingReasons))
    }

    @Test(arguments: [
        "let p: UnsafeRawPointer", "unsafe call()", "internal import CLMDB", "extension S: @unchecked Sendable {}",
        "withUnsafeBytes(of: x) { _ in }", "let h: OpaquePointer?", "mdb_env_create(&e)",
        "nonisolated(unsafe) var x = 1",
    ])
    func anUnsafeWordOutsideItsFolderIsFound(line: String) {
        #expect(UnsafeRules.strays(SwiftSource(path: "Sources/Tarn/A.swift", text: line)).count == 1)
        #expect(UnsafeRules.strays(SwiftSource(path: "Sources/TarnLMDB/Unsafe/A.swift", text: line)).isEmpty)
        #expect(UnsafeRules.strays(SwiftSource(path: "Sources/Tarn/Unsafe/A.swift", text: line)).count == 1)
    }

    @Test func unsafeWordsInTextAreLeftAlone() {
        let text = "/// Unlike UnsafePointer, safe.\nlet a = \"unsafe\" // unsafe\nlet unsafely = 1\n"
        #expect(UnsafeRules.strays(SwiftSource(path: "Sources/Tarn/A.swift", text: text)).isEmpty)
    }

    @Test func anUnsafeFunctionWithoutAReasonIsFound() {
        let text = """
            struct S {
                // Safety: the buffer outlives the call.
                @inline(__always)
                func a() { unsafe work() }

                func b() {
                    // Safety: checked above.
                    unsafe work()
                }

                func c() { unsafe work() }

                func d() { work() }
            }
            """
        let found = UnsafeRules.missingReasons(SwiftSource(path: "Sources/TarnLMDB/Unsafe/A.swift", text: text))
        #expect(found.map(\.line) == [11])
    }
}

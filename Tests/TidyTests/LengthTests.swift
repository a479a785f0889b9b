import Testing

@Suite struct LengthTests {
    @Test func filesAreShortEnoughToRead() throws {
        for folder in ["Sources", "Tests", "Benchmarks", "Examples"] {
            expectNone(try Repository.current.swiftSources(under: folder).flatMap(LengthRules.files))
        }
    }

    @Test func functionsFitOnAScreen() throws {
        for folder in ["Sources", "Tests", "Benchmarks", "Examples"] {
            expectNone(try Repository.current.swiftSources(under: folder).flatMap(LengthRules.functions))
        }
    }

    @Test func linesFitInTheWindow() throws {
        for path in Repository.current.files(extensions: ["swift", "h", "c"]) {
            expectNone(LengthRules.lines(path: path, text: try Repository.current.text(of: path)))
        }
    }

    @Test func aFileOverTheLimitIsNamed() {
        let long = String(repeating: "let a = 1\n", count: 401)
        #expect(LengthRules.files(SwiftSource(path: "Sources/Tarn/A.swift", text: long)).count == 1)
        #expect(LengthRules.files(SwiftSource(path: "Tests/TarnTests/A.swift", text: long)).isEmpty)
        #expect(LengthRules.files(SwiftSource(path: "Sources/Tarn/A.swift", text: String(long.dropLast(10)))).isEmpty)
    }

    @Test func aFunctionOverTheLimitIsNamedWithItsLine() {
        let body = String(repeating: "    work()\n", count: 59)
        let text = "struct S {\nfunc short() {}\nfunc long(_ closure: () -> Void = {}) {\n" + body + "}\n}\n"
        let found = LengthRules.functions(SwiftSource(path: "A.swift", text: text))
        #expect(found.map(\.line) == [3])
        #expect(found.first?.message.contains("61 lines") == true)
    }

    @Test func bracesInStringsAndCommentsDoNotCount() {
        let text = """
            func one() {
                print("}\\(name + "}")") // }
                /* } /* } */ } */
                let raw = #"}"\\"#
            }
            protocol P {
                func two()
                init(_ a: Int)
            }
            """
        let spans = FunctionSpan.all(in: SwiftSource(path: "A.swift", text: text))
        #expect(spans == [FunctionSpan(firstLine: 1, lastLine: 5)])
    }

    @Test func aCallOfAnInitialiserIsNoDeclaration() {
        let text = "init() { self.init(a: 1) }\nlet f = S.init\nfunction()\n"
        #expect(FunctionSpan.all(in: SwiftSource(path: "A.swift", text: text)).count == 1)
    }

    @Test func aLongLineIsNamed() {
        let text = String(repeating: "a", count: 121) + "\n" + String(repeating: "b", count: 120)
        #expect(LengthRules.lines(path: "A.swift", text: text).map(\.line) == [1])
    }
}

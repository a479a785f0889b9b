import Foundation
import Tarn
import Testing

@testable import TarnToolKit

@Suite struct FileCommandTests {
    @Test func infoNamesVersionsSizesAndTypes() throws {
        let run = ToolRun(["info", try SampleFile().path])
        #expect(run.code == .failed, "the file is gone with its owner")
        let file = try SampleFile()
        let shown = ToolRun(["info", file.path])
        #expect(shown.code == .done, "\(shown.errors)")
        for part in ["people.tarn", "format version", "commit version", "file size", "Person"] {
            #expect(shown.output.contains(part))
        }
    }

    @Test func infoNamesWhoHoldsTheOldestVersion() throws {
        let file = try SampleFile()
        let store = try Store(configuration: .init(fileURL: file.url, objectTypes: [Person.self]))
        #expect(ToolRun(["info", file.path]).output.contains("oldest version held  none"))
        #expect(store.objects(Person.self).count == 4)
        let shown = ToolRun(["info", file.path]).output
        #expect(shown.contains("the newest, by thread") || shown.contains("the newest, by main thread"))
        #expect(ToolRun(["info", "--json", file.path]).output.contains("\"pinnedVersions\""))
    }

    @Test func watchingShowsTheVersionsAfterEachCommit() throws {
        let file = try SampleFile()
        let reader = try Store(configuration: .init(fileURL: file.url, objectTypes: [Person.self]))
        #expect(reader.objects(Person.self).count == 4)
        let thread = Thread { [url = file.url] in
            // Not before the tool has shown something, which is then followed by what this writes.
            for age in 0..<200 {
                let store = try? Store(configuration: .init(fileURL: url, objectTypes: [Person.self]))
                try? store?.write { store?.object(ofType: Person.self, forPrimaryKey: 1)?.age = age }
            }
        }
        thread.start()
        let run = ToolRun(["info", "--watch", "--count", "3", file.path])
        let lines = run.output.split(separator: "\n")
        #expect(run.code == .done && lines.count == 3 && lines.allSatisfy { $0.hasPrefix("version ") }, "\(run)")
        #expect(lines.last?.contains("by thread") == true || lines.last?.contains("by main thread") == true)
        #expect(ToolRun(["info", "--count", "3", file.path]).code == .wrongUsage)
        #expect(ToolRun(["info", "--watch", "--json", file.path]).code == .wrongUsage)
    }

    @Test func infoAsJSONIsRead() throws {
        let file = try SampleFile()
        let run = ToolRun(["info", "--json", file.path])
        let object = try JSONSerialization.jsonObject(with: Data(run.output.utf8)) as? [String: Any]
        let types = object?["types"] as? [[String: Any]]
        #expect(types?.first?["name"] as? String == "Person")
        #expect(types?.first?["objectCount"] as? Int == 4)
    }

    @Test func typesListTheProperties() throws {
        let file = try SampleFile()
        let run = ToolRun(["types", file.path])
        #expect(run.code == .done, "\(run.errors)")
        for line in ["id", "age", "nickname"] { #expect(run.output.contains("  \(line) ")) }
        #expect(run.output.contains("primary"))
        #expect(run.output.contains("indexed"))
    }

    @Test func aQueryPrintsATable() throws {
        let file = try SampleFile()
        let run = ToolRun(["query", file.path, "Person", "--where", "age > 10 AND name != 'Ann'", "--sort", "name"])
        #expect(run.code == .done, "\(run.errors)")
        let lines = run.output.split(separator: "\n")
        #expect(lines.count == 5)
        #expect(lines[2].contains("Cy"))
        #expect(lines[3].contains("Di"))
        #expect(lines[4] == "  2 objects")
    }

    @Test func aQueryPrintsCSV() throws {
        let file = try SampleFile()
        let run = ToolRun(["query", file.path, "Person", "--csv", "--sort", "id", "--limit", "3"])
        #expect(
            run.output == """
                id,name,age,score,isActive,nickname
                1,Ann,31,0.5,true,"A, ""n""\"
                2,Bo,7,1.0,false,
                3,Cy,64,1.5,true,""

                """)
    }

    @Test func anExportIsOneJSONArray() throws {
        let file = try SampleFile()
        let run = ToolRun(["export", file.path, "Person", "--json", "--sort", "age", "--descending"])
        let rows = try JSONSerialization.jsonObject(with: Data(run.output.utf8)) as? [[String: Any]]
        #expect(rows?.count == 4)
        #expect(rows?.first?["name"] as? String == "Cy")
        #expect(rows?.last?["nickname"] is NSNull)
    }

    @Test func explainSaysWhetherAnIndexIsUsed() throws {
        let file = try SampleFile(others: 2000)
        let indexed = ToolRun(["query", file.path, "Person", "--where", "age == 31", "--explain"])
        #expect(indexed.output.contains("index"))
        let scanned = ToolRun(["query", file.path, "Person", "--where", "score > 1", "--explain"])
        #expect(scanned.output.contains("scan"))
    }

    @Test(arguments: [
        (["--where", "height > 1"], "height"), (["--sort", "height"], "height"), (["--where", "age > 'x'"], "age"),
    ])
    func aNameOrValueThatDoesNotFitIsNamed(options: [String], word: String) throws {
        let file = try SampleFile()
        let run = ToolRun(["query", file.path, "Person"] + options)
        #expect(run.code == .wrongUsage || run.code == .failed)
        #expect(run.errors.contains(word))
        // What is wrong, the condition, and a caret under the place.
        #expect(run.errors.filter(\.isNewline).count == 3)
    }

    @Test func aTypeThatIsNotThereIsNamed() throws {
        let file = try SampleFile()
        let run = ToolRun(["query", file.path, "Dog"])
        #expect(run.code == .wrongUsage)
        #expect(run.errors.contains("there is no type 'Dog' in the file; it has: Person"))
    }

    @Test func aSoundFileIsVerified() throws {
        let file = try SampleFile()
        let run = ToolRun(["verify", file.path])
        #expect(run.code == .done, "\(run.output) \(run.errors)")
        #expect(run.output.contains("people.tarn is sound"))
    }

    @Test(arguments: ["copy", "compact"])
    func aCopyHoldsTheSame(command: String) throws {
        let file = try SampleFile()
        let target = file.folder.appendingPathComponent("other.tarn").path
        let run = ToolRun([command, file.path, target])
        #expect(run.code == .done, "\(run.errors)")
        #expect(
            ToolRun(["export", target, "Person", "--csv"]).output
                == ToolRun(["export", file.path, "Person", "--csv"]).output)
        let again = ToolRun([command, file.path, target])
        #expect(again.code == .wrongUsage)
        #expect(again.errors.contains("exists already"))
    }

    @Test(arguments: ["info", "types", "verify"])
    func aFileThatIsNotAStoreIsRefused(command: String) throws {
        let file = try SampleFile()
        let text = file.folder.appendingPathComponent("text.txt")
        try "no store".write(to: text, atomically: true, encoding: .utf8)
        for path in [text.path, file.folder.appendingPathComponent("none").path] {
            let run = ToolRun([command, path])
            #expect(run.code == .failed || run.code == .faultsFound)
            #expect(run.errors.filter(\.isNewline).count + run.output.filter(\.isNewline).count == 1)
        }
        #expect(!FileManager.default.fileExists(atPath: file.folder.appendingPathComponent("none").path))
    }
}

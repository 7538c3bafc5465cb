import EventLog
import Foundation
import Projections
import SQLiteDatabase
import TestSupport
import Testing

@Suite struct `The pages about the house` {
    @Test func `Projections/README.md lists what each projection owns and stands after`() throws {
        let page = try DocumentationPage("Projections/README.md")
        let rows = try #require(page.section("Read models")?.rows.drop { $0.first != "folder" }.dropFirst())
        var documented: [String: [String]] = [:]
        for row in rows { documented[row[0].lowercased()] = row[2].isEmpty ? [] : row[2].components(separatedBy: ", ") }
        #expect(documented == Dictionary(uniqueKeysWithValues: AllProjections.types.map { ($0.name, $0.after) }))

        let owned = rows.flatMap { row in
            row[1].components(separatedBy: ":")[0].components(separatedBy: ", ")
        }
        let sample = try DocumentedLedger()
        let views = try Connection(path: sample.viewsPath(), mode: .readOnly)
        let tables = try views.rows(
            """
            SELECT name FROM sqlite_schema JOIN projection_tables USING (name) WHERE type = 'table' ORDER BY name
            """
        ) { try $0.next(String.self) }
        #expect(owned.sorted() == tables)
    }

    @Test func `Docs/Architecture.md has the table of imports that is held`() throws {
        let script = try String(contentsOfFile: "\(projectRoot)/Scripts/check-imports.sh", encoding: .utf8)
        let table = try #require(
            script.components(separatedBy: "\ntable='\n").last?.components(separatedBy: "\n'").first)
        var held: [String: [String]] = [:]
        for line in table.split(separator: "\n") {
            let parts = line.split(separator: ":", omittingEmptySubsequences: false)
            held[String(parts[0])] = parts[1].split(separator: " ").map(String.init)
        }
        var documented: [String: [String]] = [:]
        let section = try DocumentationPage("Docs/Architecture.md").section("Layers")
        for row in try #require(section).rows.dropFirst() {
            documented[row[0]] = row[1] == "nothing" ? [] : row[1].split(separator: " ").map(String.init)
        }
        #expect(documented == held)
    }

    @Test(.requirement(239), arguments: [(499, 0), (500, 1)])
    func `a file of 500 lines breaks the rules of the house`(lines: Int, status: Int32) throws {
        let root = try TemporaryDirectory()
        for folder in ["Sources/Mail", "Projections", "Benchmarks", "Tests"] {
            try FileManager.default.createDirectory(
                atPath: root.path(folder), withIntermediateDirectories: true)
        }
        let text = String(repeating: "// A line.\n", count: lines)
        try Data(text.utf8).write(to: URL(filePath: root.path("Sources/Mail/Long.swift")))
        try Data("// A line.\n".utf8).write(to: URL(filePath: root.path("Tests/Short.swift")))
        let output = try shell("Scripts/check-imports.sh \(root.path(""))", environment: [:])
        #expect(output.status == status, "\(output.text)")
        #expect(output.text.contains("Sources/Mail/Long.swift: 500 lines") == (status != 0))
        #expect(try shell("Scripts/check-imports.sh", environment: [:]).status == 0)
    }

    @Test(
        .enabled("python3 is absent") { areInstalled("python3") },
        arguments: [
            // Two files that use each other, the cycles that are allowed, and the complaint.
            ("Sources/Mail/Folders/A.swift", "Sources/Mail/Threads/B.swift", "", "Mail: a cycle of Folders/ Threads/"),
            ("Sources/Mail/Folders/A.swift", "Sources/Mail/B.swift", "", "Mail: a cycle of B.swift Folders/"),
            ("Sources/Mail/A.swift", "Sources/Chat/B.swift", "", "modules: a cycle of Chat Mail"),
            ("Sources/Mail/Folders/A.swift", "Sources/Mail/Threads/B.swift", "Mail: Folders/ Threads/", nil),
            ("Sources/Mail/A.swift", "Sources/Mail/B.swift", "", nil),
            ("Sources/Mail/Folders/A.swift", "Sources/Mail/Folders/Deep/B.swift", "", nil),
            (
                "Sources/Mail/A.swift", "Sources/Mail/B.swift", "Mail: Folders/",
                "there is no cycle any more of Folders/"
            ),
            ("Sources/Mail/A.swift", "Sources/Mail/B.swift", "Post: Folders/", "there is no module Post"),
        ] as [(String, String, String, String?)])
    func `folders that use each other break the rules of the house`(
        first: String, second: String, allowed: String, complaint: String?
    ) throws {
        let root = try TemporaryDirectory()
        var lines = ""
        let uses = [(first, second), (second, first), ("Sources/Chat/Other.swift", "Sources/Mail/Other.swift")]
        for (number, (user, definer)) in uses.enumerated() {
            for file in [user, definer].map({ URL(filePath: root.path($0)) }) {
                try FileManager.default.createDirectory(
                    at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
                try Data("one line".utf8).write(to: file)
            }
            for (path, roles) in [(definer, "2"), (user, "4"), ("Sources/Mail/Gone.swift", "4")] {
                lines += "\(path)\t1\t\(roles)\t6\ts:\(number)\tsymbol\t0\t\n"
            }
        }
        try Data(lines.utf8).write(to: URL(filePath: root.path("lines")))
        try Data("# why\n\(allowed)\n".utf8).write(to: URL(filePath: root.path("allowed")))
        let output = try shell(
            "python3 '\(projectRoot)/Scripts/cycles/cycles.py' allowed < lines",
            environment: ["PYTHONDONTWRITEBYTECODE": "1", "PYTHONPATH": "\(projectRoot)/Scripts/index"],
            directory: root.path(""))
        #expect(output.status == (complaint == nil ? 0 : 1), "\(output.text)")
        #expect(output.text.contains(complaint ?? "0 cycles"), "\(output.text)")
    }

    @Test(
        .enabled("python3 is absent") { areInstalled("python3") },
        arguments: [
            // The members that are allowed, and the complaint.
            ("Mail.Box: 3", nil),
            ("Mail.Box: 2", "Mail.Box has 3 public and package members; 2 are allowed"),
            ("Mail.Crate: 3", "there is no type Mail.Crate"),
        ] as [(String, String?)])
    func `a type with too many members breaks the rules of the house`(limit: String, complaint: String?) throws {
        let root = try TemporaryDirectory()
        let lines = [
            // path, number, text, roles, kind, USR, name, owner
            ("Sources/Mail/Box.swift", 1, "public struct Box {", "2", 6, "s:box", "Box", ""),
            ("Sources/Mail/Box.swift", 2, "    public var a: Int", "202", 19, "s:a", "a", "s:box"),
            ("Sources/Mail/Box.swift", 2, "    public var a: Int", "8202", 16, "s:ag", "getter:a", "s:a"),
            ("Sources/Mail/Box.swift", 3, "    let b: Int", "202", 19, "s:b", "b", "s:box"),
            ("Sources/Chat/Box+Chat.swift", 1, "extension Box {", "2", 9, "s:e:c", "Box", ""),
            ("Sources/Chat/Box+Chat.swift", 1, "extension Box {", "4004", 6, "s:box", "Box", "s:e:c"),
            ("Sources/Chat/Box+Chat.swift", 2, "    package func c() {}", "202", 16, "s:c", "c()", "s:e:c"),
            ("Sources/Chat/Box+Chat.swift", 3, "    public enum D {", "202", 5, "s:d", "D", "s:e:c"),
            ("Sources/Chat/Box+Chat.swift", 4, "        public static let e = 1", "202", 21, "s:de", "e", "s:d"),
            ("Tests/MailTests/Box+Test.swift", 1, "extension Box {", "4004", 6, "s:box", "Box", "s:e:t"),
            ("Tests/MailTests/Box+Test.swift", 2, "    public func f() {}", "202", 16, "s:f", "f()", "s:e:t"),
        ]
        var files: [String: [Int: String]] = [:]
        for line in lines { files[line.0, default: [:]][line.1] = line.2 }
        for (path, texts) in files {
            let file = URL(filePath: root.path(path))
            try FileManager.default.createDirectory(
                at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
            try Data(texts.sorted { $0.key < $1.key }.map(\.value).joined(separator: "\n").utf8).write(to: file)
        }
        let index = lines.map { "\($0.0)\t\($0.1)\t\($0.3)\t\($0.4)\t\($0.5)\t\($0.6)\t0\t\($0.7)\n" }.joined()
        try Data(index.utf8).write(to: URL(filePath: root.path("lines")))
        try Data("# why\n\(limit)\n".utf8).write(to: URL(filePath: root.path("limits")))
        let output = try shell(
            "python3 '\(projectRoot)/Scripts/members/members.py' limits < lines",
            environment: ["PYTHONDONTWRITEBYTECODE": "1", "PYTHONPATH": "\(projectRoot)/Scripts/index"],
            directory: root.path(""))
        #expect(output.status == (complaint == nil ? 0 : 1), "\(output.text)")
        #expect(output.text.contains(complaint ?? "Mail.Box has 3 public and package members"), "\(output.text)")
    }

    /// The pages of the project by their paths.
    private static let pages = Result { () -> [String: String] in
        let folders = [
            "", "Docs/", "Docs/Decisions/", "Docs/Reference/", "Docs/Reference/Forms/", "Docs/Schemas/", "Projections/",
            "Samples/", "Benchmarks/",
        ]
        var pages: [String: String] = [:]
        for folder in folders {
            let names = try FileManager.default.contentsOfDirectory(atPath: "\(projectRoot)/\(folder)")
            for name in names where name.hasSuffix(".md") {
                pages[folder + name] = try String(contentsOfFile: "\(projectRoot)/\(folder)\(name)", encoding: .utf8)
            }
        }
        return pages
    }

    /// The names that the headings of a page have in links, as GitHub makes them.
    private static func anchors(of path: String) throws -> Set<String> {
        let titles = try DocumentationPage(path).sections.map { section in
            section.title.replacing(#/\[([^\]]*)\]\([^)]*\)/#) { $0.output.1 }
        }
        return Set(
            titles.map { title in
                String(title.lowercased().filter { $0.isLetter || $0.isNumber || " -_".contains($0) })
                    .replacing(" ", with: "-")
            })
    }

    @Test func `each decision has a number of its own, which its title repeats`() throws {
        let decisions = try Self.pages.get().filter { $0.key.hasPrefix("Docs/Decisions/0") }
        let numbers = decisions.map { path, text in
            let number = path.dropFirst("Docs/Decisions/".count).prefix(4)
            #expect(text.hasPrefix("# \(number): "), "\(path)")
            return number
        }
        #expect(numbers.count > 30 && Set(numbers).count == numbers.count)
    }

    @Test func `no page leads to a file or a heading that is not there`() throws {
        var count = 0
        var anchors: [String: Set<String>] = [:]
        for (path, text) in try Self.pages.get() {
            let folder = path.lastIndex(of: "/").map { path[...$0] } ?? ""
            for link in text.matches(of: #/\]\(([^)#:\s]*)(?:#([^)\s]*))?\)/#) {
                count += 1
                let file = link.output.1.isEmpty ? path : String(folder + link.output.1)
                let place = URL(filePath: "\(projectRoot)/\(file)").standardized.path
                guard FileManager.default.fileExists(atPath: place) else {
                    Issue.record("\(path): \(link.output.0)")
                    continue
                }
                guard let anchor = link.output.2, place.hasSuffix(".md") else { continue }
                let target = String(place.dropFirst(projectRoot.count + 1))
                let known = try anchors[target] ?? Self.anchors(of: target)
                anchors[target] = known
                #expect(known.contains(String(anchor)), "\(path): \(link.output.0)")
            }
        }
        #expect(count > 1000)
    }

    @Test func `a page of the reference and a page by topic wraps at 100 columns`() throws {
        let topics = [
            "CommandLine", "Configuration", "Export", "Glossary", "Import", "JSON", "Moments", "QueryLanguage", "Sync",
            "Terminal",
        ]
        for (path, text) in try Self.pages.get() {
            guard path.hasPrefix("Docs/Reference/") || topics.contains(where: { path == "Docs/\($0).md" }) else {
                continue
            }
            var isCode = false
            for line in text.split(separator: "\n") {
                if line.hasPrefix("```") { isCode.toggle() }
                let isLong = !isCode && line.count > 100 && !line.hasPrefix("|") && line.contains(" ")
                #expect(!isLong, "\(path): \(line)")
            }
        }
    }
}

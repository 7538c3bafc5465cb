import Foundation
import TestSupport
import Testing

/// The libraries that the tool loads, held against the tables that name them and say where their holes are watched.
@Suite(.enabled("ldd and Debian's packages are not there") { canAskForPackages })
struct `What the tool is built on` {
    private struct Library {
        let package: String
        let source: String
        let version: String
        let objects: [String]
    }

    /// The rows of both tables of Docs/ThreatModel.md.
    private static let libraries = Result { () throws -> [Library] in
        let section = try #require(DocumentationPage("Docs/ThreatModel.md").section("What it is built on"))
        return section.rows.filter { $0.count >= 4 && $0[0] != "package" }.map { row in
            Library(package: row[0], source: row[1], version: row[2], objects: row[3].components(separatedBy: ", "))
        }
    }

    /// The shared objects that the tool's modules are linked with, but Swift's own and the kernel's.
    ///
    /// The tool itself names only those that it calls at once, and loads the others later. `write-pages` has the same modules, and
    /// names all.
    private static let loaded = Result { () throws -> [String: String] in
        let folder = (try Tool.path() as NSString).deletingLastPathComponent
        let output = try shell("ldd '\(folder)/write-pages'", environment: inheritedEnvironment)
        let lines = output.text.components(separatedBy: "\n").filter { $0.contains(" => ") }
        return Dictionary(
            lines.compactMap { line -> (String, String)? in
                let words = line.split(whereSeparator: \.isWhitespace).map(String.init)
                guard words.count > 2, !words[2].contains("/swift/") else { return nil }
                return (words[0], words[2])
            }, uniquingKeysWith: { first, _ in first })
    }

    @Test func `stands in the tables, to the last shared object, and nothing else does`() throws {
        let named = try Self.libraries.get().flatMap(\.objects)
        let loaded = try Self.loaded.get()
        #expect(loaded.count > 10 && Set(named).count == named.count)
        // A release links less of Swift's, and all of C's.
        #expect(Set(named) == Set(loaded.keys))
    }

    @Test func `is of the packages and the versions that the tables name`() throws {
        let loaded = try Self.loaded.get()
        for library in try Self.libraries.get() {
            for object in library.objects {
                let path = try #require(loaded[object])
                let name = (path as NSString).resolvingSymlinksInPath.components(separatedBy: "/").last ?? ""
                let owner = try shell(
                    "dpkg-query -S '*/\(name)' | cut -d : -f 1 | sort -u", environment: inheritedEnvironment)
                #expect(owner.text.components(separatedBy: "\n").contains(library.package), "\(object): \(owner.text)")
            }
            let format = "${source:Package} ${Version}"
            let installed = try shell(
                "dpkg-query -W -f '\(format)\\n' \(library.package)", environment: inheritedEnvironment)
            let words = (installed.text.components(separatedBy: "\n").first ?? "").split(separator: " ")
            #expect(words.first.map(String.init) == library.source, "\(library.package): \(installed.text)")
            let version = words.last?.split(separator: ":").last.map(String.init) ?? ""
            #expect(
                version == library.version || version.hasPrefix(library.version + ".")
                    || version.hasPrefix(library.version + "-")
                    || version.hasPrefix(library.version + "+"),
                "\(library.package) is \(version), and the table says \(library.version)")
        }
    }
}

/// The tables name Debian's packages, in the versions of one release of it.
private var canAskForPackages: Bool {
    guard let system = try? readText("/etc/os-release"), system.contains("VERSION_ID=\"12\""),
        system.contains("ID=debian")
    else { return false }
    let output = try? shell("command -v ldd dpkg-query", environment: inheritedEnvironment)
    return output?.status == 0
}

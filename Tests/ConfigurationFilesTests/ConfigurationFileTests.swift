import ConfigurationFiles
import Foundation
import Glibc
import TestSupport
import Testing

private let color = ConfigurationKey(group: "output", name: "color")
private let work = ConfigurationKey(group: "query", name: "work")

@Suite struct `A configuration file` {
    private let directory: TemporaryDirectory
    private let file: ConfigurationFile

    init() throws {
        directory = try TemporaryDirectory()
        file = ConfigurationFile(path: directory.path("config"))
    }

    private func write(_ text: String) throws {
        try Data(text.utf8).write(to: URL(filePath: file.path))
    }

    private func text() throws -> String { try String(contentsOfFile: file.path, encoding: .utf8) }

    /// What reading says against the file, or nil.
    private func fault() -> ConfigurationError? {
        do throws(ConfigurationError) {
            _ = try file.read()
            return nil
        } catch {
            return error
        }
    }

    @Test func `that is not there says nothing, and is not made by taking a key away`() throws {
        #expect(try file.read().keys.isEmpty)
        #expect(try !file.set(color, to: nil))
        #expect(filesBelow(directory.path).isEmpty)
    }

    @Test func `keeps its comments, its order and its other keys through a change`() throws {
        let before = """
            # Mine, by hand.

            [output]
            # As at work.
            color=never
            other=1

            [query]
            work=label:work

            """
        try write(before)
        #expect(try file.set(color, to: "always"))
        #expect(try text() == before.replacing("color=never", with: "color=always"))
        #expect(try file.set(color, to: "never"))
        #expect(try text() == before)
        #expect(try file.set(work, to: nil))
        #expect(try text() == before.replacing("work=label:work\n", with: ""))
    }

    @Test(arguments: [
        "plain", " spaces around ", "two\nlines\tand a tab\r", "back\\slash \\n", "\"quoted\" 'too'", "a=b=c", "[x]",
        "# no comment",
        ";", "日本 é \u{1F951}", "from:(a or b) -\"x y\"*", "",
    ])
    func `gives back the value that it was given`(value: String) throws {
        try file.set(work, to: value)
        try file.set(color, to: "auto")
        #expect(try file.read()[work] == value)
        #expect(try file.read().values(in: "query") == ["work": value])
    }

    @Test func `is its owner's alone, folder and all, and leaves nothing beside it`() throws {
        let deep = ConfigurationFile(path: directory.path("a/b/config"))
        #expect(try deep.set(color, to: "never"))
        #expect(permissions(of: deep.path) == 0o600)
        #expect(permissions(of: directory.path("a")) == 0o700)
        #expect(filesBelow(directory.path) == ["a/b/config"])
        unsafe chmod(deep.path, 0o644)
        #expect(try !deep.set(color, to: "never"))
        #expect(permissions(of: deep.path) == 0o644)
        #expect(try deep.set(color, to: "auto"))
        #expect(permissions(of: deep.path) == 0o600)
    }

    @Test func `stays where a symbolic link leads`() throws {
        try FileManager.default.createDirectory(atPath: directory.path("dotfiles"), withIntermediateDirectories: true)
        try Data("[output]\ncolor=never\n".utf8).write(to: URL(filePath: directory.path("dotfiles/real")))
        try FileManager.default.createSymbolicLink(atPath: file.path, withDestinationPath: "dotfiles/real")
        #expect(try file.set(color, to: "always"))
        #expect(try FileManager.default.destinationOfSymbolicLink(atPath: file.path) == "dotfiles/real")
        #expect(try ConfigurationFile(path: directory.path("dotfiles/real")).read()[color] == "always")
    }

    @Test(arguments: [
        ("color=never\n", "does not start with a group"), ("[output]\nnonsense\n", "nonsense"),
        ("[output]\ncolor=a\0b\n", "NUL"), ("[out\nput]\n", "cannot be read"), ("\0", "NUL"),
        ("[output]\n" + String(repeating: "x", count: 100_000), "…"),
    ])
    func `that is none is refused, and is not written over`(content: String, reason: String) throws {
        try write(content)
        let error = try #require(fault())
        #expect(error.description.contains(file.path) && error.description.contains(reason))
        #expect(error.description.count < 500)
        #expect(throws: error) { try file.set(color, to: "auto") }
        #expect(try text() == content)
        #expect(filesBelow(directory.path) == ["config"])
    }

    @Test(arguments: ["bad \\q escape", "caf\u{E9}"])
    func `with a value that cannot be read names the key`(value: String) throws {
        let latin1 = value.unicodeScalars.map { UInt8($0.value) }
        try Data(Array("[output]\ncolor=".utf8) + latin1 + [0x0a]).write(to: URL(filePath: file.path))
        #expect(try #require(fault()).description.contains("output.color"))
    }

    @Test func `that is a folder, too large or forbidden is an error of the system's words`() throws {
        #expect(throws: ConfigurationError.self) { try ConfigurationFile(path: directory.path).read() }
        #expect(throws: ConfigurationError.self) { try ConfigurationFile(path: directory.path).set(color, to: "auto") }
        #expect(throws: ConfigurationError.self) { try ConfigurationFile(path: "/dev/zero").read() }
        #expect(throws: ConfigurationError.self) { try ConfigurationFile(path: "/dev/null").set(color, to: "auto") }
        #expect(try ConfigurationFile(path: "/dev/null").read().keys.isEmpty)
        #expect(throws: ConfigurationError.self) {
            try ConfigurationFile(path: "/proc/nowhere/x").set(color, to: "auto")
        }
    }

    @Test func `loses no key to many who change it at once`() async throws {
        let file = file
        try await withThrowingTaskGroup(of: Void.self) { group in
            for number in 0..<40 {
                group.addTask { try file.set(ConfigurationKey(group: "query", name: "q\(number)"), to: "\(number)") }
            }
            try await group.waitForAll()
        }
        #expect(try file.read().keys.count == 40)
    }

    @Test(
        arguments: [
            (["MAILLEDGER_CONFIG": "/c", "XDG_CONFIG_HOME": "/x", "HOME": "/h"], "/c"),
            (["MAILLEDGER_CONFIG": "", "XDG_CONFIG_HOME": "/x", "HOME": "/h"], "/x/mailledger/config"),
            (["XDG_CONFIG_HOME": "relative", "HOME": "/h"], "/h/.config/mailledger/config"),
            (["HOME": "/h"], "/h/.config/mailledger/config"),
            ([:], nil), (["HOME": ""], nil),
        ] as [([String: String], String?)])
    func `is where XDG says, unless a variable names it`(environment: [String: String], path: String?) {
        #expect(ConfigurationFile.standard { environment[$0] }?.path == path)
    }

    @Test(
        arguments: [
            ("output.color", "output", "color"), ("query.to-do_2", "query", "to-do_2"), ("a.b.c", nil, nil),
            ("a", nil, nil),
            (".b", nil, nil), ("a.", nil, nil), ("a.b c", nil, nil), ("a.[b]", nil, nil), ("a.é", nil, nil),
            ("a.-b", nil, nil),
            ("a.b=c", nil, nil),
        ] as [(String, String?, String?)])
    func `has keys of plain words`(text: String, group: String?, name: String?) {
        let key = ConfigurationKey(text)
        #expect(key?.group == group && key?.name == name)
    }
}

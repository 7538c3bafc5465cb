import Foundation
import Mail
import Testing

@Suite struct FolderNameTests {
    @Test(arguments: [
        ("Work", "Work"), ("inbox", "INBOX"), ("InBoX", "INBOX"), ("Inbox2", "Inbox2"), ("Cafe\u{301}", "Caf\u{e9}"),
        ("..a", "..a"), (" spaced ", " spaced "), ("日本", "日本"),
        (String(repeating: "a", count: 255), String(repeating: "a", count: 255)),
    ]) func `a name is kept in its canonical form`(given: String, kept: String) throws {
        let name = try FolderName(given)
        #expect(Array(name.text.utf8) == Array(kept.utf8))
        #expect(name.isInbox == (kept == "INBOX"))
    }

    @Test(
        arguments: [
            ("", .isEmpty), ("  ", .isEmpty), ("\u{3000}", .isEmpty), ("\u{2028}", .isEmpty),
            (".", .holdsForbiddenCharacter), ("..", .holdsForbiddenCharacter), ("a/b", .holdsForbiddenCharacter),
            ("a\u{0}", .holdsForbiddenCharacter), ("a\nb", .holdsForbiddenCharacter),
            ("a\u{7f}", .holdsForbiddenCharacter),
            ("a\u{202e}b", .holdsForbiddenCharacter), ("\u{2067}b", .holdsForbiddenCharacter),
            ("a\u{85}b", .holdsForbiddenCharacter), ("a\u{2029}b", .holdsForbiddenCharacter),
            (String(repeating: "a", count: 256), .isTooLong), (String(repeating: "é", count: 128), .isTooLong),
        ] as [(String, ValueError.Reason)]) func `a name that cannot be one is refused with its reason`(
            text: String, reason: ValueError.Reason
        )
    {
        #expect(throws: ValueError(field: "folder_name", reason: reason)) { try FolderName(text) }
    }

    @Test(arguments: [
        ("Work", "Work"), ("a/b", "a_b"), ("a\u{7}b", "a_b"), ("gpj\u{202e}.exe", "gpj_.exe"), ("", "_"), ("..", "_"),
        (String(repeating: "\u{1}", count: 300), String(repeating: "_", count: 60)),
    ]) func `the name of a place where mail was found can always be had`(found: String, name: String) {
        #expect(FolderName(found: found).text == name)
    }

    @Test func `canonically equal names are one name`() throws {
        #expect(try FolderName("Cafe\u{301}") == FolderName("Caf\u{e9}"))
        #expect(try FolderName("\u{212b}").text.unicodeScalars.first == "\u{c5}")
    }

    @Test(arguments: ["Work", "Work/Projects", "inbox/2024", "a/b/c"])
    func `a path is written as it is read`(text: String) throws {
        let path = try FolderPath(parsing: text)
        #expect(path.formatted == (text.hasPrefix("inbox") ? "INBOX/2024" : text))
        #expect(try FolderPath(parsing: path.formatted) == path)
    }

    @Test(arguments: ["", "/", "/Work", "Work/", "Work//Projects", "Work/..", "a/\u{0}"])
    func `a path with a bad name is refused`(text: String) {
        #expect(throws: ValueError.self) { try FolderPath(parsing: text) }
    }

    @Test func `a slash with a combining mark behind it still parts two names`() throws {
        #expect(try FolderPath(parsing: "a/\u{301}b").names.count == 2)
    }

    @Test func `a path knows what is above and below it`() throws {
        let projects = try FolderPath(parsing: "Work/Projects")
        let work = try FolderPath(parsing: "Work")
        #expect(projects.parent == work)
        #expect(work.parent == nil)
        #expect(projects.name.text == "Projects")
        #expect(work.appending(projects.name) == projects)
        #expect(projects.isWithin(work) && projects.isWithin(projects) && !work.isWithin(projects))
        #expect(try !FolderPath(parsing: "Workshop").isWithin(work))
        #expect(FolderPath([]) == nil)
    }

    @Test func `only at the top is inbox in any case the INBOX`() throws {
        for text in ["Inbox/inbox", "inbox/InBox/INBOX"] {
            let names = text.split(separator: "/").dropFirst().map(String.init)
            #expect(try FolderPath(parsing: text).names.map(\.text) == ["INBOX"] + names)
        }
        #expect(
            try FolderName("inbox", isNested: true).text == "inbox"
                && FolderName(found: "Inbox", isNested: true).text == "Inbox")
    }

    @Test func `names and paths are strings in JSON, and bad ones are refused`() throws {
        let json = Data(#"["Work/inbox"]"#.utf8)
        let paths = try JSONDecoder().decode([FolderPath].self, from: json)
        #expect(paths.first?.names.map(\.text) == ["Work", "inbox"])
        let encoder = JSONEncoder()
        encoder.outputFormatting = .withoutEscapingSlashes
        #expect(String(decoding: try encoder.encode(paths), as: UTF8.self) == #"["Work/inbox"]"#)
        #expect(try JSONDecoder().decode([FolderName].self, from: encoder.encode([FolderName.inbox])) == [.inbox])
        #expect(throws: DecodingError.self) { try JSONDecoder().decode([FolderName].self, from: json) }
        #expect(throws: DecodingError.self) { try JSONDecoder().decode([FolderPath].self, from: Data(#"[""]"#.utf8)) }
    }
}

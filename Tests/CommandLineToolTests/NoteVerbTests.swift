import JSONCoding
import MailLedger
import TestSupport
import Testing

@testable import CommandLineTool

/// `notes`, `note`, `actions` and `action`, as their users run them.
@Suite struct `The verbs of notes` {
    @Test("notes and actions are told with their message, and found by search", .requirement(173))
    func shown() throws {
        let ledger = try DemoLedger.make()
        try ledger.succeed(
            "note", "add", "Walrus tides", "--text", "High water\nat six", "--on", "3f2a", "--tag", "tax")
        try ledger.succeed("note", "add", "Thread", "--on-thread", "3f2a")
        try ledger.succeed("action", "add", "next-step", "Pay it", "--on", "3f2a")
        let shown = try ledger.json("show", "3f2a")
        #expect(Set(shown["notes"]?.array?.compactMap { $0["title"]?.string } ?? []) == ["Walrus tides", "Thread"])
        #expect(shown["actions"]?.array?.first?["title"]?.string == "Pay it")
        let text = try ledger.succeed("show", "3f2a").text
        #expect(text.contains("Notes\n") && text.contains("Walrus tides") && text.contains("Pay it"))
        let found = try ledger.succeed("search", "walrus").text
        #expect(found.contains("Notes\n") && found.contains("Walrus tides") && !found.contains("Thread"))
        #expect(try !ledger.succeed("search", "from:walrus").text.contains("Walrus tides"))
        #expect(try ledger.json("notes", "high water").array?.count == 1)
        #expect(try ledger.json("notes", "water high").array?.isEmpty == true)
        #expect(try ledger.json("notes", "high 👋 water").array?.count == 1, "signs do not count beside words")
        #expect(try ledger.json("notes", "--on", "3f2a", "--tag", "tax").array?.count == 1)
        let lines = try ledger.succeed("notes", "--format", "jsonl", "--limit", "1").text.split(separator: "\n")
        #expect(lines.count == 1)
        #expect(try ledger.succeed("note", "show", "Walrus tides").text.contains("High water\nat six"))
        #expect(try ledger.json("notes", "--at", "tx:3").array?.isEmpty == true)
    }

    @Test func `say what is wrong, and change nothing`() throws {
        let ledger = try DemoLedger.make()
        try ledger.succeed("note", "add", "Tides")
        try ledger.succeed("action", "add", "next-step", "Oars", "--note", "Tides")
        let before = try ledger.head()
        for (words, exitCode, message) in [
            (["note", "show", "Tide"], 3, "no note \"Tide\""), (["note", "add", " "], 2, "is missing"),
            (["note", "add", "x", "--tag", "a,b"], 2, "the tag"),
            (["note", "add", "x", "--folder", "mara@example.org/INBOX"], 2, "notebook"),
            (["notes", "👋"], 2, "has no letter or digit"), (["messages", "👋"], 2, "has no letter or digit"),
            (["note", "add", "x", "--on", "zzzz"], 3, "message"), (["note", "edit", "Tides"], 2, "say what to change"),
            (["note", "link", "Tides"], 2, "say where"), (["note", "audio", "Tides", "--attach", "/nowhere"], 74, ""),
            (["note", "audio", "Tides", "--save", "x"], 3, "recording"),
            (["action", "add", "calendar", "x", "--note", "Tides"], 2, "--date is missing"),
            (
                ["action", "add", "email", "x", "--note", "Tides", "--email-to", "ada@example.org"], 2,
                "--email-subject"
            ),
            (["action", "add", "reminder", "x", "--note", "Tides", "--date", "soon"], 2, "--date"),
            (["action", "add", "next-step", "x"], 2, "say what it is about: --note"),
            (["action", "add", "next-step", "x", "--note", "Tides", "--on", "3f2a"], 2, "not both"),
            (["action", "fail", "Oars", "--error", ""], 2, "is empty"),
            (["action", "edit", "Oars", "--location", "a\nb"], 2, "--location"),
            (["action", "edit", "Oars", "--attendee", "a\nb"], 2, "--attendee "),
            (["action", "execute", "Oars", "--output", "x"], 2, "no calendar action"),
        ] as [([String], Int32, String)] {
            let result = try ledger.run(words)
            #expect(result.exitCode == exitCode && result.output.isEmpty, "\(words): \(result.errorText)")
            #expect(result.errorText.contains(message), "\(words): \(result.errorText)")
        }
        #expect(try ledger.head() == before)
        try ledger.succeed("note", "add", "Tides")
        #expect(try ledger.run("note", "show", "Tides").errorText.contains("2 notes are called \"Tides\""))
        try ledger.succeed("action", "cancel", "Oars")
        #expect(try ledger.run("action", "execute", "Oars").exitCode == 4)
    }

    @Test(.requirement(168)) func `say of a required field that it is missing, whatever asks for the action`() throws {
        let ledger = try DemoLedger.make()
        try ledger.succeed("note", "add", "Tides")
        let id = try #require(try ledger.json("note", "show", "Tides")["id"]?.string)
        let head = try ledger.head()
        for kind in ["calendar", "reminder", "email"] {
            let verb = try ledger.run("action", "add", kind, "x", "--note", "Tides", "--format", "json")
            #expect(verb.exitCode == 2 && verb.errorText.contains("MISSING_FIELD"), "\(kind): \(verb.errorText)")
            let parameters = #"{"note_id": "\#(id)", "action_type": "\#(kind)", "title": "x"}"#
            let request = try ledger.run("request", #"{"command": "create-action", "parameters": \#(parameters)}"#)
            #expect(
                request.exitCode == 2 && request.errorText.contains("MISSING_FIELD"), "\(kind): \(request.errorText)")
        }
        #expect(try ledger.head() == head)
    }

    @Test func `name in quotes what has blanks in a list that changed`() throws {
        let ledger = try DemoLedger.make()
        try ledger.succeed("note", "add", "Tides")
        try ledger.succeed("action", "add", "next-step", "Oars", "--note", "Tides")
        let changed = try ledger.succeed(
            "action", "edit", "Oars", "--attendee", "Ada Lovelace", "--attendee", "peter@example.net")
        #expect(changed.text.contains("  attendees: – → \"Ada Lovelace\" peter@example.net\n"))
    }

    @Test func `change nothing in a dry run, and take everything back`() throws {
        let ledger = try DemoLedger.make()
        try ledger.succeed("note", "add", "Tides", "--text", "body")
        try ledger.succeed(
            "action", "add", "calendar", "Outing", "--note", "Tides", "--date", "2026-03-29T09:00Z")
        let before = try ledger.head()
        for words in [
            ["note", "add", "x"], ["note", "edit", "Tides", "--title", "x"], ["note", "pin", "Tides"],
            ["note", "delete", "Tides"], ["action", "execute", "Outing"], ["action", "cancel", "Outing"],
            ["action", "delete", "Outing"],
        ] {
            let output = try ledger.succeed(words + ["--dry-run", "--format", "json"]).output
            let answer = try JSONBytesDecoder().decode(JSONValue.self, from: output)
            #expect(answer["is_dry_run"] == true && answer["operation"] == JSONValue.null, "\(words)")
        }
        #expect(try ledger.head() == before)
        let path = ledger.directory.path("outing.ics")
        // A place where no file can be made is refused before anything is recorded.
        for nowhere in [ledger.directory.path("nowhere/outing.ics"), ledger.path + "/log.sqlite/outing.ics"] {
            let refused = try ledger.run("action", "execute", "Outing", "--output", nowhere)
            #expect(refused.exitCode != 0 && refused.errorText.contains("outing.ics"), "\(refused.errorText)")
            #expect(try ledger.head() == before)
        }
        #expect(try ledger.run("action", "execute", "Outing", "-o", ledger.directory.path("nowhere/x")).exitCode == 74)
        #expect(try ledger.json("action", "show", "Outing")["status"]?.string == "pending")
        try ledger.succeed("action", "execute", "Outing", "--output", path, "--reason", "spring")
        #expect(try readText(path).contains("DTSTART:20260329T090000Z\r\n"))
        #expect(try ledger.run("action", "execute", "Outing", "--output", path).exitCode == 4)
        let again = ledger.directory.path("again.ics")
        try ledger.succeed("action", "execute", "Outing", "--output", again)
        #expect(try readText(again) == readText(path))
        try ledger.succeed("undo")
        #expect(try ledger.json("action", "show", "Outing")["status"]?.string == "pending")
        try ledger.succeed("erase", "note", "Tides", "--reason", "request 17", "--yes")
        #expect(try ledger.json("notes", "--all").array?.map { $0["title"]?.string } == ["Club meeting"])
        let actions = try ledger.json("actions", "--all").array
        #expect(actions?.map { $0["title"]?.string } == ["Meeting in the boathouse"])
    }

    @Test func `say that the change is recorded where its file cannot be written behind it`() {
        let failure = Failure(UnsavedFile(cause: LedgerError.io(path: "a.ics", reason: "no room")))
        #expect(failure.exitCode == 74 && failure.message.contains("no room; the change is recorded"))
    }

    @Test func `hand out a calendar file alone, which is the one that is saved`() throws {
        let ledger = try DemoLedger.make()
        try ledger.succeed("action", "add", "calendar", "Outing", "--on", "3f2a", "--date", "2026-03-29T09:00Z")
        let looked = try ledger.succeed("action", "execute", "Outing", "--output", "-", "--dry-run").text
        #expect(looked == "Would execute Outing.\n")
        #expect(try ledger.run("action", "execute", "Outing", "--output", "-", "--format", "json").exitCode == 2)
        #expect(try ledger.json("action", "show", "Outing")["status"]?.string == "pending")
        let written = try ledger.succeed("action", "execute", "Outing", "--output", "-").text
        #expect(written.hasPrefix("BEGIN:VCALENDAR\r\n") && written.hasSuffix("END:VCALENDAR\r\n"))
        #expect(try ledger.json("action", "show", "Outing")["status"]?.string == "executed")
        let path = ledger.directory.path("outing.ics")
        try ledger.succeed("action", "execute", "Outing", "--output", path)
        #expect(try readText(path) == written)
    }
}

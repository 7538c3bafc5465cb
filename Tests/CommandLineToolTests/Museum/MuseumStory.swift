import CivilTime
import DiskFiles
import EventLog
import Foundation
import Glibc
import Mail
import MailLedger
import SQLiteDatabase
import TestSupport
import Testing

@testable import CommandLineTool

/// How the museum's next piece comes about: commands on sample mail that write every type of event.
///
/// Who, when, where and every id are the same whoever makes it; only the key of erasures, and what it digests, is another
/// one each time. No verb writes what a client of a server notes: there the library is called.
struct MuseumStory {
    /// The ledger that it is told in, in a folder that is empty.
    let ledger: ToolLedger
    /// The mail that it works on. Its path stands in events, and so it is the same everywhere.
    static let mail = "/tmp/mailledger-museum"
    private let silence: Descriptor
    private var line: Int64 = 0

    private static let office = "mara@harbour.example.com"
    static let home = "mara@example.org"
    private static let club = "treasurer@rowing.example.net"
    static let guest = "guest@example.net"

    /// Tells it in a new ledger.
    static func tell() throws -> ToolLedger {
        // What whoever makes it has configured is no part of it.
        let ledger = try ToolLedger(account: nil)
        unsafe setenv("MAILLEDGER_CONFIG", ledger.directory.path("no-config"), 1)
        removeTree(mail)
        defer { removeTree(mail) }
        let copied = try shell(
            "mkdir \(mail) && cp -R Samples/eml Samples/harbour.mbox Samples/maildir/Receipts Samples/rowing \(mail)",
            environment: [:])
        try #require(copied.status == 0, "\(copied.text)")
        let silence = try Descriptor.forWriting("/dev/null")
        defer { silence.close() }
        var story = MuseumStory(ledger: ledger, silence: silence)
        try story.bringMailIn()
        try story.arrangeFolders()
        try story.changeMessages()
        try story.claimAndAnswer()
        try story.followServer()
        try story.followMaildir()
        try story.converse()
        try story.handOutFirstKey()
        try story.takeNotes()
        try story.giveAccess()
        try story.holdPruneAndErase()
        try story.readAgain()
        try story.loseAnEnd()
        try story.goBack()
        try story.handOutPapers()
        return ledger
    }

    // MARK: One line

    private mutating func surroundings() throws -> Surroundings {
        line += 1
        let start = try #require(Timestamp(iso8601: "2026-03-02T09:00:00Z"))
        return .reproducible(
            at: Timestamp(microseconds: start.microseconds + line * 60_000_000),
            seed: "mailledger museum, line \(line)",
            output: silence)
    }

    /// Runs a command line of the tool, which must go well.
    mutating func run(_ words: String...) throws {
        let arguments = words + ["--ledger", ledger.path]
        let code = Surroundings.$current.withValue(try surroundings()) { MailLedgerTool.run(arguments) }
        try #require(code == 0, "mailledger \(words.joined(separator: " "))")
    }

    /// Records what no verb does.
    mutating func record(_ body: (Ledger) throws -> Receipt?) throws {
        let opened = try Ledger.open(
            at: LedgerLocation(ledger.path), access: .readWrite, environment: surroundings().environment())
        let receipt = try body(opened)
        try #require(receipt != nil)
    }

    /// Makes a request that has something to record.
    mutating func perform(_ work: some LedgerWork, _ call: Call) throws {
        let opened = try Ledger.open(
            at: LedgerLocation(ledger.path), access: .readWrite, environment: surroundings().environment())
        try #require(try opened.perform(work, call).operation != nil)
    }

    // MARK: Chapters

    private mutating func bringMailIn() throws {
        try run("init")
        try run("account", "add", Self.home, "--display-name", "Mara Lindqvist", "--keep-newest", "1000")
        try run("account", "add", Self.office)
        try run("account", "add", Self.club)
        try run("account", "add", Self.guest)
        // One of its files is no mail, and is skipped.
        try run("import", Self.mail + "/eml", "--account", Self.home)
        try run("import", Self.mail + "/Receipts", "--folder", "Archive", "--account", Self.home)
        try run("import", Self.mail + "/harbour.mbox", "--account", Self.office)
        try run("import", Self.mail + "/eml/bare.eml", "--account", Self.guest)
        try run(
            "account", "set", Self.office, "--imap-host", "imap.harbour.example.com", "--credential-ref", "env:HARBOUR",
            "--reason", "the office has a server now")
        try run("account", "delete", Self.office, "--yes")
        try run("undo", "--reason", "it was the wrong one")
    }

    private mutating func arrangeFolders() throws {
        try run("folder", "add", "Archive/2024", "--account", Self.home, "--keep-for", "7y")
        try run("folder", "add", "Travel", "--kind", "label", "--folder-color", "#1e90ff", "--account", Self.home)
        try run("folder", "rename", "Archive/2024", "Papers", "--account", Self.home)
        try run("folder", "move", "Archive/Papers", "--account", Self.home)
        try run("folder", "set", "Travel", "--icon", "train", "--visibility", "show-if-unread", "--account", Self.home)
        try run("folder", "reorder", "Travel", "Papers", "--account", Self.home)
        try run("move", "subject:leaves", "--to", "Papers")
        // The same letter under another name, at a second place.
        let letter = try readFile(Self.mail + "/eml/forwarded.eml")
        try writeFile(Self.mail + "/pot.eml", letter)
        try run("import", Self.mail + "/pot.eml", "--folder", "Papers", "--account", Self.home)
        try run("folder", "delete", "Papers", "--account", Self.home, "--yes")
        try run("undo")
    }

    private mutating func changeMessages() throws {
        try run("mark", "--read", "account:\(Self.home) date:..2025", "--reason", "vacation catch-up")
        try run("label", "--add", "taxes", "subject:(invoice or receipt)", "--reason", "tax return")
        try run("move", "label:taxes date:..2025", "--to", "Trash", "--actor", "cleanup-script")
        try run("undo", "--reason", "tax mail is kept for ten years")
        try run("delete", "subject:altocumulus", "--yes", "--reason", "clouds go by")
        try run("undo")
        try run("delete", "subject:scan", "--yes")
        try writeFile(Self.mail + "/tags", "+inbox +todo -- id:zoe-1@example.org\n")
        try run("import", "--notmuch-tags", Self.mail + "/tags", "--account", Self.home)
        try run("thread", "--pin", "--mute", "subject:budget")
        try run("thread", "--archive", "subject:oppskrift")
    }

    private mutating func followServer() throws {
        let letter = Self.mail + "/eml/bounce.eml"
        try run(
            "message", "add", letter, "--account", Self.office, "--header-only", "--external-id", "17a", "--keyword",
            "$seen")
        let message = try ledger.id("account:\(Self.office) subject:undelivered")
        try run("message", "load", message, letter)
        try run("message", "link", message, "--external-thread", "16f", "--draft-id", "d1")
        try run(
            "folder", "set", "INBOX", "--account", Self.office, "--uid-validity", "17", "--highest-mod-seq",
            "90060115205545359", "--supports-idle", "yes")
        let office = try #require(
            ledger.json("account", "show", Self.office)["id"]?.string.flatMap { UniqueID($0) }.map(AccountID.init))
        try perform(
            ChangeSyncStateRequest(
                account: office.description, status: .error, historyID: "812", errorMessage: "the server is away",
                lastFullSync: "2026-03-02T09:00:00Z"),
            Call(command: "sync state"))
        let invoice = try ledger.id("subject:\"Invoice 2025-117\"")
        try perform(
            ChangeTransferRequest(
                message: invoice, attachment: 1, status: .completed, url: "https://files.example.org/117"),
            Call(command: "upload"))
    }

    private mutating func followMaildir() throws {
        let box = Self.mail + "/rowing"
        func rename(_ old: String, _ new: String) throws {
            try FileManager.default.moveItem(atPath: "\(box)/\(old)", toPath: "\(box)/\(new)")
        }
        try run("sync", box, "--account", Self.club)
        try run("mark", "--flagged", "account:\(Self.club) subject:oars")
        try run("move", "account:\(Self.club) subject:meeting", "--to", "Archive")
        // Flags, and a move, are written to the Maildir.
        try run("sync", box, "--account", Self.club)
        // Another program answers a letter, removes one, and moves one elsewhere that is moved here.
        try rename("cur/1768242600.M2P2.sample:2,S", "cur/1768242600.M2P2.sample:2,RS")
        try FileManager.default.removeItem(atPath: "\(box)/cur/1768421520.M3P2.sample:2,RS")
        for folder in ["cur", "new", "tmp"] { try makeFolder("\(box)/.Club/\(folder)") }
        try rename("new/1768496460.M5P2.sample", ".Club/cur/1768496460.M5P2.sample:2,S")
        try run("move", "account:\(Self.club) from:bjorn date:2026-01-15", "--to", "Archive")
        try run("sync", box, "--account", Self.club)
        try run("prune", "--keep", "4", "--account", Self.club, "--yes")
    }

    private mutating func giveAccess() throws {
        try run("token", "add", "phone", "--actor", "mara", "--scopes", "read,write", "--expires", "2999-01-31")
        try run("token", "add", "monitor", "--actor", "auditor", "--scopes", "audit", "--reason", "the yearly audit")
        try run("token", "change", "phone", "--scopes", "read", "--new-name", "tablet")
        try run("token", "revoke", "monitor", "--reason", "the audit is over")
    }

    private mutating func holdPruneAndErase() throws {
        try run("hold", "add", "case 7", "--query", "from:viktor", "--reason", "letter of the court")
        try run("hold", "add", "audit", "--account", Self.club, "--reason", "yearly audit")
        let order = try ledger.id("account:\(Self.home) subject:\"safety razor\"")
        try run("hold", "add", "order", "--message", order, "--reason", "warranty")
        try run("hold", "remove", "audit", "--reason", "the audit is over")
        try run(
            "delete", "from:viktor date:2026-02-05", "--override-hold", "--yes", "--reason", "the court agreed")
        // Rules of a folder: one letter that lies in another one too is only taken out.
        try run("folder", "set", "Papers", "--account", Self.home, "--keep-newest", "1")
        try run("prune", "--account", Self.home, "--yes")
        try run("key", "rotate", "--reason", "a new machine")
        let recipe = try ledger.id("subject:oppskrift")
        try run("erase", "message", recipe, "--reason", "request 17", "--yes")
        try run("erase", "account", Self.guest, "--reason", "the guest left", "--yes")
        try run("mark", "--unread", "subject:leaves")
    }

    private mutating func readAgain() throws {
        try record { try $0.recordOlderReading(of: "subject:leaves or subject:oars") }
        try run("reparse", "--reason", "subjects are decoded now")
    }

    /// The last that was recorded is damaged, and what holds goes on.
    private mutating func loseAnEnd() throws {
        try run("mark", "--flagged", "subject:leaves")
        let log = try Connection(path: ledger.path + "/log.sqlite", mode: .readWrite)
        try log.runScript(
            """
            DROP TRIGGER events_are_never_changed;
            UPDATE events SET payload = '{}' WHERE position = (SELECT max(position) FROM events);
            """)
        let saved = ledger.directory.path("saved")
        try run("doctor", "--salvage", saved, "--reason", "a bad disk")
        try FileManager.default.removeItem(atPath: ledger.path)
        try FileManager.default.moveItem(atPath: saved, toPath: ledger.path)
    }

    /// A backup takes the ledger's place, and the next command says so.
    private mutating func goBack() throws {
        let (backup, restored) = (ledger.directory.path("backup"), ledger.directory.path("restored"))
        try run("backup", backup, "--with-keys")
        _ = try LedgerMaintenance.restore(from: backup, to: LedgerLocation(restored))
        try FileManager.default.removeItem(atPath: ledger.path)
        try FileManager.default.moveItem(atPath: restored, toPath: ledger.path)
        try run("mark", "--flagged", "subject:oars")
    }

    // MARK: Papers

    private func paper(_ name: String) -> String { ledger.directory.path("papers/\(name)") }

    /// Whoever trusts the first key follows its endorsement of the second.
    private func handOutFirstKey() throws {
        try makeFolder(ledger.directory.path("papers"))
        try ledger.succeed("key", "show", "--output", paper("verifier.key"))
    }

    private func handOutPapers() throws {
        try ledger.succeed("checkpoint", "--output", paper("checkpoint"))
        try ledger.succeed("prove", ledger.id("subject:leaves"), "--all", "--output", paper("history.proof"))
        try ledger.succeed("export", "--events", "--content", "--to", paper("events.jsonl"))
        let packed = try shell("gzip -9n '\(paper("events.jsonl"))'", environment: [:])
        try #require(packed.status == 0, "\(packed.text)")
        try ledger.succeed("witness", "add", paper("witness"))
        // What the witness is called is known here alone.
        try ledger.succeed("witness", "remove", paper("witness"))
    }

    // MARK: Questions

    /// What the ledger is asked, and will be asked again.
    static func questions(_ ledger: ToolLedger) throws -> [[String]] {
        let leaves = try ledger.id("subject:leaves")
        let invoice = try ledger.id("subject:\"Invoice 2025-117\"")
        let bounce = try ledger.id("account:\(office) subject:undelivered")
        let oars = try ledger.id("subject:oars")
        return [
            ["verify", "--content"], ["stats", "--at", "now"], ["account", "list"], ["folders"], ["messages", "*"],
            ["threads", "--all"], ["unread"], ["log"], ["hold", "list", "--all"], ["erase", "list"], ["key", "show"],
            ["search", "razor"], ["count", "label:taxes"], ["messages", "is:unread -in:Trash"],
            ["show", leaves], ["show", invoice], ["show", bounce], ["attachment", "list", invoice],
            ["attachment", "verify", invoice], ["history", leaves], ["history", invoice], ["history", bounce],
            ["history", oars], ["history", club], ["history", office], ["history", "Papers"],
            ["messages", "account:\(office)", "--at", "tx:9"], ["folders", "--at", "tx:9"], ["unread", "--at", "tx:9"],
            ["events", "list", "--type", "mail.conflict-detected"],
            ["messages", "kind:chat"], ["chat", "list", "--all"], ["outbox", "list", "--all"],
            ["events", "list", "--type", "ledger.log-salvaged"], ["events", "list", "--type", "ledger.log-resumed"],
            ["answer", "list"], ["profile", "show"], ["messages", "category:business score:40"], ["notes"], ["actions"],
            ["token", "list", "--all"],
        ]
    }
}

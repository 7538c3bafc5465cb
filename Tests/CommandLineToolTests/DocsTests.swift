import Foundation
import MailLedger
import TestSupport
import Testing

@testable import CommandLineTool

/// A ledger on disk that the tool is run on as a process.
final class ToolRun {
    let program: (folder: String, path: String)
    private let folder: String

    init() throws {
        program = try #require(mailledgerProgram(), "the tool is not built")
        folder = "\(FileManager.default.temporaryDirectory.path)/mailledger-\(UUID().uuidString)"
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    }

    deinit {
        try? FileManager.default.removeItem(atPath: folder)
    }

    var ledger: String { folder + "/ledger" }

    func callAsFunction(_ line: String) throws -> ProgramOutput {
        try shell(
            "PATH=\(program.folder):$PATH\n\(line)",
            environment: ["MAILLEDGER": ledger, "MAILLEDGER_CONFIG": ledger + ".config"])
    }

    /// Runs `mailledger` and reads its JSON.
    func json(_ arguments: String, exitCode: Int32 = 0) throws -> JSONSample {
        let output = try self("mailledger \(arguments) --format json")
        #expect(output.status == exitCode, "mailledger \(arguments): \(output.text)")
        return try JSONSample(output.text.utf8)
    }
}

extension JSONSample {
    /// The elements of a list, or the thing itself.
    fileprivate var elements: [JSONSample] { if case .array(let list) = self { list } else { [self] } }
}

/// The pages by topic that stand beside the reference.
@Suite struct `The pages of the command line` {
    private static let settings = Result { try DocumentationPage("Docs/Configuration.md") }
    private static let queries = Result { try DocumentationPage("Docs/QueryLanguage.md") }
    private static let answers = Result { try DocumentationPage("Docs/JSON.md") }

    @Test func `have the table of settings that the tool has`() throws {
        let section = try #require(Self.settings.get().section("The configuration file"))
        let rows = section.rows.dropFirst().filter { !$0[0].contains("NAME") }
        #expect(rows.map { $0[0] } == Setting.all.map(\.name))
        for (row, setting) in zip(rows, Setting.all) {
            #expect(row[1] == (setting.option ?? ""), "\(setting.name)")
            #expect(
                row[2].hasPrefix(setting.variable ?? "") && row[2].hasSuffix(setting.lesserVariable ?? ""),
                "\(setting.name)")
            #expect(row[2].isEmpty == (setting.variable == nil), "\(setting.name)")
            for value in setting.values { #expect(row[4].contains(value), "\(setting.name)") }
            // These are of the machine.
            let isKnown = ![Setting.ledger, .actor, .fleetSelf].contains { $0.name == setting.name }
            if isKnown { #expect(row[3] == setting.standard() ?? "", "\(setting.name)") }
        }
        let variables = try #require(Self.settings.get().section("Environment")).text
        for name in Setting.all.flatMap({ [$0.variable, $0.lesserVariable] }).compactMap({ $0 }) {
            #expect(variables.contains("`\(name)`"), "\(name)")
        }
    }

    @Test func `are a guide of at most 300 lines, and pages by topic`() throws {
        let guide = try String(contentsOfFile: "\(projectRoot)/Docs/CommandLine.md", encoding: .utf8)
        #expect(guide.split(separator: "\n", omittingEmptySubsequences: false).count <= 301)
    }

    @Test func `have the grammar of queries that the parser is tested with`() throws {
        let section = try #require(Self.queries.get().section("Grammar"))
        #expect(section.code("ebnf").joined(separator: "\n") == QueryHelp.grammar)
    }

    /// Canned answers, claims and the profile.
    private func checkAssist(
        of id: String, _ tool: ToolRun, _ shapes: DocumentedShapes, _ seen: inout DocumentedShapes.Sightings
    ) throws {
        for (arguments, shape) in [
            ("answer add --question 'wake after suspend' --text 'It is mended.'", "answer"), ("answer list", "answer"),
            ("answer suggest \(id)", "suggestion"), ("answer use 'wake after' \(id)", "message"),
            ("answer show 'wake after'", "answer"),
            (
                "classify \(id) --category urgent --confidence 0.5 --sentiment neutral --intensity low --score 80 "
                    + "--answer 'wake after' --reply-draft Yes --memory m --conversation c", "outcome"
            ),
            ("profile set --email mara@example.org", "settings_change"), ("profile show", "profile"),
            (
                "profile set --display-name Mara --photo-url https://example.org/m --time-zone UTC --external-id u1",
                "settings_change"
            ),
            ("profile connect google", "settings_change"), ("profile show", "profile"),
            ("token add phone --scopes read,write --expires 2999-01-31", "issued_token"), ("token list", "token"),
        ] {
            let answer = try tool.json(arguments)
            let list: [JSONSample] = if case .array(let list) = answer { list } else { [answer] }
            #expect(!list.isEmpty, "mailledger \(arguments)")
            for element in list { shapes.check(element, as: shape, into: &seen) }
        }
    }

    @Test func `have the keys of every answer, in the reference`() throws {
        let shapes = DocumentedShapes(try DocumentationPage.all(in: "Docs/Reference/Forms"))
        var seen = DocumentedShapes.Sightings()
        let tool = try ToolRun()
        func check(_ arguments: String, _ shape: String, exitCode: Int32 = 0) throws {
            let answer = try tool.json(arguments, exitCode: exitCode)
            let list: [JSONSample] = if case .array(let list) = answer { list } else { [answer] }
            #expect(!list.isEmpty, "mailledger \(arguments)")
            for element in list { shapes.check(element, as: shape, into: &seen) }
        }
        try check("init", "ledger")
        try check("account add mara@example.org", "account")
        try check("account add ada@gmail.com --display-name Ada --credential-ref env:PASSWORD", "account")
        try check("account list", "account")
        try check("providers", "provider")
        try check("account set ada@gmail.com --imap-port 143 --dry-run", "settings_change")
        try check("account set ada@gmail.com --imap-port 143", "settings_change")
        let paths = "Samples/maildir Samples/eml Samples/lists.mbox"
        let imported = try tool.json("import \(paths) --account mara@example.org")
        shapes.check(imported, as: "import", into: &seen)
        try check("folders", "folder")
        try check("folder add Archive/2024 --account mara@example.org", "folder")
        try check(
            "folder set Archive/2024 --icon tray --folder-color '#123456' --text-color '#fff' --external-id L1 "
                + "--uid-validity 1 --highest-mod-seq 1 --supports-idle no", "settings_change")
        try check("folder show Archive/2024", "folder")
        try check("folder delete Receipts --policy nullify --dry-run", "folder_deletion")
        try check("folder delete Receipts --policy deny --dry-run 2>/dev/null", "folder_deletion", exitCode: 4)
        try check("messages '*'", "message")
        try check("search kernel", "message")
        try check("threads", "thread")
        try check("unread", "unread")
        try check("address --output all", "correspondent")
        try check("reply mid:inv-117@paper.example.com", "reply_draft")
        try check("count is:unread", "count")
        try check("count --output threads", "count")
        try check("mark --read in:INBOX", "outcome")
        try check("mark --read in:INBOX", "outcome")
        try check("undo --dry-run", "undo")
        try check("undo", "undo")
        try check("account set mara@example.org --keep-newest 1 --keep-for 7y", "settings_change")
        try check("folder set Receipts --keep-newest 1 --keep-for forever", "settings_change")
        let arrived =
            #"{"command": "change-sync-state", "parameters": {"account": "mara@example.org", "status": "error", "#
            + #""history_id": "99", "error_message": "no route", "last_full_sync": "2026-01-02T03:04:05Z", "#
            + #""last_incremental_sync": "2026-01-02T03:04:05Z"}}"#
        _ = try tool("echo '\(arrived)' | mailledger request")
        try check("account show mara@example.org", "account")
        try check("folder show Receipts", "folder")
        try check("prune --dry-run", "pruning")
        try check("account set mara@example.org --keep-newest none --keep-for none", "settings_change")
        try check("folder set Receipts --keep-newest none --keep-for none", "settings_change")
        try check("history mara@example.org/Archive", "history")
        try check("history mara@example.org", "history")
        try check("log", "operation")
        _ = try tool("mailledger account delete ada@gmail.com --yes")
        try check("log --limit 1 --unfold", "operation")
        try check("log $(mailledger log --limit 1 --format jsonl | cut -d '\"' -f 4)", "operation_detail")
        _ = try tool("mailledger undo")
        let id = "$(mailledger messages 'subject:\"wake after suspend\"' --output ids -l 1)"
        try check("why message \(id)", "value_reason")
        try check("why folder Receipts", "value_reason")
        try check("why account mara@example.org", "value_reason")
        try checkAssist(of: id, tool, shapes, &seen)
        try check("why unread", "unread_reason")
        try check("diff 0", "difference")
        try check("why thread \(id)", "thread_reason")
        for name in ["notes.txt", id, "nowhere@example.org"] { try check("why missing \(name)", "absence") }
        try check("events list --limit 3", "event")
        try check("events show 1", "event")
        try check("events follow --type account-created --once", "event")
        _ = try tool("mailledger events follow --cursor totals --run 'wc -l' --once")
        try check("events cursors", "cursor")
        _ = try tool("echo nothing > $MAILLEDGER/cursors/totals.cursor")
        try check("events cursors", "cursor")
        try check("events forget totals", "cursor")
        try check("verify", "verification")
        try check("checkpoint", "checkpoint")
        try check("checkpoint --output $MAILLEDGER.checkpoint", "written_file")
        try check("key rotate", "key")
        try check("key passphrase --remove", "key_passphrase")
        try check("prove event:1 --since $MAILLEDGER.checkpoint", "proof")
        _ = try tool(
            "mailledger prove event:1 --output $MAILLEDGER.proof; mailledger key show --output $MAILLEDGER.key")
        try check("verify-proof $MAILLEDGER.proof --key $MAILLEDGER.key", "proof_findings")
        _ = try tool("mailledger prove event:1 --without-payload --without-header --output $MAILLEDGER.bare.proof")
        shapes.check(try JSONSample(tool("cat $MAILLEDGER.bare.proof").text.utf8), as: "proof", into: &seen)
        _ = try tool(
            "mailledger show \(id) --raw > $MAILLEDGER.eml; mailledger prove \(id) --output $MAILLEDGER.letter.proof")
        try check(
            "verify-proof $MAILLEDGER.letter.proof --key $MAILLEDGER.key --message $MAILLEDGER.eml", "proof_findings")
        try check("witness add $MAILLEDGER.witness", "witness")
        for verb in ["check", "update", "list", "remove $MAILLEDGER.witness"] {
            try check("witness \(verb)", "witness")
        }
        try check("report \(id) --output $MAILLEDGER.html", "written_file")
        try check("verify-proof $MAILLEDGER.html --key $MAILLEDGER.key", "proof_findings")
        try check("report \(id) --bundle $MAILLEDGER-case", "bundle")
        try check("rebuild", "rebuild")
        try checkMigration(tool, shapes, &seen)
        try check("catalogue", "catalogue_entry")
        try check("sql --tables", "public_table")
        try check("attachment verify", "attachment_check")
        try check("watch --after 0 --once", "change")
        try check("watch --arrivals --after 0 --once", "arrival")
        try check("watch is:unread --after 0 --once", "live_answer")
        try check("account delete mara@example.org --dry-run", "account_deletion")
        try check("stats", "statistics")
        try check("stats --rates", "rates")
        let marking = #"{"command": "mark-messages", "parameters": {"filter": "*", "adding": ["twice"]}}"#
        for _ in 1...2 { try check("request '\(marking)'", "request_answer") }
        try check("doctor", "finding")
        try check("collect --dry-run", "collection")
        for verb in ["save work is:unread", "list", "show work", "delete work"] {
            try check("query \(verb)", "saved_query")
        }
        for verb in ["list --color never", "set output.dates iso", "get output.dates", "unset output.dates"] {
            try check("config \(verb)", "setting")
        }
        try check("config path", "config_file")
        try check(
            "show $(mailledger messages 'subject:\"wake after suspend\"' --output ids -l 1) --thread", "conversation")
        try checkChats(tool, shapes, &seen)
        try checkNotes(tool, shapes, &seen)
        try checkShown(tool, shapes, &seen)
        try checkDifference(tool, shapes, &seen)
        try check("hold add audit --account ada@gmail.com --reason audit", "hold")
        try check("hold remove audit --reason closed", "hold")
        try check("hold list --all", "hold")
        _ = try tool("mailledger delete 'subject:razor' --yes --reason tidy")
        try check("messages is:deleted", "message")
        try check("threads is:deleted", "thread")
        _ = try tool("mailledger undelete subject:razor")
        try prepareOutbox(tool)
        try check("outbox list --all", "outbox_item")
        try check("outbox mark \(id) --synced --dry-run", "outcome")
        try check("erase query razor --reason 'request 18' --dry-run", "erasure")
        try check("erase address orders@shaving.example.com --reason 'request 18' --dry-run", "erasure")
        try checkError(tool, shapes, &seen)
        try checkExports(tool, shapes, &seen)
        try checkSync(tool, shapes, &seen)
        try checkSubject(tool, shapes, &seen)
        try checkJoined(tool, shapes, &seen)
        try checkReplays(tool, shapes, &seen)
        try checkCharts(tool, shapes, &seen)
        try check("export --events --to $MAILLEDGER.events", "event_export")
        try check("import --events $MAILLEDGER.events --ledger $MAILLEDGER-copy", "event_import")
        try check("backup $MAILLEDGER-backup", "backup")
        try check("setup '\(projectRoot)/Samples/rowing' mara@example.org", "setup")
        try check("status", "status")
        try check("restore $MAILLEDGER-backup $MAILLEDGER-restored", "restore")
        _ = try tool(
            "dd if=/dev/zero of=$MAILLEDGER-restored/log.sqlite bs=4096 seek=30 count=60 conv=notrunc status=none")
        try check(
            "doctor --ledger $MAILLEDGER-restored --salvage $MAILLEDGER-saved --reason 'a bad disk'", "salvage")
        try check("doctor --split", "split")
        try check("hold add case --query from:razor --reason letter", "hold")
        try check("hold list", "hold")
        try check("hold remove case --reason closed", "hold")
        try check("erase query subject:kernel --reason request --dry-run", "erasure")
        try check("erase message \(id) --reason request --yes", "erasure")
        try check("erase account mara@example.org --reason request --yes", "erasure")
        try check("erase list", "erased")
        try check("messages is:erased", "erased")
        #expect(seen.faults.isEmpty)
        // What a fleet is asked needs a server: ServerMatrixTests has one.
        let ofServers = ["fleet_", "adoption.", "release.", "copies_elsewhere.", "node_cache."]
        let unseen = shapes.unseen(seen).filter { key in !ofServers.contains { key.hasPrefix($0) } }
        #expect(unseen == [])
    }

    /// The log played again, and mail that an older program read.
    private func checkReplays(
        _ tool: ToolRun, _ shapes: DocumentedShapes, _ seen: inout DocumentedShapes.Sightings
    ) throws {
        _ = try tool(
            """
            mailledger import --events Tests/Fixtures/Ledgers/format-1/papers/events.jsonl.gz --ledger $MAILLEDGER-museum
            printf '[unread]\nspam=yes\n' > $MAILLEDGER.rules
            """)
        for (arguments, shape) in [
            ("reparse --ledger $MAILLEDGER-museum", "reparsed"), ("replay --upto 60", "replay_step"),
            ("replay --digest", "replayed_model"), ("replay --with $MAILLEDGER.rules", "what_if"),
        ] {
            let answer = try tool.json(arguments)
            #expect(!answer.elements.isEmpty, "mailledger \(arguments)")
            for element in answer.elements { shapes.check(element, as: shape, into: &seen) }
        }
    }

    /// The history of a message that makes one thread of two.
    private func checkJoined(
        _ tool: ToolRun, _ shapes: DocumentedShapes, _ seen: inout DocumentedShapes.Sightings
    ) throws {
        let made = try tool(
            """
            printf 'From: s@example.org\\nSubject: one\\nMessage-ID: <j1@example.org>\\n\\nx\\n' > $MAILLEDGER.1.eml
            printf 'From: s@example.org\\nSubject: two\\nMessage-ID: <j2@example.org>\\n\\nx\\n' > $MAILLEDGER.2.eml
            printf 'From: s@example.org\\nMessage-ID: <j3@example.org>\\nReferences: <j1@example.org> <j2@example.org>\\n\\nx\\n' \
                > $MAILLEDGER.3.eml
            mailledger import $MAILLEDGER.1.eml $MAILLEDGER.2.eml $MAILLEDGER.3.eml -a mara@example.org
            """)
        try #require(made.status == 0)
        guard case .array(let entries) = try tool.json("history mid:j3@example.org") else { return }
        for entry in entries { shapes.check(entry, as: "history", into: &seen) }
    }

    /// Exports with something to say: a folder that cannot have its name, and a message that no mbox can hold.
    private func checkExports(
        _ tool: ToolRun, _ shapes: DocumentedShapes, _ seen: inout DocumentedShapes.Sightings
    ) throws {
        _ = try tool("mkdir -p $MAILLEDGER-odd/a.b/cur && echo no header > $MAILLEDGER-odd/a.b/cur/1.a.host:2,")
        _ = try tool("mkdir -p $MAILLEDGER-odd/Starred/cur && echo nor here > $MAILLEDGER-odd/Starred/cur/2.a.host:2,")
        let imported = try tool.json("import $MAILLEDGER-odd --account mara@example.org")
        shapes.check(imported, as: "import", into: &seen)
        let maildir = try tool.json("export --to $MAILLEDGER-maildir --as maildir")
        let mbox = try tool.json("export --to $MAILLEDGER.mbox --as mboxrd 2>/dev/null", exitCode: 5)
        for answer in [maildir, mbox] { shapes.check(answer, as: "export", into: &seen) }
        _ = try tool.json("export --to $MAILLEDGER.jsonl --as jsonl --content")
        let own = Set(try #require(shapes.shapes["exported"]).map(\.name))
        for line in try tool("cat $MAILLEDGER.jsonl").text.split(separator: "\n") {
            guard case .object(let exported) = try JSONSample(line.utf8) else { continue }
            shapes.check(.object(exported.filter { own.contains($0.key) }), as: "exported", into: &seen)
            shapes.check(.object(exported.filter { !own.contains($0.key) }), as: "message", into: &seen)
        }
        let tags = try tool.json("export --notmuch-tags --to $MAILLEDGER.tags 2>/dev/null", exitCode: 5)
        shapes.check(tags, as: "tag_export", into: &seen)
        let dump = "+Paper +PAPER +b%%28c -- id:inv-2026-023@paper.example.com\n-- id:x\n"
        _ = try tool("printf '\(dump)' > $MAILLEDGER.tags")
        let read = try tool.json(
            "import --notmuch-tags $MAILLEDGER.tags -a mara@example.org 2>/dev/null", exitCode: 5)
        shapes.check(read, as: "tag_import", into: &seen)
    }

    /// Exports the mail of a person whose address stands in every field, then with its bytes lost.
    private func checkSubject(
        _ tool: ToolRun, _ shapes: DocumentedShapes, _ seen: inout DocumentedShapes.Sightings
    ) throws {
        let fields = ["From", "Sender", "Reply-To", "To", "Cc", "Bcc"].map { "\($0): e@example.org" }
        // So large that the bytes are a file of their own.
        _ = try tool(
            """
            (echo '\(fields.joined(separator: "\n"))'; echo 'Subject: every field'; echo
            head -c 2000000 /dev/urandom | base64) > $MAILLEDGER-field.eml
            mailledger import $MAILLEDGER-field.eml --account mara@example.org
            """)
        for (folder, exitCode) in [("whole", Int32(0)), ("lost", 5)] {
            let arguments = "export --subject-address e@example.org --to $MAILLEDGER-\(folder) 2>/dev/null"
            shapes.check(try tool.json(arguments, exitCode: exitCode), as: "subject_export", into: &seen)
            let lines = try tool("cat $MAILLEDGER-\(folder)/messages.jsonl").text.split(separator: "\n")
            #expect(lines.count == 1)
            for line in lines { shapes.check(try JSONSample(line.utf8), as: "subject_message", into: &seen) }
            _ = try tool("find $MAILLEDGER/content -type f -delete")
        }
        _ = try tool("mailledger erase query 'subject:\"every field\"' --reason 'the test is over' --yes")
    }

    /// Syncs a Maildir with all that can be said of one: a conflict, a file that is no mail, and a folder that Maildir++
    /// cannot name.
    private func checkSync(
        _ tool: ToolRun, _ shapes: DocumentedShapes, _ seen: inout DocumentedShapes.Sightings
    ) throws {
        let maildir = tool.ledger + ".maildir"
        _ = try tool(
            """
            mkdir -p \(maildir)/cur \(maildir)/new \(maildir)/tmp
            for i in 1 2; do
                printf 'From: s@example.org\\nSubject: sync %s\\nMessage-ID: <s%s@example.org>\\n\\nx\\n' $i $i \
                    > \(maildir)/cur/170000000$i.$i.host:2,
            done
            : > \(maildir)/cur/1700000003.3.host:2,
            """)
        let sync = "sync \(maildir) --account mara@example.org"
        let plan = try tool.json("\(sync) --dry-run 2>/dev/null", exitCode: 5)
        let first = try tool.json("\(sync) 2>/dev/null", exitCode: 5)
        _ = try tool(
            """
            rm \(maildir)/cur/1700000001*
            mailledger mark --flagged 'subject:"sync 1"'
            mailledger folder add odd.name --account mara@example.org
            mailledger move 'subject:"sync 2"' --to odd.name
            """)
        let last = try tool.json("\(sync) 2>/dev/null", exitCode: 5)
        for answer in [plan, first, last] { shapes.check(answer, as: "sync", into: &seen) }
    }

    /// The answer of `show` has the keys of a message and its own.
    private func checkShown(
        _ tool: ToolRun, _ shapes: DocumentedShapes, _ seen: inout DocumentedShapes.Sightings
    ) throws {
        guard
            case .array(let messages) = try tool.json(
                "messages 'has:attachment or subject:winter or kind:chat or category:*'")
        else { return }
        let own = Set(try #require(shapes.shapes["shown"]).map(\.name))
        for case .object(let message) in messages {
            guard case .string(let id)? = message["id"],
                case .object(let shown) = try tool.json("show \(id)")
            else { continue }
            shapes.check(.object(shown.filter { own.contains($0.key) }), as: "shown", into: &seen)
            shapes.check(.object(shown.filter { !own.contains($0.key) }), as: "message", into: &seen)
        }
    }

    /// A note alone and one with all that a note may have, and an action of each kind.
    private func checkNotes(
        _ tool: ToolRun, _ shapes: DocumentedShapes, _ seen: inout DocumentedShapes.Sightings
    ) throws {
        let message = "$(mailledger messages subject:razor --output ids -l 1)"
        try #require(tool("printf RIFF > $MAILLEDGER.wav").status == 0)
        for (arguments, shape) in [
            ("note add Alone", "note"),
            ("folder add Logbook --kind notebook --account mara@example.org", "folder"),
            ("note add Tides --text 'High water' --folder Logbook --tag rowing --duration 20 --on \(message)", "note"),
            ("note edit Tides --summary wet --add-tag wind", "settings_change"),
            ("note audio Tides --attach $MAILLEDGER.wav", "settings_change"),
            ("note audio Tides --save $MAILLEDGER.copy.wav", "written_file"),
            ("action add calendar Outing --note Tides --date 2026-03-29T09:00 --end 2026-03-29T11:00", "action"),
            (
                "action add email Ask --on \(message) --email-to tomas@example.net --email-subject Oars --email-body Where",
                "action"
            ),
            ("action edit Outing --description d --location Pier --attendee tomas@example.net", "settings_change"),
            (
                "action edit Outing --external-id 1 --external-service s --external-url https://example.org/1",
                "settings_change"
            ),
            ("action fail Ask --error 'no wind'", "settings_change"), ("action show Ask", "action"),
            ("action execute Ask --service mail", "settings_change"), ("action execute Outing", "settings_change"),
            ("action show Ask", "action"), ("action show Outing", "action"), ("note show Tides", "note"),
            ("why note Tides title", "value_reason"),
        ] {
            let answer = try tool.json(arguments)
            for element in answer.elements { shapes.check(element, as: shape, into: &seen) }
        }
    }

    /// Somebody else writes to the views.
    private func checkDifference(
        _ tool: ToolRun, _ shapes: DocumentedShapes, _ seen: inout DocumentedShapes.Sightings
    ) throws {
        shapes.check(try tool.json("rebuild --check"), as: "check", into: &seen)
        for change in ["DELETE FROM folder WHERE id = 2", "INSERT INTO folder_count VALUES (0, 0, 0)"] {
            let output = try tool("for file in $MAILLEDGER/views/*.sqlite; do sqlite3 $file '\(change)'; done")
            #expect(output.status == 0)
            let answer = try tool("mailledger rebuild --check --format json 2>/dev/null")
            #expect(answer.status == 6)
            shapes.check(try JSONSample(answer.text.utf8), as: "check", into: &seen)
            #expect(try tool("mailledger rebuild").status == 0)
        }
    }

    /// Somebody else writes to the views, and says that an event could not be taken in.
    private func checkMigration(
        _ tool: ToolRun, _ shapes: DocumentedShapes, _ seen: inout DocumentedShapes.Sightings
    ) throws {
        func checkHealth(_ arguments: String, exitCode: Int32 = 0) throws {
            guard case .array(let models) = try tool.json(arguments, exitCode: exitCode) else {
                Issue.record("\(arguments) gives no list")
                return
            }
            for model in models { shapes.check(model, as: "projection", into: &seen) }
        }
        try checkHealth("projections --digest")
        let changes = """
            DELETE FROM folder WHERE id = 2; UPDATE folder SET name = 'x' WHERE id = 3;
            INSERT INTO folder_count VALUES (0, 0, 0);
            INSERT INTO failure VALUES (1, 'messages', 3, 3, 'mail.folder-created/1', 'no reason');
            """
        _ = try tool("for file in $MAILLEDGER/views/*.sqlite; do sqlite3 $file \"\(changes)\"; done")
        try checkHealth("projections 2>/dev/null", exitCode: 6)
        for arguments in ["migrate --dry-run", "migrate --samples 1", "migrate"] {
            shapes.check(try tool.json(arguments), as: "migration", into: &seen)
        }
        _ = try tool("rm $MAILLEDGER/views/*.sqlite")
        try checkHealth("projections")
    }

    private func checkError(
        _ tool: ToolRun, _ shapes: DocumentedShapes, _ seen: inout DocumentedShapes.Sightings
    ) throws {
        for (arguments, exitCode) in [
            ("messages frm:x", 2), ("messages in:Nowhere", 3), ("init", 4), ("import /nowhere -a mara@example.org", 74),
        ] as [(String, Int32)] {
            let error = try tool.json(arguments, exitCode: exitCode)
            shapes.check(error, as: "error", into: &seen)
            guard case .object(let keys) = error, case .string(let code)? = keys["code"] else { continue }
            let row = try Self.answers.get().section("Exit codes")?.rows.first { $0[0] == "\(exitCode)" }
            #expect(row?[2].components(separatedBy: ", ").contains(code) == true, "\(arguments)")
        }
    }
}

import JSONCoding
import TestSupport
import Testing

@Suite struct `Answers in JSON` {
    /// A ledger without the small Maildir, and the path of that Maildir.
    private func smallWorld() throws -> (ledger: ToolLedger, mail: String) {
        let ledger = try ToolLedger(account: nil)
        let mail = ledger.directory.path("mail")
        try GeneratedMail.writeSmallMaildir(below: mail)
        try ledger.succeed("init")
        try ledger.succeed("account", "add", ToolLedger.account, "--actor", "ada")
        return (ledger, mail)
    }

    private func importedWorld() throws -> ToolLedger {
        let (ledger, mail) = try smallWorld()
        #expect(try ledger.run("import", mail, "--account", ToolLedger.account).exitCode == 5)
        return ledger
    }

    @Test func `are what they are documented to be, to the last byte`() throws {
        let (ledger, mail) = try smallWorld()
        for answer in JSONAnswer.session {
            let arguments = try answer.arguments.map { word in
                switch word {
                case "MAIL": mail
                case "TWO": try ledger.id("hope")
                default: word
                }
            }
            let result = try ledger.run(arguments)
            let title = answer.arguments.joined(separator: " ")
            #expect(result.exitCode == answer.exitCode, "\(title)")
            #expect(normalized(result.text, directory: ledger.directory.path) == answer.output + "\n", "\(title)")
            #expect(result.errorText == (answer.error.isEmpty ? "" : answer.error + "\n"), "\(title)")
        }
    }

    @Test func `tell a program why it was refused`() throws {
        let ledger = try importedWorld()
        for answer in JSONAnswer.refusals {
            let result = try ledger.run(answer.arguments)
            let title = answer.arguments.joined(separator: " ")
            #expect(result.exitCode == answer.exitCode, "\(title)")
            #expect(result.output.isEmpty, "\(title)")
            #expect(result.errorText == answer.error + "\n", "\(title)")
        }
    }

    @Test func `are an empty list where nothing matches`() throws {
        let ledger = try importedWorld()
        for words in [
            ["messages", "walrus"], ["search", "walrus"], ["threads", "walrus"],
            ["attachment", "list", try ledger.id("due")], ["events", "list", "--type", "mail.message-deleted"],
        ] {
            #expect(try ledger.succeed(words + ["--format", "json"]).text == "[]\n")
            #expect(try ledger.succeed(words + ["--format", "jsonl"]).text.isEmpty)
            #expect(try ledger.succeed(words).text.isEmpty)
        }
    }

    @Test func `have the same elements as lines`() throws {
        let ledger = try importedWorld()
        let decoder = JSONBytesDecoder()
        for words in [
            ["folders"], ["messages"], ["threads"], ["log"], ["search", "tax"], ["projections"], ["events", "list"],
            ["account", "list"],
        ] {
            let list = try decoder.decode([JSONValue].self, from: ledger.succeed(words + ["--format", "json"]).output)
            let lines = try ledger.succeed(words + ["--format", "jsonl"]).lines
            #expect(!list.isEmpty)
            #expect(try lines.map { try decoder.decode(JSONValue.self, from: Array($0.utf8)) } == list)
        }
    }

    @Test func `have all their keys always, in one order`() throws {
        let ledger = try importedWorld()
        let three = try ledger.id("anhang")
        let event = "position time type schema stream version account transaction operation payload salt digest header"
        for (words, keys) in [
            (
                ["account", "show", "ada@example.org"],
                "id address display_name provider imap smtp auth_types credential_ref is_enabled keep_newest keep_for "
                    + "sync"
            ),
            (
                ["attachment", "list", three],
                "number part file_name mime_type size is_inline content_id transfer_status "
                    + "upload_progress url local_url thumbnail_url transfer_error"
            ),
            (
                ["show", three],
                "id account folders thread subject from to date received_at keywords is_read is_flagged is_answered "
                    + "is_draft has_attachments has_body size snippet message_id external_id external_thread draft_id kind cc bcc "
                    + "reply_to in_reply_to sender references list_id content_type effective_reply_to normalized_subject text "
                    + "attachments chat thread_messages notes actions classification history"
            ),
            (["events", "list"], event), (["events", "show", "1"], event),
            (["projections"], "name version position behind rows digest built_at failure"),
            (["verify"], "events transactions root events_read checkpoints witnesses contents problems"),
            (["rebuild", "--check"], "is_equal position table live rebuilt"), (["rebuild"], "position continued_from"),
            (["doctor"], "subject is_healthy detail"),
            (["collect"], "contents stored_bytes leftovers is_dry_run"),
            (["mark", "--read", "*"], "matched changed operation is_dry_run"),
            (
                ["folder", "add", "Work/Projects", "--account", "ada@example.org"],
                "id account name path kind role total unread parent depth sort_order is_system icon color text_color "
                    + "visibility message_visibility external_id keep_newest keep_for uid_validity highest_mod_seq supports_idle created_at"
            ),
            (["providers", "ada@me.com"], "name display_name icon_name supports_oauth imap smtp domains"),
            (
                ["account", "set", "ada@example.org", "--display-name", "Ada"],
                "changes operation role_taken_from is_dry_run"
            ),
            (
                ["folder", "delete", "Work", "--dry-run"],
                "policy folders messages kept archived gone archive blockers holds is_dry_run"
            ),
            (["undo", "--dry-run"], "undone command operations events changes obstacles operation is_dry_run"),
        ] {
            let result = try ledger.succeed(words + ["--format", "json"])
            let answer = try JSONBytesDecoder().decode(JSONValue.self, from: result.output)
            guard case .object(let members) = answer.array?.first ?? answer else {
                Issue.record("no object: \(result.text)")
                continue
            }
            #expect(members.keys.joined(separator: " ") == keys)
        }
    }

    @Test func `of another version are refused before anything is done`() throws {
        let (ledger, _) = try smallWorld()
        for (version, exitCode) in [("0", 20), ("3", 21), ("-1", 20)] as [(String, Int32)] {
            let result = try ledger.run("folders", "--format", "json", "--format-version=\(version)")
            #expect(result.exitCode == exitCode)
            #expect(result.output.isEmpty)
            #expect(result.errorLines.count == 1)
        }
        #expect(try ledger.run("folders", "--format", "json", "--format-version", "1").exitCode == 0)
    }
}

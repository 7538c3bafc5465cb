import EventLog
import JSONCoding
import Mail
import MailLedger
import Projections
import Testing

@Suite struct `Why` {
    private static let account = "ada@example.org"

    private static func reason(_ sample: SampleLedger, _ id: String, _ field: String) throws -> ValueReason {
        try #require(try sample.ledger.why(message: id, field: field).first)
    }

    // MARK: Messages

    @Test func `of a field of a message leads to the event that set it last, and to those before`() throws {
        let sample = try Undo.sample()
        let id = try #require(try sample.messages("subject:one").first?.id).description
        var read = try Self.reason(sample, id, "is_read")
        #expect(read.value == false && read.isDefault && read.changes.first?.event.command == "import")
        try sample.mark("subject:one", adding: [.seen])
        try sample.mark("subject:one", adding: [.flagged])
        read = try Self.reason(sample, id, "is_read")
        #expect(read.value == true && !read.isDefault)
        #expect(read.changes.map(\.event.command) == ["mark", "import"])
        #expect(read.changes.map(\.new) == [true, false] && read.changes[0].old == false)
        let keywords = try Self.reason(sample, id, "keywords")
        #expect(keywords.changes.count == 3 && keywords.changes[0].event.position > read.changes[0].event.position)
    }

    @Test func `of the folders of a message knows what its folders and its account went through`() throws {
        let sample = try Undo.sample()
        let id = try #require(try sample.messages("subject:five").first?.id).description
        let ledger = sample.ledger
        _ = try ledger.renameFolder("Work", to: "Jobs", in: Self.account, context: ledger.context(command: "rename"))
        _ = try ledger.deleteFolder("Jobs", in: Self.account, context: ledger.context(command: "folder delete"))
        _ = try ledger.undo(.latest)
        try sample.deleteAccount(Self.account)
        let folders = try Self.reason(sample, id, "folders")
        let names: [[String]] = [[], ["Jobs/Deep"], [], ["Jobs/Deep"], ["Work/Deep"]]
        #expect(folders.changes.map(\.new) == names.map { .array($0.map { .string($0) }) })
        #expect(
            folders.changes.map(\.event.command) == ["account delete", "undo", "folder delete", "rename", "import"])
        let deleted = try Self.reason(sample, id, "is_deleted")
        #expect(deleted.value == true && deleted.changes.first?.event.type.name == "mail.account-deleted")
    }

    // The views and the walk along a message's events are two ways to one answer.
    @Test func `tells of each field the value that the message has`() throws {
        let sample = try Undo.sample()
        try sample.mark("subject:one", adding: [.seen, Keyword("urgent")])
        try sample.move("subject:four", to: "Archive")
        for row in try sample.messages() {
            let reasons = try sample.ledger.why(message: row.id.description)
            let values = Dictionary(uniqueKeysWithValues: reasons.map { ($0.field, $0.value) })
            #expect(values["folders"] == .array(row.folders.map { .string($0) }))
            #expect(values["keywords"] == .array(row.keywords.map { .string($0) }))
            #expect(values["is_read"] == .bool(row.isRead) && values["is_flagged"] == .bool(row.isFlagged))
            #expect(
                values["subject"] == row.subject.map { JSONValue.string($0) } && values["size"] == .integer(row.size))
            #expect(values["thread"] == .string(row.thread.description) && values["is_deleted"] == false)
            #expect(values["account"] == .string(Self.account) && values["has_body"] == true)
            #expect(reasons.allSatisfy { !$0.changes.isEmpty && $0.changes.first?.new == $0.value })
        }
    }

    @Test func `of a field that is none lists the fields`() throws {
        let sample = try Undo.sample()
        let id = try #require(try sample.messages("subject:one").first?.id).description
        func expectList(_ words: [String], _ body: () throws -> [ValueReason]) {
            #expect {
                _ = try body()
            } throws: { error in
                words.allSatisfy { "\(error)".contains($0) }
            }
        }
        expectList(["is_read", "folders"]) { try sample.ledger.why(message: id, field: "colour") }
        expectList(["role", "icon"]) { try sample.ledger.why(folder: "Work", field: "colour") }
        expectList(["imap.host", "address"]) { try sample.ledger.why(account: Self.account, field: "colour") }
    }

    // MARK: Folders and accounts

    @Test func `of a folder and an account leads to who set what, through deletion and return`() throws {
        let sample = try Undo.sample()
        let ledger = sample.ledger
        var change = ChangeFolder()
        change.icon = "tray"
        _ = try ledger.changeFolder("Work", change, in: Self.account, context: ledger.context(command: "folder set"))
        _ = try ledger.deleteFolder("Work", in: Self.account, context: ledger.context(command: "folder delete"))
        let icon = try #require(try ledger.why(folder: "Work", field: "icon").first)
        #expect(icon.value == "tray" && icon.changes.map(\.event.command) == ["folder set", "import"])
        // It ended with the folder above it.
        let deep = try #require(try ledger.why(folder: "Work/Deep", field: "is_deleted").first)
        #expect(deep.value == true && deep.changes.first?.event.command == "folder delete")
        #expect(try ledger.why(folder: "Work", field: "color").first?.isDefault == true)

        var settings = ChangeAccount()
        settings.imap.host = "imap.example.org"
        _ = try ledger.changeAccount(Self.account, settings, context: ledger.context(command: "account set"))
        let host = try #require(try ledger.why(account: Self.account, field: "imap.host").first)
        #expect(
            host.value == "imap.example.org" && host.changes.map(\.event.command) == ["account set", "account add"])
        #expect(try ledger.why(account: Self.account).count > 20)
    }

    // MARK: Unread

    @Test func `an unread count is this goes by the operations that made it so`() throws {
        let sample = try Undo.sample()
        try sample.importing([SampleMail("six"), SampleMail("seven")], account: Self.account)
        try sample.mark("subject:three", removing: [.seen])
        try sample.move("subject:four", to: "INBOX")
        try sample.delete("subject:six")
        _ = try sample.ledger.undo(.latest)
        let reason = try sample.ledger.whyUnread(folder: "INBOX", account: Self.account, limit: 3)
        let folder = try sample.ledger.read { try $0.folder("INBOX") }
        #expect(reason.unread == folder.unread && reason.groups.reduce(0) { $0 + $1.count } == reason.unread)
        let ways = Set(reason.groups.map { "\($0.count) \($0.event.command ?? "") \($0.event.type.name)" })
        #expect(
            ways == [
                "2 import mail.message-added", "1 import mail.message-added", "1 mark mail.message-marked",
                "1 move mail.message-moved", "1 undo mail.message-restored",
            ])
        #expect(reason.groups.first?.count == 2 && reason.groups.flatMap(\.messages).count == 3)
        let all = try sample.ledger.whyUnread()
        #expect(try all.unread == sample.ledger.read { try $0.unreadCount() } && all.account == nil)
    }

    // MARK: Threads

    @Test func `a thread is one goes by a reference for each message, and names what never came in`() throws {
        let sample = try SampleLedger()
        try sample.addAccount(Self.account)
        var (one, two, three, four) = (SampleMail("one"), SampleMail("two"), SampleMail("three"), SampleMail("four"))
        two.references = ["lost@example.org"]
        three.inReplyTo = "one@example.org"
        three.references = ["lost@example.org"]
        four.messageID = "lost@example.org"
        one.references = []
        for mail in [one, two, three] { try sample.importing([mail], account: Self.account) }
        let ids = try ["one", "two", "three"].map { name in
            try #require(try sample.messages("subject:\(name)").first?.id)
        }
        var reason = try sample.ledger.why(thread: ids[2].description)
        #expect(reason.thread == ids[0] && reason.count == 3 && reason.members.map(\.message) == ids)
        #expect(reason.members.map(\.links.count) == [0, 0, 2])
        let links = reason.members[2].links
        #expect(links[0].field == .inReplyTo && links[0].other == ids[0] && links[0].isOwnOfOther)
        #expect(links[1].field == .references && links[1].other == ids[1] && !links[1].isOwnOfOther)
        #expect(reason.missing.map(\.messageID) == ["lost@example.org"])
        #expect(reason.missing.first?.namedBy == [ids[1], ids[2]])
        // Two was a thread of its own until three came.
        let thread = try Self.reason(sample, ids[1].description, "thread")
        #expect(thread.changes.map(\.new) == [.string(ids[0].description), .string(ids[1].description)])
        #expect(thread.changes[0].event.id == ids[2].description)

        try sample.importing([four], account: Self.account)
        try sample.delete("subject:one")
        reason = try sample.ledger.why(thread: ids[0].description, limit: 4)
        #expect(reason.missing.isEmpty && reason.members.map(\.isLive) == [false, true, true, true])
        let last = try #require(reason.members.last?.links.first)
        #expect(last.field == .messageID && last.other == ids[1] && !last.isOwnOfOther)
        #expect(try sample.ledger.why(thread: ids[0].description, limit: 1).members.count == 1)
    }

    // MARK: Missing

    @Test func `a message is missing has an answer for each way to go`() throws {
        let sample = try Undo.sample()
        let ledger = sample.ledger
        func kind(_ name: String) throws -> AbsenceFinding.Kind? {
            let findings = try ledger.whyMissing(name).findings
            #expect(findings.count == 1, "\(name)")
            return findings.first?.kind
        }
        let ids = Dictionary(
            uniqueKeysWithValues: try sample.messages().map { ($0.subject ?? "", $0.id.description) })
        // White space is no part of a Message-ID, however it is written.
        #expect(try kind("one @ example.org") == .present && kind("< one@example.org >") == .present)
        #expect(try kind("<one@example.org>") == .present && kind(ids["one"] ?? "") == .present)
        try sample.delete("subject:one")
        #expect(try kind("one@example.org") == .deleted)
        _ = try ledger.prune(.newest(0), folder: "INBOX", context: ledger.context(command: "prune"))
        let pruned = try #require(try ledger.whyMissing("two@example.org").findings.first)
        #expect(pruned.kind == .pruned && pruned.event?.reason == "keep the newest 0" && pruned.folders == ["INBOX"])
        _ = try ledger.deleteFolder("Work", in: Self.account, context: ledger.context(command: "folder delete"))
        #expect(try kind("five@example.org") == .folderDeleted)
        #expect(try ledger.whyMissing("five@example.org").findings.first?.folders == ["Work/Deep"])

        try sample.scratch.write("more/cur/six:2,T", SampleMail("six").text)
        try sample.scratch.write("more/notes.txt", "no mail")
        try sample.importing("\(sample.scratch.path)/more", account: Self.account)
        #expect(try kind("six@example.org") == .hidden)
        let skipped = try #require(try ledger.whyMissing("more/notes.txt").findings.first)
        #expect(skipped.kind == .skipped && skipped.event?.command == "import" && skipped.detail != nil)
        try sample.importing([SampleMail("seven")], account: Self.account)
        _ = try ledger.undo(.latest)
        #expect(try kind("seven@example.org") == .undone)

        var reply = SampleMail("eight")
        reply.references = ["never@example.org"]
        try sample.importing([reply], account: Self.account)
        let never = try #require(try ledger.whyMissing("never@example.org").findings.first)
        #expect(never.kind == .neverCame && never.namedBy.count == 1 && never.event == nil)
        #expect(try ledger.whyMissing("nobody@example.org").findings.first?.namedBy.isEmpty == true)
        #expect(try kind("nobody@example.org") == .notRecorded)
        try sample.deleteAccount(Self.account)
        #expect(try kind("eight@example.org") == .accountDeleted)
        #expect(throws: DomainError.self) { try ledger.whyMissing("<>") }
    }

    @Test(arguments: [
        ("TAX RETURN of josé", KnownField.subject), ("josé müller", .sender), ("Jose@example", .sender),
        ("Überweisung", .fileName), ("UBERWEISUNG.PDF", .fileName), ("lost.eml", .path),
        ("lost@example.org", .messageID),
    ])
    func `a message is missing is told by what is known of it, after its end too`(name: String, field: KnownField)
        throws
    {
        let sample = try Undo.sample()
        var mail = SampleMail("lost", subject: "Tax return of José (2/3)")
        mail.from = "=?utf-8?Q?Jos=C3=A9_M=C3=BCller?= <jose@example.org>"
        mail.headers = [
            "MIME-Version: 1.0", "Content-Type: application/pdf",
            "Content-Disposition: attachment; filename*=utf-8''%C3%9Cberweisung.pdf",
        ]
        try sample.importing([mail, SampleMail("kept", subject: "Tax return of Jose")], account: Self.account)
        for (end, kind) in [
            ({}, AbsenceFinding.Kind.present), ({ try sample.delete("subject:\"2/3\"") }, .deleted),
            // It had ended before.
            ({ try sample.deleteAccount(Self.account) }, .deleted),
        ] as [(() throws -> Void, AbsenceFinding.Kind)] {
            try end()
            let absence = try sample.ledger.whyMissing(name)
            let finding = try #require(absence.findings.first { $0.subject == mail.subject })
            #expect(finding.kind == kind && finding.matched == field && finding.came?.command == "import")
            #expect(absence.lookedUp == (field == .messageID ? [.id, .messageID] : KnownField.allCases))
        }
    }

    @Test func `a message is missing puts those first that no list has, and counts the rest`() throws {
        let sample = try Undo.sample()
        try sample.importing((1...5).map { SampleMail("bill\($0)", subject: "Bill \($0)") }, account: Self.account)
        try sample.delete("subject:\"Bill 2\"")
        let absence = try sample.ledger.read { try $0.whyMissing("bill ", limit: 2) }
        #expect(absence.findings.map(\.kind) == [.deleted, .present] && absence.rest == 3)
        #expect(try sample.ledger.read { try $0.whyMissing("bill ", limit: 0) }.rest == 5)
    }

    @Test func `a message is missing that was erased is told by its id and Message-ID alone`() throws {
        let sample = try Undo.sample()
        let ledger = sample.ledger
        let id = try #require(try sample.messages("subject:one").first?.id)
        _ = try ledger.erase(
            .message(prefix: id.description), context: ledger.context(command: "erase", reason: "asked for"))
        for (name, field) in [(id.description, KnownField.id), ("one@example.org", .messageID)] {
            let finding = try #require(try ledger.whyMissing(name).findings.first)
            #expect(finding.kind == .erased && finding.matched == field && finding.event?.reason == "asked for")
            #expect(finding.came?.type == MessageAdded.type)
        }
        let absence = try ledger.whyMissing("subject of one")
        #expect(absence.findings.map(\.kind) == [.notRecorded] && absence.erasedMessages == 1)
    }

    @Test func `a message is missing that another account has too tells of both`() throws {
        let sample = try Undo.sample()
        try sample.addAccount("grace@example.org")
        try sample.importing([SampleMail("one")], account: "grace@example.org")
        try sample.delete("subject:one account:grace@example.org")
        let findings = try sample.ledger.whyMissing("one@example.org").findings
        #expect(findings.map(\.kind) == [.present, .deleted])
        #expect(findings.map(\.account) == [Self.account, "grace@example.org"])
    }
}

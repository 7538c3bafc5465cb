import CivilTime
import EventLog
import Mail
import MailLedger
import Projections
import Testing

/// What `Ledger.saveDraft` makes of a message that is to be sent.
@Suite struct `Saving drafts` {
    private let sample: SampleLedger
    private let account: AccountRow
    private var ledger: Ledger { sample.ledger }

    init() throws {
        sample = try SampleLedger(.memory)
        account = try sample.addAccount("ada@example.org")
    }

    private var draft: DraftMessage {
        DraftMessage(
            messageID: "1@example.org", from: EmailAddress(address: "ada@example.org"),
            to: [EmailAddress(name: "Grace", address: "grace@example.org")], subject: "Käfer",
            text: "Wörter, gefunden.",
            date: Timestamp(microseconds: 1_700_000_000_000_000), references: ["one@example.org"])
    }

    private func save(dryRun: Bool = false) throws -> SaveOutcome {
        try ledger.mail.saveDraft(draft, account: account.id, context: ledger.context(command: "draft"), dryRun: dryRun)
    }

    @Test func `a draft lies in the drafts folder, is read, threaded and found by its words`() throws {
        let original = try sample.save([Letter("one")], account: "ada@example.org")[0]
        let outcome = try save()
        let row = try #require(try ledger.read { try $0.message(withID: outcome.ids[0]) })
        #expect(row.folders == ["Drafts"] && row.keywords == ["$draft"] && row.isDraft)
        #expect(row.subject == "Käfer" && row.messageID == "1@example.org" && row.thread == original)
        #expect(row.to.map(\.name) == ["Grace"] && row.date == draft.date)
        let text = try #require(try ledger.text(of: row))
        #expect(text.split(separator: "\n") == ["Wörter, gefunden."])
        #expect(try sample.messages("gefunden").map(\.id) == [row.id])
        #expect(try ledger.maintenance.checkViews() == nil)
    }

    @Test func `a dry run records nothing, and an undo takes the draft away`() throws {
        let head = try sample.head()
        #expect(try save(dryRun: true).changed == 1)
        #expect(try sample.head() == head)
        let id = try save().ids[0]
        _ = try ledger.undo(.latest)
        #expect(try ledger.read { try $0.message(withID: id) } == nil)
    }

    @Test func `an account without a folder for drafts is told so, and nothing is stored`() throws {
        let drafts = try sample.folderID("Drafts", of: "ada@example.org")
        var change = ChangeFolder()
        change.role = .other
        _ = try ledger.changeFolder(
            drafts.description, change, in: nil, context: ledger.context(command: "folder set"))
        let head = try sample.head()
        #expect { try save() } throws: { ($0 as? DomainError)?.description.contains("no folder for drafts") == true }
        #expect(try sample.head() == head)
    }
}

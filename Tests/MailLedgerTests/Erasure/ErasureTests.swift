import Cryptography
import EventLog
import Foundation
import Mail
import MailLedger
import Projections
import SQLiteDatabase
import TestSupport
import Testing

@Suite struct Erasure {
    private static let account = Canaries.account

    @Test func `of a message leaves no byte of it in any file, and every proof holds`() throws {
        let canaries = try Canaries()
        let location = try #require(canaries.sample.location)
        // A word that could not be found before tells nothing when it is not found after.
        #expect(try canaries.found().count >= Canaries.words.count - 1)
        let frames = try canaries.frames()
        #expect(frames.count == 2)
        let before = try canaries.ledger.store.verify()
        let plan = try canaries.ledger.erasure.plan(of: .message(prefix: canaries.id()))
        #expect(plan.messages == 1 && plan.events == 4 && plan.contents == 1 && plan.headers == 4)
        let outcome = try canaries.erase()
        #expect(outcome.plan == plan && outcome.remaining.isEmpty)
        #expect(try canaries.found().isEmpty)
        #expect(frames.count { !files(below: location.directory, holding: $0).isEmpty } == 1)
        #expect(try canaries.ledger.store.root(at: Position(before.events)) == before.root)
        #expect(try canaries.ledger.store.verify().events == before.events + 1)
        #expect(try canaries.ledger.maintenance.checkViews() == nil)
        #expect(try canaries.ledger.maintenance.missingContent().isEmpty)
        #expect(try canaries.sample.subjects("controlword") == ["other"])
        #expect(try canaries.sample.subjects("canarybody").isEmpty)
        #expect(try canaries.found().isEmpty, "the index that was made anew holds it")
    }

    @Test func `keeps who and why that others share, unless they are asked for`() throws {
        for sharedToo in [false, true] {
            let canaries = try Canaries()
            let ledger = canaries.ledger
            _ = try ledger.undo(.latest)
            let position = try ledger.store.head().position.advanced(by: 1)
            try ledger.mark(
                .all, MarkMessages(adding: KeywordSet([.answered])),
                context: ledger.context(command: "mark", reason: "sharedword"))
            // Of both messages it is nobody else's.
            #expect(try ledger.erasure.plan(of: .query(.all)).sharedHeaders == 0)
            let plan = try ledger.erasure.plan(of: .message(prefix: canaries.id()), includingSharedHeaders: sharedToo)
            #expect(plan.sharedHeaders == (sharedToo ? 0 : 1))
            let outcome = try canaries.erase(sharedToo: sharedToo)
            #expect(outcome.plan == plan)
            let location = try #require(canaries.sample.location)
            #expect(files(below: location.directory, holding: "sharedword").isEmpty == sharedToo)
            let header = try ledger.store.header(ofEvent: position)
            #expect(header?.reason == (sharedToo ? nil : "sharedword") && (header == nil) == sharedToo)
            #expect(try canaries.found().isEmpty)
            _ = try ledger.maintenance.verifyLog()
        }
    }

    @Test(.requirement(22)) func `of an account leaves nothing of it, and verify still passes`() throws {
        let canaries = try Canaries()
        let sample = canaries.sample
        try sample.addFolder("Canaryfolder", to: Self.account)
        try sample.addAccount("grace@example.org")
        try sample.importing([SampleMail("other", body: "The controlword stays.\n")], account: "grace@example.org")
        try sample.deleteAccount(Self.account)
        let outcome = try canaries.erase(.account(Self.account))
        #expect(outcome.plan.account == Self.account && outcome.plan.messages == 2)
        #expect(outcome.plan.contents == 1 && outcome.plan.keptContents == 1)
        let location = try #require(sample.location)
        for word in Canaries.words + ["canaryfolder"] {
            #expect(files(below: location.directory, holding: word).isEmpty, "\(word)")
        }
        _ = try canaries.ledger.store.verify()
        #expect(try canaries.ledger.maintenance.checkViews() == nil)
        #expect(
            try canaries.ledger.read { try $0.accounts(includingDeleted: true).map(\.address) } == ["grace@example.org"]
        )
        #expect(try sample.subjects("controlword") == ["other"])
        #expect(try canaries.ledger.erasures().map(\.kind) == ["message", "message", "account"])
        // The address may be taken again, and what was erased stays out.
        try sample.addAccount(Self.account)
        #expect(
            try sample.importing([SampleMail("other", body: "The controlword stays.\n")], account: Self.account).erased
                == 1)
    }

    @Test func `keeps what is erased out of later imports and saves, unless it is let in`() throws {
        let canaries = try Canaries()
        let sample = canaries.sample
        try canaries.erase()
        let path = sample.scratch.path + "/mail/canaryname.eml"
        let head = try sample.head()
        let report = try sample.importing(path, account: Self.account)
        #expect(report.erased == 1 && report.added == 0 && !report.isPartial)
        #expect(try sample.head() == head)
        #expect(try canaries.found().isEmpty)
        let account = try canaries.ledger.read { try $0.account(Self.account).id }
        #expect(throws: DomainError.self) {
            try canaries.ledger.mail.save(
                [IncomingMessage(account: account, bytes: Array(Canaries.message.utf8))],
                context: canaries.ledger.context(command: "save"))
        }
        #expect(try canaries.found().isEmpty)
        let importer = Importer(
            into: canaries.ledger, account: Self.account, options: ImportOptions(allowsErased: true),
            context: canaries.ledger.context(command: "import"))
        #expect(try importer.run([path]).added == 1)
        #expect(try sample.subjects("canarybody") == ["Canarysubject"])
        #expect(try canaries.ledger.maintenance.checkViews() == nil)
    }

    @Test func `can tell of a Message-ID that it was erased, and holds it nowhere`() throws {
        let canaries = try Canaries()
        let id = try canaries.id()
        try canaries.erase()
        let erasure = try #require(try canaries.ledger.erasures(ofMessageID: "canaryid@example.org").first)
        #expect(erasure.id.description == id && erasure.kind == "message" && erasure.events == 4)
        #expect(try canaries.ledger.store.header(ofEvent: erasure.position)?.reason == "request 17")
        #expect(try canaries.ledger.erasures(ofMessageID: "other@example.org").isEmpty)
        #expect(throws: DomainError.erased(kind: "message", name: id)) {
            try canaries.ledger.read { try $0.message(id) }
        }
        let history = try canaries.ledger.history(of: id)
        #expect(history.map(\.type.name).last == "mail.message-erased")
        #expect(history.dropLast().allSatisfy { $0.actor == nil && $0.changes.isEmpty })
    }

    @Test func `cannot be undone, nor can what it erased`() throws {
        let canaries = try Canaries()
        try canaries.erase()
        let plan = try canaries.ledger.planUndo(.latest)
        #expect(plan.count == 0 && plan.obstacles.count == 1)
        let error = #expect(throws: DomainError.self) { try canaries.ledger.undo(.latest) }
        #expect(error?.description.contains("an erasure cannot be undone") == true)
    }

    @Test func `splits a thread that the message held together`() throws {
        let sample = try SampleLedger()
        try sample.addAccount(Self.account)
        var bridge = SampleMail("bridge")
        bridge.references = ["left@example.org", "right@example.org"]
        try sample.importing([SampleMail("left"), SampleMail("right"), bridge], account: Self.account)
        #expect(try sample.ledger.read { try $0.threads().count } == 1)
        let id = try sample.messages("subject:bridge")[0].id.description
        _ = try sample.ledger.erase(
            .message(prefix: id), context: sample.ledger.context(command: "erase", reason: "request 17"))
        #expect(try sample.ledger.read { try $0.threads().count } == 2)
        #expect(try sample.ledger.maintenance.checkViews() == nil)
    }

    @Test func `needs a reason, something to erase, and no unit of work`() throws {
        let canaries = try Canaries()
        let ledger = canaries.ledger
        let id = try canaries.id()
        let head = try canaries.sample.head()
        #expect(throws: DomainError.self) {
            try ledger.erase(.message(prefix: id), context: ledger.context(command: "erase"))
        }
        #expect(throws: DomainError.self) { try canaries.erase(.message(prefix: "ffffffff")) }
        #expect(throws: DomainError.self) { try canaries.erase(.account("nobody@example.org")) }
        #expect(try canaries.erase(.query(.text(.subject, TextMatch("nosuchword")))).receipt == nil)
        #expect(throws: LedgerError.insideUnitOfWork) {
            try ledger.transaction(ledger.context(command: "unit")) { _ in _ = try canaries.erase() }
        }
        #expect(try canaries.sample.head() == head)
        try canaries.erase()
        #expect(throws: DomainError.self) { try canaries.erase(.message(prefix: id)) }
    }

    @Test func `that is stopped after the log is blank is brought to its end by the next to open the ledger`() throws {
        let canaries = try Canaries()
        let id = try canaries.id()
        struct Stop: Error {}
        #expect(throws: UnfinishedErasure.self) {
            try canaries.ledger.erasure.erase(
                .message(prefix: id),
                CommandCall(canaries.ledger.context(command: "erase", reason: "request 17")),
                progress: { _, _ in false })
        }
        #expect(try !canaries.ledger.erasure.pending().isEmpty)
        #expect(try canaries.sample.messages("canarysubject").isEmpty)
        try canaries.sample.reopen()
        #expect(canaries.ledger.erasure.hasResumed)
        #expect(try canaries.ledger.erasure.pending().isEmpty)
        #expect(try canaries.found().isEmpty)
        #expect(try canaries.ledger.maintenance.checkViews() == nil)
        _ = try canaries.ledger.store.verify()
    }

    @Test func `waits for a reader of what was before, and goes on when that is gone`() throws {
        let canaries = try Canaries()
        let location = try #require(canaries.sample.location)
        let reader = try Ledger.open(at: location, access: .readOnly)
        _ = try reader.read { try $0.countMessages() }
        let outcome = try canaries.erase()
        #expect(outcome.remaining == .views)
        // It sees that the views are others now, and lets go of the old ones.
        #expect(try reader.read { try $0.countMessages() } == 1)
        try canaries.sample.reopen()
        #expect(try canaries.ledger.erasure.pending().isEmpty)
        #expect(try canaries.found().isEmpty)
    }

    @Test func `is made anew in an older copy of the ledger that still has what was erased`() throws {
        let canaries = try Canaries()
        let location = try #require(canaries.sample.location)
        let backup = LedgerLocation(canaries.sample.scratch.path + "/backup")
        try canaries.sample.whileClosed { _ in
            try FileManager.default.copyItem(atPath: location.directory, toPath: backup.directory)
        }
        try canaries.erase()
        try canaries.sample.importing([SampleMail("later")], account: Self.account)
        let records = try canaries.ledger.proofs.erasureRecords()
        #expect(records.count == 1 && records[0].kind == "message")
        let restored = try Ledger.open(at: backup, access: .readWrite)
        let context = restored.context(command: "restore", reason: "erased after the backup")
        #expect(try restored.erasure.reapply(records, context: context).map(\.plan.messages) == [1])
        #expect(try restored.erasure.reapply(records, context: context).isEmpty)
        for word in Canaries.words { #expect(files(below: backup.directory, holding: word).isEmpty, "\(word)") }
        _ = try restored.store.verify()
        #expect(try restored.maintenance.checkViews() == nil)
        #expect(try canaries.ledger.erasure.reapply(records, context: context).isEmpty)
    }

    @Test func `leaves past moments without what was erased, whatever was kept of them`() throws {
        let canaries = try Canaries()
        let moment = try canaries.sample.head()
        try canaries.sample.importing([SampleMail("later")], account: Self.account)
        #expect(try canaries.ledger.read(at: Moment(.position(moment))) { try $0.countMessages() } == 1)
        try canaries.erase()
        #expect(try canaries.found().isEmpty)
        #expect(try canaries.ledger.read(at: Moment(.position(moment))) { try $0.countMessages() } == 1)
        #expect(try canaries.found().isEmpty)
    }
}

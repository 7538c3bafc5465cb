import Content
import EventLog
import Foundation
import Mail
import MailLedger
import Projections
import Testing

@Suite struct `A ledger` {
    @Test(arguments: Place.allCases)
    func `takes mail in, answers, changes, undoes and proves itself`(place: Place) throws {
        let sample = try SampleLedger(place)
        let account = "you@gmail.com"
        try sample.addAccount(account)
        var reply = SampleMail("reply", subject: "Re: kernel", body: "I agree about the scheduler.\n")
        reply.references = ["root@example.org"]
        let report = try sample.importing(
            [SampleMail("root", subject: "kernel", body: "The scheduler is slow.\n"), reply, SampleMail("other")],
            account: account)
        #expect(report.added == 3 && report.existing == 0 && report.updated == 0 && report.skipped.isEmpty)
        let imported = try PublicAnswers(of: sample.ledger)
        #expect(imported.messages.count == 3)
        #expect(imported.threads.map(\.messageCount).sorted() == [1, 2])

        #expect(try sample.subjects("scheduler") == ["Re: kernel", "kernel"])
        #expect(try sample.subjects("is:unread in:INBOX").count == 3)
        #expect(try sample.subjects("subject:kernel or subject:other").count == 3)
        let folders = try sample.ledger.read { try $0.folders() }
        #expect(folders.map(\.path) == ["INBOX", "Drafts", "Sent", "Trash", "Archive", "Spam"])
        #expect(folders.map(\.total) == [3, 0, 0, 0, 0, 0] && folders.map(\.unread) == [3, 0, 0, 0, 0, 0])

        let marked = try sample.mark("subject:kernel", adding: [.seen])
        #expect(marked.matched == 2 && marked.changed == 2)
        #expect(try sample.mark("subject:kernel", adding: [.seen]).operation == nil)
        #expect(try sample.move("subject:other", to: "Archive").changed == 1)
        #expect(try sample.delete("subject:kernel -subject:re").changed == 1)
        #expect(try sample.subjects("*") == ["Re: kernel", "other"])
        #expect(try sample.ledger.maintenance.checkViews() == nil)

        for command in ["delete", "move", "mark"] {
            let (plan, receipt) = try sample.ledger.undo(.latest)
            #expect(plan.command == command && plan.obstacles.isEmpty && receipt != nil)
        }
        #expect(difference(imported, try PublicAnswers(of: sample.ledger)) == nil)

        try sample.deleteAccount(account)
        #expect(try sample.messages().isEmpty)
        _ = try sample.ledger.undo(.latest)
        #expect(difference(imported, try PublicAnswers(of: sample.ledger)) == nil)

        try sample.ledger.maintenance.rebuild()
        #expect(difference(imported, try PublicAnswers(of: sample.ledger)) == nil)
        #expect(try sample.ledger.maintenance.checkViews() == nil)
        let log = try sample.ledger.maintenance.verifyLog()
        #expect(try log.events == sample.head().rawValue)
        let statistics = try sample.ledger.statistics()
        #expect(statistics.messages == 3 && statistics.threads == 2 && statistics.folders == 6)
        #expect(try sample.ledger.operations(limit: nil).count == 10)
    }
}

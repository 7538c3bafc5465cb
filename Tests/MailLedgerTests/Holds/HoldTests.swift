import EventLog
import FoundationEssentials
import Mail
import MailLedger
import Projections
import Testing

@Suite struct `A hold` {
    private static let account = SyncedLedger.account

    private func hold(_ ledger: Ledger, _ target: HoldTarget, name: String = "case 7") throws {
        _ = try ledger.addHold(name, on: target, context: ledger.context(command: "hold add", reason: "letter"))
    }

    @Test func `keeps a message whose file is gone or marked for the trash in a synced Maildir`() throws {
        let synced = try SyncedLedger()
        let one = try synced.maildir.add(SampleMail("one"))
        let two = try synced.maildir.add(SampleMail("two"))
        try synced.maildir.add(SampleMail("three"))
        try synced.sync()
        try hold(synced.ledger, .query("subject:one or subject:two"))
        try synced.maildir.remove(one)
        try synced.maildir.setFlags("T", of: two)
        let dry = try synced.sync(dryRun: true)
        let report = try synced.sync()
        #expect(Set(dry.actions) == Set(report.actions) && dry.actions.count == report.actions.count)
        #expect(report.actions.contains { $0.kind == .remove && $0.detail.hasPrefix("held") })
        #expect(try synced.sample.subjects("*") == ["one", "three", "two"])
        // The flag that would take the held message away is taken off its file.
        #expect(report.actions.contains { $0.direction == .push && $0.kind == .flags }, "\(report.actions)")
        #expect(try synced.maildir.state().values.allSatisfy { !$0.contains("T") })
        #expect(try synced.sync().isEmpty)
        #expect(try synced.sample.subjects("*") == ["one", "three", "two"])
        #expect(try synced.ledger.maintenance.checkViews() == nil)
    }

    @Test func `keeps from a folder what lies in no other, and lets copies and moves go`() throws {
        let sample = try SampleLedger()
        try sample.addAccount(Self.account)
        try sample.addFolder("Work", to: Self.account)
        try sample.importing([SampleMail("one"), SampleMail("two")], account: Self.account)
        try sample.move("subject:one", to: "Work")
        let id = try sample.messages("subject:one")[0].id.description
        try hold(sample.ledger, .message(prefix: id))
        let context = sample.ledger.context(command: "folder delete")
        let error = #expect(throws: DomainError.self) {
            try sample.ledger.deleteFolder("Work", in: Self.account, context: context)
        }
        #expect(error?.description.contains("case 7") == true)
        // To the archive it may go.
        _ = try sample.ledger.deleteFolder("Work", in: Self.account, policy: .nullify, context: context)
        #expect(try sample.subjects("in:Archive") == ["one"])
        try sample.delete("subject:two")
        #expect(throws: DomainError.self) { try sample.delete("subject:one") }
    }

    @Test func `keeps the names of the folders and accounts by which it finds its mail`() throws {
        let sample = try SampleLedger()
        let ledger = sample.ledger
        try sample.addAccount(Self.account)
        for folder in ["Cases", "Cases/Old", "Cases/Old/Deep", "Free"] {
            try sample.addFolder(folder, to: Self.account)
        }
        try sample.importing([SampleMail("one")], account: Self.account)
        try sample.move("subject:one", to: "Cases/Old")
        try hold(ledger, .query("not is:draft in:Cases/Old"))
        try hold(ledger, .query("account:\(Self.account) subject:none"), name: "case 8")
        func rename(_ folder: String, to name: String, _ call: Call = Call(command: "rename")) throws {
            _ = try ledger.perform(RenameFolderRequest(folder: folder, account: Self.account, newName: name), call)
        }
        for folder in ["Cases", "Cases/Old"] {
            let error = #expect(throws: DomainError.self) { try rename(folder, to: "Other") }
            #expect(
                error?.description.contains(#"the query of the hold: "case 7""#) == true, "\(error?.description ?? "")")
        }
        let moving = MoveFolderRequest(folder: "Cases/Old", account: Self.account, parent: nil)
        #expect(throws: DomainError.self) { _ = try ledger.perform(moving, Call(command: "move")) }
        #expect(throws: DomainError.self) {
            _ = try ledger.perform(moving, Call(command: "move", isDryRun: true))
        }
        var address = ChangeAccount()
        address.address = "new@example.org"
        let change = ledger.context(command: "account set")
        let error = #expect(throws: DomainError.self) {
            try ledger.changeAccount(Self.account, address, context: change)
        }
        #expect(error?.description.contains(#""case 8""#) == true, "\(error?.description ?? "")")
        // Others, and those below, are free.
        try rename("Free", to: "Freed")
        try rename("Cases/Old/Deep", to: "Deeper")
        #expect(throws: DomainError.self) { try sample.delete("subject:one") }
        try rename("Cases", to: "Other", Call(reason: "closed", command: "rename", overridesHolds: true))
        // The new name, and that of the hold's word.
        #expect(try ledger.operations(limit: 1).first?.events == 2)
        try sample.delete("subject:one")
    }

    @Test(arguments: [DeletePolicy.cascade, .nullify])
    func `keeps the folders that its query names, and those above them, from ending`(policy: DeletePolicy) throws {
        let sample = try SampleLedger()
        let ledger = sample.ledger
        try sample.addAccount(Self.account)
        for folder in ["Cases", "Cases/Old", "Cases/Old/Deep", "Free"] {
            try sample.addFolder(folder, to: Self.account)
        }
        try sample.importing([SampleMail("one")], account: Self.account)
        try sample.move("subject:one", to: "Cases/Old")
        try hold(ledger, .query("in:Cases/Old"))
        // In another folder it would stay.
        _ = try ledger.file(sample.filter("subject:one"), to: "Free", context: ledger.context(command: "copy"))
        func delete(_ folder: String, _ call: Call = Call(command: "folder delete")) throws {
            _ = try ledger.perform(
                DeleteFolderRequest(folder: folder, account: Self.account, policy: policy), call)
        }
        for folder in ["Cases", "Cases/Old"] {
            let error = #expect(throws: DomainError.self) { try delete(folder) }
            #expect(
                error?.description.contains(#"the query of the hold: "case 7""#) == true, "\(error?.description ?? "")")
        }
        try delete("Cases/Old/Deep")
        try delete("Cases/Old", Call(reason: "closed", command: "folder delete", overridesHolds: true))
        // Where it is gone, nothing is lost with what is above it.
        try delete("Cases")
        #expect(try sample.subjects("*") == ["one"])
    }

    @Test func `keeps a folder that its query names from an undo of what made it`() throws {
        let sample = try SampleLedger()
        let ledger = sample.ledger
        try sample.addAccount(Self.account)
        try sample.addFolder("Cases", to: Self.account)
        let made = try #require(try ledger.operations(limit: 1).first)
        try hold(ledger, .query("in:Cases"))
        let error = #expect(throws: DomainError.self) {
            try ledger.undo(.operation(prefix: made.operation.description))
        }
        #expect(error?.description.contains("case 7") == true, "\(error?.description ?? "")")
    }

    @Test func `whose query cannot be judged is refused at first, and holds all mail later`() throws {
        let sample = try SampleLedger()
        let ledger = sample.ledger
        try sample.addAccount(Self.account)
        try sample.importing([SampleMail("m0")], account: Self.account)
        let digit = try String(#require(sample.messages("*").first).id.description.prefix(1))
        try hold(ledger, .query("id:\(digit)"))
        var number = 1
        while try sample.messages("*").count(where: { $0.id.description.hasPrefix(digit) }) < 2 {
            try sample.importing((0..<16).map { SampleMail("m\(number + $0)") }, account: Self.account)
            number += 16
        }
        #expect(throws: FilterResolutionError.self) { try hold(ledger, .query("id:\(digit)"), name: "case 8") }
        let other = try #require(sample.messages("*").first { !$0.id.description.hasPrefix(digit) }?.subject)
        let error = #expect(throws: DomainError.self) { try sample.delete("subject:\(other)") }
        #expect(
            error?.description.contains(#""case 7", whose query cannot be judged"#) == true,
            "\(error?.description ?? "")")
        let covering = ListHolds(covering: MessageQuery("subject:\(other)"))
        #expect(try ledger.read { try covering.answer(from: $0) }.map(\.name) == ["case 7"])
        let call = Call(reason: "closed", command: "delete", overridesHolds: true)
        _ = try ledger.perform(DeleteMessagesRequest(filter: MessageQuery("subject:\(other)")), call)
        #expect(try sample.messages("subject:\(other)").isEmpty)
    }

    /// A name means all that it can mean, so no other place takes it over.
    @Test func `goes on where another folder takes its name or its role`() throws {
        let sample = try SampleLedger()
        let ledger = sample.ledger
        try sample.addAccount(Self.account)
        for folder in ["Cases", "Free"] { try sample.addFolder(folder, to: Self.account) }
        try sample.importing([SampleMail("one"), SampleMail("two")], account: Self.account)
        try sample.move("subject:one", to: "Cases")
        try sample.move("subject:two", to: "Archive")
        try hold(ledger, .query("in:cases"))
        try hold(ledger, .query("in:archive"), name: "case 8")
        _ = try ledger.perform(
            RenameFolderRequest(folder: "Free", account: Self.account, newName: "cases"), Call(command: "rename"))
        try sample.addFolder("archive", to: Self.account)
        for subject in ["one", "two"] {
            #expect(throws: DomainError.self) { try sample.delete("subject:\(subject)") }
        }
    }

    @Test func `by an id, or by a part of an address that stays, lets an account have another address`() throws {
        let sample = try SampleLedger()
        let ledger = sample.ledger
        try sample.addAccount(Self.account)
        try sample.importing([SampleMail("one")], account: Self.account)
        let id = try #require(try ledger.read { try $0.accounts().first }).id
        try hold(ledger, .query("account:\(id)"))
        try hold(ledger, .query("account:example"), name: "case 8")
        // What the second query can mean beside is held as well, and hinders nobody.
        try sample.addAccount("other@example.net")
        try sample.addFolder("Free", to: "other@example.net")
        _ = try ledger.perform(
            RenameFolderRequest(folder: "Free", account: "other@example.net", newName: "Freed"), Call(command: "rename")
        )
        var address = ChangeAccount()
        address.address = "new@example.org"
        _ = try ledger.changeAccount(Self.account, address, context: ledger.context(command: "account set"))
        #expect(throws: DomainError.self) { try sample.delete("subject:one") }
    }

    /// It may come yet.
    @Test(arguments: ["subject:one or in:Nowhere", "not in:Nowhere", "not (in:Nowhere account:nobody@example.org)"])
    func `holds the rest where a name in its query stands for nothing`(query: String) throws {
        let sample = try SampleLedger()
        try sample.addAccount(Self.account)
        try sample.importing([SampleMail("one"), SampleMail("two")], account: Self.account)
        try hold(sample.ledger, .query(query))
        #expect(throws: DomainError.self) { try sample.delete("subject:one") }
        let holdsBoth = query.hasPrefix("not")
        if holdsBoth {
            #expect(throws: DomainError.self) { try sample.delete("subject:two") }
        } else {
            try sample.delete("subject:two")
        }
    }

    @Test func `is passed over by the limit that an import keeps, and not by prune`() throws {
        let sample = try SampleLedger()
        try sample.addAccount(Self.account)
        try sample.importing([SampleMail("one")], account: Self.account)
        try hold(sample.ledger, .query("subject:one"))
        var change = ChangeAccount()
        change.keepNewest = 1
        _ = try sample.ledger.changeAccount(
            Self.account, change, context: sample.ledger.context(command: "account set"))
        let report = try sample.importing([SampleMail("two"), SampleMail("three")], account: Self.account)
        #expect(report.added == 2 && report.pruned >= 1)
        #expect(try sample.subjects("subject:one") == ["one"])
        let context = sample.ledger.context(command: "prune")
        #expect(throws: DomainError.self) { try sample.ledger.prune(.newest(0), context: context) }
    }

    @Test func `by a word is judged by a dry run on all mail, whatever the full text knew before`() throws {
        let sample = try SampleLedger(.disk)
        let location = try #require(sample.ledger.location)
        try sample.addAccount(Self.account)
        try sample.importing([SampleMail("one", body: "A walrus.\n")], account: Self.account)
        try hold(sample.ledger, .query("walrus"))
        try FileManager.default.removeItem(atPath: location.searchPath)
        let ledger = try Ledger.open(at: location, access: .readWrite)
        let context = ledger.context(command: "delete", reason: "spring")
        #expect(throws: DomainError.self) { try ledger.delete(.all, context: context, dryRun: true) }
        let look = try ledger.request(
            DeleteAccountRequest(account: Self.account), context, dryRun: true, overridesHolds: true)
        #expect(look.answer.told.holds.map(\.messages) == [1])
        #expect(try ledger.erasure.plan(of: .query(.all)).holds.map(\.name) == ["case 7"])
    }

    @Test func `of an account keeps it and all that is in it; in a unit of work too`() throws {
        let sample = try SampleLedger()
        try sample.addAccount(Self.account)
        try sample.importing([SampleMail("one")], account: Self.account)
        try hold(sample.ledger, .account(Self.account))
        #expect(throws: DomainError.self) { try sample.deleteAccount(Self.account) }
        #expect(throws: DomainError.self) { try sample.ledger.undo(.transaction(2)) }
        #expect(throws: DomainError.self) {
            try sample.ledger.transaction(sample.ledger.context(command: "unit")) { _ in
                try sample.delete("subject:one")
            }
        }
        let context = sample.ledger.context(command: "account delete", reason: "the court agrees")
        #expect(try sample.ledger.deleteAccount(Self.account, context: context, overridesHolds: true)?.eventCount == 2)
        #expect(try sample.ledger.maintenance.checkViews() == nil)
    }
}

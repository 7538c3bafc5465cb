import CivilTime
import EventLog
import Mail
import MailLedger
import Projections
import TestSupport
import Testing

/// Folders and labels, as a program that imports the library has them.
@Suite struct `Folders of a ledger` {
    private static let account = "ada@example.org"

    private func sample() throws -> SampleLedger { try Undo.sample() }

    private func folder(_ path: String, _ sample: SampleLedger) throws -> FolderRow {
        try sample.ledger.read { try $0.folder(path, inAccountNamed: Self.account) }
    }

    private func set(
        _ path: String, _ sample: SampleLedger, cursor: ChangeFolderCursor = .init(),
        _ body: (inout ChangeFolder) -> Void = { _ in }
    ) throws -> Requested<SettingsChangeForm> {
        var command = ChangeFolder()
        body(&command)
        return try sample.ledger.changeFolder(
            path, command, cursor: cursor, in: Self.account, context: sample.ledger.context(command: "folder set"))
    }

    private func delete(_ path: String, _ policy: DeletePolicy, _ sample: SampleLedger) throws -> Recorded? {
        try sample.ledger.deleteFolder(
            path, in: Self.account, policy: policy, context: sample.ledger.context(command: "folder delete"))
    }

    @Test(.requirement(23, 25)) func `a tree of three levels is listed with what each folder says of itself`() throws {
        let sample = try SampleLedger()
        let account = try sample.addAccount(Self.account)
        for path in ["A", "A/B", "A/B/C"] { try sample.addFolder(path, to: Self.account) }
        let rows = try sample.ledger.read { try $0.folders(of: account.stream) }.suffix(3)
        #expect(rows.map(\.path) == ["A", "A/B", "A/B/C"] && rows.map(\.depth) == [0, 1, 2])
        #expect(rows.map(\.parent) == [nil] + rows.dropLast().map(\.id))
        #expect(rows.allSatisfy { $0.kind == "folder" && $0.role == nil && $0.sortOrder == 100 })
        #expect(rows.allSatisfy { $0.account == account.id && $0.createdAt > .epoch && $0.isListed })
    }

    @Test func `a folder inbox below another one is itself, and cannot go to the top`() throws {
        let sample = try sample()
        for path in ["A", "A/inbox", "A/INBOX"] { try sample.addFolder(path, to: Self.account) }
        let account = try #require(try sample.ledger.read { try $0.accounts().first })
        let paths = try sample.ledger.read { try $0.folders(of: account.stream).map(\.path) }
        #expect(Set(paths).isSuperset(of: ["INBOX", "A", "A/inbox", "A/INBOX"]))
        #expect(throws: DomainError.alreadyExists(kind: "folder", name: "INBOX")) {
            try sample.ledger.moveFolder(
                "A/inbox", under: nil, in: Self.account, context: sample.ledger.context(command: "folder move"))
        }
    }

    @Test(.requirement(24)) func `a folder does not go below itself`() throws {
        let sample = try sample()
        for target in ["Work", "Work/Deep"] {
            #expect(throws: DomainError.conflict("a folder cannot go below itself")) {
                try sample.ledger.moveFolder(
                    "Work", under: target, in: Self.account, context: sample.ledger.context(command: "folder move"))
            }
        }
    }

    @Test(.requirement(26), arguments: Place.allCases)
    func `a cursor is read back as it was set, above the integers of SQLite too`(place: Place) throws {
        let sample = try SampleLedger(place)
        try sample.addAccount(Self.account)
        let cursor = ChangeFolderCursor(
            uidValidity: .max, highestModSeq: ModificationSequence(1 << 63 + 1), supportsIdle: true)
        let outcome = try set("INBOX", sample, cursor: cursor)
        #expect(outcome.changes.map(\.field) == ["uid_validity", "highest_mod_seq", "supports_idle"])
        let known = FolderCursor(
            uidValidity: 4_294_967_295, highestModSeq: ModificationSequence(9_223_372_036_854_775_809),
            supportsIdle: true)
        #expect(try folder("INBOX", sample).cursor == known)
        try sample.reopen()
        try sample.ledger.maintenance.rebuild()
        #expect(try folder("INBOX", sample).cursor == known)
        #expect(try set("INBOX", sample, cursor: cursor).receipt == nil)
        _ = try sample.ledger.undo(.latest)
        #expect(try folder("INBOX", sample).cursor == FolderCursor())
    }

    @Test(.requirement(27, 28)) func `counts follow the messages`() throws {
        let sample = try SampleLedger()
        try sample.addAccount(Self.account)
        try sample.importing(["one", "two", "three"].map { SampleMail($0) }, account: Self.account)
        func counts() throws -> [Int] { try [folder("INBOX", sample).unread, folder("INBOX", sample).total] }
        #expect(try counts() == [3, 3])
        try sample.mark("subject:two", adding: [.seen])
        #expect(try counts() == [2, 3])
        try sample.mark("subject:two", removing: [.seen])
        #expect(try counts() == [3, 3] && sample.messages("in:INBOX").count == 3)
    }

    @Test(.requirement(29)) func `a role goes to another folder, and the counts of spam with it`() throws {
        let sample = try sample()
        func total() throws -> [Int] { try sample.ledger.read { try $0.counts().map(\.total) } }
        #expect(try total() == [5])
        let head = try sample.head()
        _ = try set("Work", sample) { $0.role = .spam }
        #expect(try sample.head() == head.advanced(by: 1))
        // What lies in spam alone does not count in its account; what lies below it does.
        #expect(try total() == [4] && folder("Work", sample).total == 1)
        // Another folder takes it over: now what lies there is left out, and what lies in Work counts again.
        let taken = try set("Work/Deep", sample) { $0.role = .spam }
        #expect(taken.roleTakenFrom == "Work" && taken.receipt?.eventCount == 2)
        #expect(try total() == [4] && folder("Work", sample).role == nil && folder("Work/Deep", sample).role == "spam")
        #expect(throws: DomainError.self) { try set("INBOX", sample) { $0.role = .other } }
        _ = try set("Work/Deep", sample) { $0.role = .other }
        #expect(try total() == [5])
        #expect(try sample.ledger.maintenance.checkViews() == nil)
    }

    @Test(.requirement(32, 33)) func `cascade ends the folders below and what lies in them alone`() throws {
        let sample = try sample()
        let plan = try sample.ledger.planFolderDeletion("Work", in: Self.account)
        #expect(plan.folders.map(\.path) == ["Work", "Work/Deep"] && plan.folders.map(\.messages) == [1, 1])
        #expect([plan.messages, plan.gone, plan.kept, plan.archived] == [2, 2, 0, 0])
        let head = try sample.head()
        #expect(try delete("Work", .cascade, sample)?.eventCount == 1)
        #expect(try sample.head() == head.advanced(by: 1))
        #expect(try sample.messages().count == 3)
        #expect(try sample.ledger.read { try $0.folders().allSatisfy { !$0.path.hasPrefix("Work") } })
    }

    @Test(.requirement(33)) func `nullify sends to the archive what would be nowhere else`() throws {
        let sample = try sample()
        try sample.scratch.write("more/cur/four:2,", SampleMail("four").text)
        try sample.importing("\(sample.scratch.path)/more", account: Self.account)
        let before = try PublicAnswers(of: sample.ledger)
        let plan = try sample.ledger.planFolderDeletion("Work", in: Self.account, policy: .nullify)
        #expect([plan.messages, plan.gone, plan.kept, plan.archived] == [2, 0, 1, 1])
        #expect(plan.archive == "Archive")
        #expect(try delete("Work", .nullify, sample)?.eventCount == 2)
        #expect(try sample.subjects("in:Archive") == ["five"] && sample.subjects("subject:four in:INBOX") == ["four"])
        #expect(try sample.messages().count == 5)
        let (_, undone) = try sample.ledger.undo(.latest)
        #expect(difference(before, try PublicAnswers(of: sample.ledger)) == nil)
        _ = try sample.ledger.undo(.operation(prefix: #require(undone).operation.description))
        #expect(try sample.subjects("in:Archive") == ["five"])
        #expect(try sample.ledger.maintenance.checkViews() == nil)
    }

    @Test(.requirement(33)) func `what lies in the trash beside goes to the archive, too`() throws {
        let sample = try sample()
        try sample.scratch.write("more/Trash/cur/four:2,", SampleMail("four").text)
        try sample.importing("\(sample.scratch.path)/more", account: Self.account)
        #expect(try sample.ledger.planFolderDeletion("Work", in: Self.account, policy: .nullify).archived == 2)
        _ = try delete("Work", .nullify, sample)
        #expect(try sample.subjects("in:Archive") == ["five", "four"])
    }

    @Test(.requirement(33)) func `without an archive nothing is nullified, and an empty folder needs none`() throws {
        let sample = try sample()
        _ = try set("Archive", sample) { $0.role = .other }
        let head = try sample.head()
        #expect(throws: DomainError.self) { try delete("Work", .nullify, sample) }
        #expect(throws: DomainError.self) {
            try sample.ledger.planFolderDeletion("Work", in: Self.account, policy: .nullify)
        }
        #expect(try sample.head() == head)
        #expect(try delete("Empty", .nullify, sample)?.eventCount == 1)
    }

    @Test(.requirement(33), arguments: [DeletePolicy.deny, .noAction])
    func `deny and no action leave a folder that holds anything, and name what it holds`(
        policy: DeletePolicy
    ) throws {
        let sample = try sample()
        let head = try sample.head()
        let plan = try sample.ledger.planFolderDeletion("Work", in: Self.account, policy: policy)
        #expect(plan.blockers == ["1 message", "the folder Work/Deep with 1 message"])
        #expect([plan.messages, plan.gone, plan.kept, plan.archived] == [2, 0, 2, 0])
        #expect(throws: DomainError.blocked("Work is not empty", by: plan.blockers)) {
            try delete("Work", policy, sample)
        }
        #expect(try sample.head() == head)
        #expect(try delete("Empty", policy, sample)?.eventCount == 1)
    }

    @Test(.requirement(33), arguments: DeletePolicy.allCases)
    func `undoing a deletion gives every answer as before, whatever the policy`(policy: DeletePolicy) throws {
        let sample = try sample()
        let path = policy == .cascade || policy == .nullify ? "Work" : "Empty"
        let before = try PublicAnswers(of: sample.ledger)
        _ = try delete(path, policy, sample)
        #expect(difference(before, try PublicAnswers(of: sample.ledger)) != nil)
        _ = try sample.ledger.undo(.latest)
        #expect(difference(before, try PublicAnswers(of: sample.ledger)) == nil)
        #expect(try sample.ledger.maintenance.checkViews() == nil)
    }

    @Test(.requirement(34)) func `a message in two folders outlives one of them`() throws {
        let sample = try sample()
        try sample.scratch.write("more/cur/four:2,", SampleMail("four").text)
        try sample.importing("\(sample.scratch.path)/more", account: Self.account)
        let plan = try sample.ledger.planFolderDeletion("Work", in: Self.account)
        #expect([plan.messages, plan.gone, plan.kept] == [2, 1, 1])
        _ = try delete("Work", .cascade, sample)
        #expect(try sample.subjects("*") == ["four", "one", "three", "two"])
        #expect(try sample.messages("subject:four").map(\.folders) == [["INBOX"]])
    }

    @Test(.requirement(35, 36)) func `labels are listed by account, and found by external id and account`() throws {
        let sample = try SampleLedger()
        var ids: [FolderID] = []
        for account in ["ada@example.org", "bob@example.org"] {
            try sample.addAccount(account)
            var settings = ChangeFolder()
            settings.externalID = "Label_1"
            let label = try sample.ledger.addFolder(
                FolderPath(parsing: "Tax"), to: account, kind: .label, settings: settings,
                context: sample.ledger.context(command: "folder add"))
            ids.append(label.id)
            let labels = try sample.ledger.read { try $0.folders(of: $0.account(account).stream) }
            #expect(labels.filter { $0.kind == "label" }.map(\.id) == [label.id])
        }
        #expect(ids[0] != ids[1])
        try sample.ledger.read { (reader: LedgerReader) throws in
            #expect(try reader.folder(externalID: "Label_1", in: "ada@example.org")?.id == ids[0])
            #expect(try reader.folder(externalID: "Label_1", in: "bob@example.org")?.id == ids[1])
            #expect(try reader.folder(externalID: "Label_2", in: "ada@example.org") == nil)
        }
        // Within an account an id means one folder.
        #expect(throws: DomainError.self) { try set("INBOX", sample) { $0.externalID = "Label_1" } }
        _ = try set("Tax", sample) { $0.externalID = "" }
        _ = try set("INBOX", sample) { $0.externalID = "Label_1" }
        #expect(try sample.ledger.maintenance.checkViews() == nil)
    }

    @Test(.requirement(37)) func `labels are saved together in one transaction, or none of them`() throws {
        let sample = try SampleLedger()
        let account = try sample.addAccount(Self.account)
        func labels(_ paths: [String]) throws -> [AddFoldersRequest.NewFolder] {
            paths.map { AddFoldersRequest.NewFolder(path: $0, kind: .label) }
        }
        let receipt = try sample.ledger.addFolders(
            labels(["A", "A/B", "C"]), to: Self.account, context: sample.ledger.context(command: "folder add"))
        #expect(receipt?.eventCount == 3)
        func count() throws -> Int {
            try sample.ledger.read { try $0.folders(of: account.stream).count { $0.kind == "label" } }
        }
        #expect(try count() == 3)
        let head = try sample.head()
        for bad in [["D", "A"], ["D", "D"], ["D", "Nowhere/E"]] {
            #expect(throws: DomainError.self) {
                try sample.ledger.addFolders(
                    labels(bad), to: Self.account, context: sample.ledger.context(command: "folder add"))
            }
        }
        #expect(try sample.head() == head && count() == 3)
    }

    @Test(.requirement(38))
    func `icon, colours and visibility come back as they were set, and show if unread hides at none`() throws {
        let sample = try sample()
        _ = try set("Work", sample) {
            ($0.icon, $0.color, $0.textColor) = ("briefcase", "1E90FF", "#fff")
            ($0.visibility, $0.messageVisibility, $0.sortOrder) = (.showIfUnread, .hide, 7)
        }
        try sample.ledger.maintenance.rebuild()
        let row = try folder("Work", sample)
        #expect(
            row.settings
                == FolderSettings(
                    sortOrder: 7, icon: "briefcase", color: RGBColor(hex: "#1e90ff"),
                    textColor: RGBColor(hex: "#ffffff"), visibility: .showIfUnread, messageVisibility: .hide))
        #expect(row.isListed)
        try sample.mark("in:Work", adding: [.seen])
        #expect(try !folder("Work", sample).isListed)
        _ = try sample.ledger.undo(.latest)
        #expect(try folder("Work", sample).isListed)
    }

    @Test(.requirement(46)) func `an order is one transaction with an event for each folder that goes elsewhere`()
        throws
    {
        let sample = try sample()
        let context = sample.ledger.context(command: "folder reorder")
        let outcome = try sample.ledger.reorderFolders(["Work", "Sent"], in: Self.account, context: context)
        func top() throws -> [FolderRow] { try sample.ledger.read { try $0.folders().filter { $0.parent == nil } } }
        #expect(
            try top().map(\.path) == ["Work", "Sent", "INBOX", "Drafts", "Trash", "Archive", "Spam", "Empty"])
        #expect(try top().map(\.sortOrder) == Array(0..<8))
        #expect(outcome.receipt?.eventCount == outcome.changes.count)
        #expect(try sample.ledger.operations(limit: 1).first?.transactions ?? 1 == 1)
        let head = try sample.head()
        for bad in [["INBOX", "Nowhere"], ["INBOX", "Work/Deep"], ["INBOX", "INBOX"]] {
            #expect(throws: DomainError.self) {
                try sample.ledger.reorderFolders(bad, in: Self.account, context: context)
            }
        }
        #expect(try sample.ledger.reorderFolders(["Work", "Sent"], in: Self.account, context: context).receipt == nil)
        #expect(try sample.head() == head)
    }

    @Test(.requirement(48)) func `a folder with a role is neither renamed, moved nor deleted, and without it is`()
        throws
    {
        let sample = try sample()
        let context = sample.ledger.context(command: "folder")
        for policy in DeletePolicy.allCases {
            #expect(throws: DomainError.self) { try delete("Archive", policy, sample) }
        }
        #expect(throws: DomainError.self) {
            try sample.ledger.renameFolder("Archive", to: "Old", in: Self.account, context: context)
        }
        _ = try set("Archive", sample) { $0.role = .other }
        _ = try sample.ledger.renameFolder("Archive", to: "Old", in: Self.account, context: context)
        #expect(try delete("Old", .deny, sample)?.eventCount == 1)
    }

    @Test(.requirement(51)) func `a second folder of a name beside the first is refused, and below it is taken`() throws
    {
        let sample = try SampleLedger()
        try sample.addAccount(Self.account)
        try sample.addFolder("A", to: Self.account)
        #expect(throws: DomainError.alreadyExists(kind: "folder", name: "A")) {
            try sample.addFolder("A", to: Self.account)
        }
        #expect(try sample.addFolder("A/A", to: Self.account).path == "A/A")
    }

    @Test(.requirement(38)) func `a folder's settings are undone by their fields, unless they have been changed since`()
        throws
    {
        let sample = try sample()
        let first = try #require(
            try set("Work", sample) {
                $0.icon = "tray"
                $0.color = "#123456"
            }.receipt)
        _ = try set("Work", sample) { $0.sortOrder = 1 }
        _ = try sample.ledger.undo(.operation(prefix: first.operation.description))
        let settings = try folder("Work", sample).settings
        #expect(settings.icon == nil && settings.color == nil && settings.sortOrder == 1)
        let second = try #require(try set("Work", sample) { $0.icon = "star" }.receipt)
        _ = try set("Work", sample) { $0.icon = "moon" }
        let obstacles = try sample.ledger.planUndo(.operation(prefix: second.operation.description)).obstacles
        #expect(obstacles.count == 1 && obstacles[0].hasPrefix("the folder Work has another icon since (folder set "))
        // A role that went to another folder since does not come back.
        let role = try #require(try set("Sent", sample) { $0.role = .other }.receipt)
        _ = try set("Work", sample) { $0.role = .sent }
        #expect(try sample.ledger.planUndo(.operation(prefix: role.operation.description)).obstacles.count == 1)
    }
}

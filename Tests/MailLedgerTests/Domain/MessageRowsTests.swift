import CivilTime
import EventLog
import Mail
import MailLedger
import Projections
import TestSupport
import Testing

/// Messages, as a program that imports the library has them.
@Suite struct `Messages of a ledger` {
    private static let ada = "ada@example.org"
    private static let bob = "bob@example.net"

    private func sample(_ place: Place = .memory) throws -> SampleLedger {
        let sample = try SampleLedger(place)
        for address in [Self.ada, Self.bob] { try sample.addAccount(address) }
        return sample
    }

    /// Messages of two accounts in several folders, read or not, with equal dates among them.
    private func crowd(seed: UInt64, count: Int = 120) throws -> SampleLedger {
        let sample = try sample()
        var random = SeededGenerator(seed: seed)
        for address in [Self.ada, Self.bob] {
            let letters = (0..<count).map { number in
                Letter("\(number)", day: Int.random(in: 1...9, using: &random)).with {
                    $0.folder = ["INBOX", "Archive", "Spam"][Int.random(in: 0..<3, using: &random)]
                    if Bool.random(using: &random) { $0.keywords = [.seen] }
                }
            }
            try sample.save(letters, account: address)
        }
        // A few lie in two folders, twice in one of them.
        let copies = (0..<8).map { SampleMail("\($0)").text }
        for (number, text) in copies.enumerated() {
            for name in ["a", "b"] { try sample.scratch.write("more/\(name)\(number).eml", text) }
        }
        try sample.importing("\(sample.scratch.path)/more", account: Self.ada, folder: "Archive")
        try sample.importing("\(sample.scratch.path)/more", account: Self.ada, folder: "Archive")
        try sample.scratch.move("more", to: "other")
        try sample.importing("\(sample.scratch.path)/other", account: Self.ada, folder: "INBOX")
        return sample
    }

    private func newest(_ rows: [MessageRow]) -> [MessageRow] {
        rows.sorted { ($0.sortDate.microseconds, $0.stream) > ($1.sortDate.microseconds, $1.stream) }
    }

    // MARK: Fields

    @Test(.requirement(54, 55)) func `each field of a message is kept`() throws {
        let sample = try sample()
        let letter = Letter("one", answers: ["root", "parent"]).with {
            $0.subject = "Re: The budget"
            $0.keywords = [.seen, .flagged, .answered]
            $0.headers = [
                "Cc: Carl <carl@example.org>", "Bcc: dora@example.org", "Reply-To: list@example.org",
                "Sender: secretary@example.org", "In-Reply-To: <parent@example.org>",
                "List-Id: Club <club.example.org>",
                "Content-Type: text/plain; charset=utf-8",
            ]
        }
        let id = try sample.save([letter], account: Self.ada)[0]
        let shown = try sample.ledger.show(id.description)
        let (row, headers) = (shown.row, shown.headers)
        #expect(row.id == id && row.accountAddress == Self.ada && row.folders == ["INBOX"] && row.thread == id)
        #expect(row.subject == "Re: The budget" && row.from?.name == "Ada" && row.from?.address == "ada@example.org")
        #expect(row.to.map(\.address) == ["grace@example.org"] && headers.cc.map(\.name) == ["Carl"])
        #expect(
            headers.bcc.map(\.address) == ["dora@example.org"]
                && headers.sender.map(\.address) == ["secretary@example.org"])
        #expect(headers.replyTo.map(\.address) == ["list@example.org"] && headers.listID == "club.example.org")
        #expect(row.messageID == "one@example.org" && headers.inReplyTo == ["parent@example.org"])
        #expect(
            headers.references == ["root@example.org", "parent@example.org"] && headers.contentType == "text/plain")
        #expect(row.date == Timestamp(iso8601: "2024-02-05T10:00:00Z") && row.receivedAt.microseconds == 5)
        #expect(row.keywords == ["$answered", "$flagged", "$seen"])
        #expect(row.isRead && row.isFlagged && row.isAnswered && !row.isDraft && !row.hasAttachments && row.hasBody)
        #expect(row.size == Int64(letter.bytes.count) && row.snippet == "The body of one.")
        #expect(
            shown.text?.hasPrefix("The body of one.") == true && headers.isThreaded
                && headers.normalizedSubject == "The budget")
        try sample.ledger.maintenance.rebuild()
        #expect(try sample.ledger.show(id.description).row == row)
    }

    @Test(.requirement(56, 63)) func `a server's ids are unique in an account, and a draft's id follows the draft`()
        throws
    {
        let sample = try sample()
        let letter = Letter("one").with { $0.external = ExternalIDs(id: "17a", thread: "16f", draft: "r-1") }
        let id = try sample.save([letter], account: Self.ada)[0]
        let (ada, bob) = try sample.ledger.read { try ($0.account(Self.ada).id, $0.account(Self.bob).id) }
        #expect(try sample.ledger.read { try $0.fetch(externalID: "17a", in: ada)?.id } == id)
        #expect(try sample.ledger.read { try $0.fetch(externalID: "17b", in: ada) } == nil)
        #expect(try sample.ledger.read { try $0.fetch(externalID: "17a", in: bob) } == nil)
        // The same id is free in another account, and taken in this one.
        try sample.save([letter], account: Self.bob)
        let head = try sample.head()
        #expect(throws: DomainError.alreadyExists(kind: "message with the external id", name: "17a")) {
            try sample.save([Letter("two").with { $0.external.id = "17a" }], account: Self.ada)
        }
        #expect(try sample.head() == head)
        let two = try sample.save([Letter("two").with { $0.external.id = "17c" }], account: Self.ada)[0]
        #expect(throws: DomainError.self) { try sample.ledger.link(two, to: ExternalIDs(id: "17a")) }
        // The draft goes on in another message.
        try sample.ledger.link(id, to: ExternalIDs(id: "17a", thread: "16f"))
        try sample.ledger.link(two, to: ExternalIDs(id: "17c", draft: "r-1"))
        #expect(try sample.ledger.read { try $0.fetch(draftID: "r-1", in: ada)?.id } == two)
        func found(_ query: String) throws -> [MessageID] { try sample.messages(query).map(\.id) }
        #expect(try found("external:17c") == [two] && found("external:17C").isEmpty && found("external:17").isEmpty)
        #expect(try found("external:17a").count == 2 && found("external:17a account:\(Self.ada)") == [id])
        #expect(try sample.ledger.link(two, to: ExternalIDs(id: "17c", draft: "r-1")).operation == nil)
        _ = try sample.ledger.undo(.latest)
        #expect(try sample.ledger.read { try $0.fetch(draftID: "r-1", in: ada) } == nil)
        #expect(try sample.ledger.maintenance.checkViews() == nil)
    }

    @Test(.requirement(57)) func `a body comes later than its header, by an event of its own`() throws {
        let sample = try sample()
        let whole = Letter("late").with {
            $0.headers = ["Content-Type: multipart/mixed; boundary=b"]
            $0.body = """
                --b

                Some walrus words.
                --b
                Content-Type: application/pdf; name=a.pdf
                Content-Disposition: attachment; filename=a.pdf

                x
                --b--

                """
        }
        let ada = try sample.ledger.read { try $0.account(Self.ada).id }
        var partial = whole.message(to: ada)
        partial.bytes = Array(whole.header.utf8)
        partial.lacksBody = true
        let id = try sample.ledger.mail.save([partial], context: sample.ledger.context(command: "save")).ids[0]
        var row = try #require(try sample.messages().first)
        #expect(!row.hasBody && row.snippet.isEmpty && !row.hasAttachments && row.subject == "late")
        #expect(try sample.ledger.text(of: row) == nil && sample.subjects("walrus") == [])
        let context = sample.ledger.context(command: "load")
        #expect(try sample.ledger.mail.loadBody(of: id, whole.bytes, context: context).changed == 1)
        row = try #require(try sample.messages().first)
        #expect(row.hasBody && row.snippet == "Some walrus words." && row.hasAttachments && row.id == id)
        #expect(row.size == Int64(whole.bytes.count))
        #expect(try sample.ledger.show(id.description).attachments.map(\.fileName) == ["a.pdf"])
        #expect(
            try sample.ledger.text(of: row)?.hasPrefix("Some walrus words.") == true
                && sample.subjects("walrus") == ["late"])
        #expect(try sample.subjects("subject:late") == ["late"])
        #expect(try sample.ledger.history(of: id.description).count == 2)
        #expect(try sample.ledger.mail.loadBody(of: id, whole.bytes, context: context).receipt == nil)
        // The same mail is known again when it is saved whole.
        #expect(try sample.save([whole], account: Self.ada) == [id])
        #expect(try sample.ledger.maintenance.checkViews() == nil)
        try sample.ledger.maintenance.rebuild()
        #expect(try sample.subjects("walrus") == ["late"])
    }

    @Test(.requirement(58), arguments: Place.allCases)
    func `a message that was marked as read is so after a restart, and its folder counts one less`(place: Place)
        throws
    {
        let sample = try sample(place)
        try sample.save([Letter("one"), Letter("two")], account: Self.ada)
        func unread() throws -> Int {
            try sample.ledger.read { try $0.folder("INBOX", in: $0.account(Self.ada).stream).unread }
        }
        #expect(try unread() == 2)
        try sample.mark("subject:one", adding: [.seen])
        try sample.reopen()
        #expect(try unread() == 1 && sample.messages("subject:one").allSatisfy(\.isRead))
    }

    @Test(.requirement(60)) func `marking as read twice appends no second event`() throws {
        let sample = try sample()
        try sample.save([Letter("one")], account: Self.ada)
        try sample.mark("*", adding: [.seen])
        let head = try sample.head()
        #expect(try sample.mark("*", adding: [.seen]).operation == nil)
        #expect(try sample.head() == head)
    }

    @Test(.requirement(62))
    func `where a message lies tells whether it is in the inbox, trash or spam, is sent or a draft`() throws {
        let sample = try sample()
        let folders: [(String, WritableKeyPath<Standing, Bool>)] = [
            ("INBOX", \.isInInbox), ("Trash", \.isInTrash), ("Spam", \.isInSpam), ("Sent", \.isSent),
            ("Drafts", \.isDraft),
        ]
        try sample.save(folders.map { folder, _ in Letter(folder).with { $0.folder = folder } }, account: Self.ada)
        for (folder, property) in folders {
            let row = try #require(try sample.messages("subject:\(folder)").first)
            var expected = Standing()
            expected[keyPath: property] = true
            #expect(try sample.ledger.read { try $0.standing(of: row) } == expected, "\(folder)")
        }
        // A role, not a name: the folder may be called anything.
        try sample.addFolder("Bin", to: Self.ada)
        try sample.move("in:Trash", to: "Bin", in: Self.ada)
        var command = ChangeFolder()
        command.role = .other
        _ = try sample.ledger.changeFolder("Spam", command, in: Self.ada, context: sample.ledger.context(command: "t"))
        command.role = .spam
        _ = try sample.ledger.changeFolder("Bin", command, in: Self.ada, context: sample.ledger.context(command: "t"))
        let row = try #require(try sample.messages("in:Bin").first)
        #expect(try sample.ledger.read { try $0.standing(of: row) } == Standing(isInSpam: true))
        try sample.mark("in:INBOX", adding: [.draft])
        let draft = try #require(try sample.messages("in:INBOX").first)
        #expect(try sample.ledger.read { try $0.standing(of: draft) } == Standing(isInInbox: true, isDraft: true))
    }

    // MARK: Lists

    @Test(.requirement(64, 65, 66)) func `every combination of filters gives pages of what brute force gives`() throws {
        let seed = UInt64.random(in: .min ... .max)
        let sample = try crowd(seed: seed)
        for _ in 0..<2 {
            try sample.ledger.read { (reader) throws in
                let all = try newest(reader.messages())
                #expect(try reader.messages().map(\.id) == all.map(\.id), "seed \(seed)")
                let accounts = [nil] + (try reader.accounts().map { Optional($0) })
                let folders =
                    [nil]
                    + (try reader.folders().filter { ["INBOX", "Archive"].contains($0.path) }.map { Optional($0) })
                for account in accounts {
                    for folder in folders {
                        for isRead in [nil, true, false] {
                            let expected = all.filter { row in
                                (account == nil || row.account == account?.id)
                                    && (folder == nil
                                        || row.account == folder?.account && row.folders.contains(folder?.path ?? ""))
                                    && (isRead == nil || row.isRead == isRead)
                            }
                            var pages: [MessageRow] = []
                            repeat {
                                let page = try reader.fetch(
                                    account: account?.id, folder: folder?.id, isRead: isRead, limit: 7,
                                    offset: pages.count)
                                pages += page
                                if page.count < 7 { break }
                            } while true
                            #expect(
                                pages == expected,
                                "seed \(seed) \(account?.address ?? "") \(folder?.path ?? "") \(String(describing: isRead))"
                            )
                        }
                    }
                }
            }
            try sample.ledger.maintenance.rebuild()
        }
    }

    @Test(.requirement(66)) func `each list walks an index: no scan of a table, no sorting`() throws {
        let sample = try crowd(seed: 1, count: 10)
        try sample.ledger.read { (reader) throws in
            let account = try reader.account(Self.ada).id
            let folder = try reader.folder("INBOX", in: reader.account(Self.ada).stream).id
            for account in [nil, account] {
                for folder in [nil, folder] {
                    for isRead in [nil, true, false] {
                        let plan = try reader.fetchPlan(account: account, folder: folder, isRead: isRead)
                        #expect(!plan.isEmpty)
                        for line in plan {
                            #expect(!line.contains("TEMP B-TREE"), "\(plan)")
                            #expect(!line.hasPrefix("SCAN") || line.contains("USING INDEX"), "\(plan)")
                        }
                    }
                }
            }
        }
    }

    @Test(.requirement(64, 66)) func `queries by folder, account and state give what the lists by scope give`() throws {
        let seed = UInt64.random(in: .min ... .max)
        let sample = try crowd(seed: seed)
        let all = try newest(sample.messages())
        let tests: [(String, (MessageRow) -> Bool)] = [
            ("in:INBOX account:ada", { $0.folders.contains("INBOX") && $0.accountAddress == Self.ada }),
            ("in:Archive", { $0.folders.contains("Archive") }), ("is:unread", { !$0.isRead && !$0.isDraft }),
            ("account:bob is:unread", { $0.accountAddress == Self.bob && !$0.isRead && !$0.isDraft }),
            (
                "in:ada@example.org/Archive is:unread",
                { $0.accountAddress == Self.ada && $0.folders.contains("Archive") && !$0.isRead }
            ),
            (
                "in:ada@example.org/Archive -is:read",
                { $0.accountAddress == Self.ada && $0.folders.contains("Archive") && !$0.isRead }
            ),
            ("is:read account:ada", { $0.accountAddress == Self.ada && $0.isRead }),
            ("in:ada@example.org/Archive account:bob", { _ in false }),
        ]
        for (query, takes) in tests {
            let expected = all.filter(takes)
            #expect(try sample.messages(query) == expected, "seed \(seed) \(query)")
            let filter = try sample.filter(query)
            try sample.ledger.read { (reader) throws in
                #expect(
                    try reader.messages(matching: filter, limit: 5, offset: 2)
                        == Array(expected.dropFirst(2).prefix(5)), "seed \(seed) \(query)")
                let oldest = try reader.messages(matching: filter, order: .oldestFirst)
                #expect(oldest == expected.reversed(), "seed \(seed) \(query)")
            }
        }
    }

    @Test(.requirement(64)) func `what does not live is not asked for`() throws {
        let sample = try sample()
        let gone = AccountID(UniqueID.random { [UInt8](repeating: 1, count: $0) })
        #expect(throws: DomainError.notFound(kind: "account", name: gone.description)) {
            try sample.ledger.read { try $0.fetch(account: gone) }
        }
        #expect(throws: DomainError.self) {
            try sample.ledger.read { try $0.fetch(folder: FolderID(gone.uniqueID)) }
        }
    }

    @Test(.requirement(103)) func `a page has 20 messages unless another number is asked for`() throws {
        let sample = try sample()
        try sample.save((1...25).map { Letter("\($0)", answers: $0 == 1 ? [] : ["1"]) }, account: Self.ada)
        try sample.ledger.read { (reader) throws in
            #expect(
                try reader.fetch().count == 20 && reader.fetch(offset: 20).count == 5
                    && reader.fetch(limit: nil).count == 25)
            let thread = try #require(try reader.threads().first)
            #expect(try reader.messages(of: thread).count == 20 && reader.messages(of: thread, offset: 20).count == 5)
        }
    }

    @Test(.requirement(76)) func `counts are those of brute force`() throws {
        let seed = UInt64.random(in: .min ... .max)
        let sample = try crowd(seed: seed)
        try sample.ledger.read { (reader) throws in
            let all = try reader.messages()
            func expect(_ rows: [MessageRow], account: AccountID?, folder: FolderID?) throws {
                #expect(try reader.count(account: account, folder: folder) == rows.count, "seed \(seed)")
                #expect(
                    try reader.unreadCount(account: account, folder: folder)
                        == rows.count { !$0.isRead && !$0.isDraft },
                    "seed \(seed)")
            }
            let counted = all.filter { $0.folders != ["Spam"] }
            try expect(counted, account: nil, folder: nil)
            for account in try reader.accounts() {
                try expect(counted.filter { $0.account == account.id }, account: account.id, folder: nil)
                for folder in try reader.folders(of: account.stream) {
                    let rows = all.filter { $0.account == account.id && $0.folders.contains(folder.path) }
                    try expect(rows, account: account.id, folder: folder.id)
                    try expect(rows, account: nil, folder: folder.id)
                }
            }
        }
    }

    // MARK: Search

    @Test(.requirement(67, 68)) func `a word is found in each field alone, whatever its case and its accents`() throws {
        let sample = try sample()
        let letters = [
            Letter("subject").with { $0.subject = "=?utf-8?q?R=C3=A9sum=C3=A9?=" },
            Letter("address").with { $0.from = "resume@example.org" },
            Letter("name").with { $0.from = "=?utf-8?q?R=C3=A9sum=C3=A9?= <x@example.org>" },
            Letter("text").with { $0.body = "my RESUME\n" },
            Letter("street").with {
                $0.headers = ["Content-Type: text/plain; charset=utf-8"]; $0.body = "Hauptstra\u{DF}e\n"
            },
        ]
        let ids = try sample.save(letters, account: Self.ada)
        for word in ["resume", "R\u{E9}sum\u{E9}", "RESUME"] {
            #expect(Set(try sample.ledger.messages(withAllWords: word).map(\.id)) == Set(ids.dropLast()), "\(word)")
        }
        #expect(try sample.ledger.messages(withAllWords: "hauptstrasse").map(\.id) == [ids[4]])
    }

    @Test(.requirement(69, 70)) func `a search gives the 100 newest, of one account or of all`() throws {
        let sample = try sample()
        for account in [Self.ada, Self.bob] {
            try sample.save((0..<75).map { Letter("walrus \($0)", day: 1 + $0 % 28) }, account: account)
        }
        let all = try newest(sample.messages("walrus"))
        #expect(all.count == 150)
        #expect(try sample.ledger.messages(withAllWords: "walrus") == Array(all.prefix(100)))
        #expect(
            try sample.ledger.messages(withAllWords: "walrus", limit: 500).count == 100
                && sample.ledger.messages(withAllWords: "walrus", limit: 3) == Array(all.prefix(3)))
        #expect(
            try sample.ledger.messages(withAllWords: "walrus", account: Self.bob)
                == all.filter { $0.accountAddress == Self.bob })
    }
}

extension SampleLedger {
    func messagesCount(_ query: String = "*") throws -> Int {
        let filter = try filter(query)
        return try ledger.read { try $0.countMessages(matching: filter) }
    }
}

import Content
import Cryptography
import EventLog
import Foundation
import Mail
import MailLedger
import Projections
import TestSupport
import Testing

/// All mail of a person, with its history.
@Suite struct `An export of a person's mail` {
    private static let account = "post@example.net"
    private static let person = "eve@example.org"

    /// What an export told, line by line.
    private struct Answer {
        var report: SubjectReport
        var messages: [SubjectMessage] = []
        var erasures: [ErasureRow] = []
        let path: String

        subscript(subject: String) -> SubjectMessage? { messages.first { $0.headers.subject == subject } }
        var subjects: [String] { messages.compactMap(\.headers.subject).sorted() }
    }

    private func world(_ mail: [SampleMail] = [], _ place: Place = .memory) throws -> SampleLedger {
        let sample = try SampleLedger(place)
        try sample.addAccount(Self.account)
        if !mail.isEmpty { try sample.importing(mail, account: Self.account) }
        return sample
    }

    private func mail(_ name: String, _ headers: String...) -> SampleMail {
        var mail = SampleMail(name)
        mail.headers = headers
        return mail
    }

    private func export(
        _ sample: SampleLedger, _ address: String = person, to name: String = "answer", dryRun: Bool = false,
        progress: @escaping PersonalDataExporter.Progress = { _, _, _ in true }
    ) throws -> Answer {
        let path = "\(sample.scratch.path)/\(name)"
        var messages: [SubjectMessage] = []
        var erasures: [ErasureRow] = []
        let report = try PersonalDataExporter(of: sample.ledger, address: address, dryRun: dryRun, progress: progress)
            .run(to: path) { line in
                switch line {
                case .message(let message, _): messages.append(message)
                case .erasure(let row, _): erasures.append(row)
                case .about: break
                }
                return Array("{}".utf8)
            }
        return Answer(report: report, messages: messages, erasures: erasures, path: path)
    }

    private func bytes(_ path: String) throws -> [UInt8] {
        Array(try Data(contentsOf: URL(filePath: path)))
    }

    // MARK: Whose mail it is

    @Test func `has what names the address in any field, in any case, and nothing that names another`() throws {
        var from = SampleMail("from")
        from.from = "Eve <EVE@Example.ORG>"
        var to = SampleMail("to")
        to.to = "a@example.org, \"Eve, E.\" <eve@example.org>"
        var name = SampleMail("name")
        name.from = "\"eve@example.org\" <other@example.org>"
        var longer = SampleMail("longer")
        longer.from = "eve@example.org.example"
        longer.to = "steve@example.org"
        let body = SampleMail("body", body: "Write to eve@example.org.\n")
        let sample = try world([
            from, to, name, longer, body, mail("cc", "Cc: eve@example.org"), mail("bcc", "Bcc: eve@example.org"),
            mail("sender", "Sender: eve@example.org"), mail("reply", "Reply-To: eve@example.org"),
            mail("several", "Cc: eve@example.org", "Sender: Eve@example.org"),
            mail("group", "Cc: All: x@y.z, eve@example.org;"),
        ])
        let answer = try export(sample)
        #expect(
            answer.subjects == ["bcc", "cc", "from", "group", "reply", "sender", "several", "to"])
        let places = [
            "from": SubjectPlace.from, "to": .to, "cc": .cc, "bcc": .bcc, "sender": .sender, "reply": .replyTo,
        ]
        for (subject, place) in places { #expect(answer[subject]?.places == [place], "\(subject)") }
        #expect(answer["several"]?.places == [.sender, .cc])
        #expect(try export(sample, "nobody@example.org", to: "none").messages.isEmpty)
        #expect(filesBelow("\(sample.scratch.path)/none").sorted() == ["about.json", "erased.jsonl", "messages.jsonl"])
    }

    @Test func `has what came into an account of the address, whoever it names, also after it got another one`() throws
    {
        let sample = try world([SampleMail("list")])
        try sample.addAccount("late@example.net")
        #expect(try export(sample, "POST@example.net", to: "a")["list"]?.places == [.account])
        var change = ChangeAccount()
        change.address = "new@example.net"
        _ = try sample.ledger.changeAccount(
            Self.account, change, context: sample.ledger.context(command: "account set"))
        for (address, count) in [(Self.account, 1), ("new@example.net", 1), ("late@example.net", 0)] {
            #expect(try export(sample, address, to: address).messages.count == count, "\(address)")
        }
    }

    @Test func `takes the mail that an erasure by the address takes, but for that of its account`() throws {
        var longer = SampleMail("longer")
        longer.from = "steve@example.org"
        longer.to = "eve@example.org.example"
        let sample = try world([
            longer, SampleMail("list"), mail("cc", "Cc: Eve <EVE@Example.ORG>"), mail("deleted", "Bcc: \(Self.person)"),
        ])
        _ = try sample.ledger.delete(
            sample.filter("subject:deleted"), context: sample.ledger.context(command: "delete"))
        try sample.addAccount(Self.person)
        try sample.importing([SampleMail("own")], account: Self.person)
        #expect(try export(sample).subjects == ["cc", "deleted", "own"])
        let erase = EraseRequest(kind: .address, target: "Eve <Eve@Example.org>")
        _ = try sample.ledger.perform(erase, Call(reason: "request 7"))
        #expect(try export(sample, to: "after").subjects == ["own"])
        #expect(try Set(sample.subjects("*")) == ["list", "longer", "own"])
        // The second time there is nothing left.
        #expect(try sample.ledger.erasure.plan(of: .address(Self.person)).isEmpty)
        for target in ["eve", "", "eve@"] {
            #expect(throws: DomainError.self, "\(target)") {
                try sample.ledger.perform(EraseRequest(kind: .address, target: target), Call(reason: "request 8"))
            }
        }
    }

    // MARK: What is told of it

    @Test func `has deleted mail, however it went, and who did it, when and why`() throws {
        let sample = try world((0..<3).map { mail("mail\($0)", "Cc: \(Self.person)") })
        try sample.addFolder("Old", to: Self.account)
        try sample.importing([mail("ended", "Cc: \(Self.person)")], account: Self.account, folder: "Old")
        try sample.addAccount("second@example.net")
        try sample.importing([mail("gone", "Cc: \(Self.person)")], account: "second@example.net")
        let hidden = try sample.scratch.write("box/cur/1.a.host:2,T", mail("hidden", "Cc: \(Self.person)").text)
        try sample.importing(String(hidden.dropLast("/cur/1.a.host:2,T".count)), account: Self.account)
        _ = try sample.ledger.delete(
            sample.filter("subject:mail1"), context: sample.ledger.context(command: "delete", reason: "too old"))
        _ = try sample.ledger.deleteFolder("Old", in: nil, context: sample.ledger.context(command: "folder delete"))
        try sample.deleteAccount("second@example.net")
        try sample.mark("subject:mail2", adding: [.seen, try Keyword("tax")])
        let answer = try export(sample)
        #expect(answer.subjects == ["ended", "gone", "hidden", "mail0", "mail1", "mail2"])
        #expect(
            answer.messages.filter(\.isDeleted).compactMap(\.headers.subject).sorted()
                == ["ended", "gone", "hidden", "mail1"])
        #expect(answer.report.messages == 6 && answer.report.deleted == 4)
        #expect(answer["ended"]?.folders == ["Old"] && answer["mail1"]?.folders == ["INBOX"])
        #expect(answer["gone"]?.account == "second@example.net")
        #expect(answer["mail2"]?.keywords == ["$seen", "tax"])
        let last = try #require(answer["mail1"]?.history.last)
        #expect(
            last.type == MessageDeleted.type && last.reason == "too old"
                && last.actor == sample.ledger.environment.actor)
        #expect(answer["gone"]?.history.last?.type == AccountDeleted.type)
        #expect(answer["ended"]?.history.last?.type == FolderDeleted.type)
        let histories = try answer.messages.map { try sample.ledger.history(of: $0.id.description).count }
        #expect(answer.messages.map(\.history.count) == histories)
        #expect(answer.report.changes == histories.reduce(0, +))
    }

    @Test func `has the bytes of each copy as they came, and equal ones once`() throws {
        let plain = mail("mail", "Cc: \(Self.person)")
        let other = plain.text.replacing("Subject: mail", with: "X-TUID: 0123456789ab\nSubject: mail")
        let sample = try world([plain])
        for (folder, text) in [("Archive", other), ("Sent", other), ("Drafts", plain.text)] {
            let path = try sample.scratch.write("\(folder)/mail.eml", text)
            try sample.importing(path, account: Self.account, folder: folder)
        }
        let answer = try export(sample)
        let message = try #require(answer["mail"])
        #expect(message.files.map(\.digest) == [plain.text, other].map { SHA256Hasher.digest(of: Array($0.utf8)) })
        for (file, text) in zip(message.files, [plain.text, other]) {
            let path = try #require(file.path)
            #expect(try bytes("\(answer.path)/\(path)") == Array(text.utf8))
        }
        #expect(filesBelow(answer.path + "/messages").count == 2)
        #expect(answer.report.files == 2 && answer.report.bytes == Int64((plain.text + other).utf8.count))
        #expect(permissions(of: answer.path + "/messages.jsonl") == 0o600)
    }

    @Test func `says what was erased, and has nothing of it`() throws {
        let canaries = try Canaries()
        let message = try canaries.id()
        _ = try canaries.ledger.erase(
            .message(prefix: message), context: canaries.ledger.context(command: "erase", reason: "request 17"))
        let answer = try export(canaries.sample, Canaries.account)
        #expect(answer.subjects == ["other"])
        #expect(answer.erasures.map(\.id.description) == [message] && answer.report.erasures == 1)
        let left = Canaries.words.filter { !files(below: answer.path, holding: $0).isEmpty }
        #expect(left.isEmpty)
    }

    @Test func `is of the moment that the ledger answers of`() throws {
        let sample = try world([mail("early", "Cc: \(Self.person)")])
        let early = try sample.head()
        try sample.delete("subject:early")
        try sample.importing([mail("late", "Cc: \(Self.person)")], account: Self.account)
        try sample.stand(at: Moment(.position(early)))
        let answer = try export(sample)
        #expect(answer.subjects == ["early"] && answer["early"]?.isDeleted == false)
        #expect(answer.report.position == early && sample.ledger.moment?.position == early)
        try sample.stand(at: nil)
        let now = try export(sample, to: "now")
        #expect(now.subjects == ["early", "late"] && now["early"]?.isDeleted == true)
        #expect(sample.ledger.moment == nil)
    }

    @Test func `is of one moment, whatever others write meanwhile`() throws {
        let sample = try world((0..<3).map { mail("mail\($0)", "Cc: \(Self.person)") }, .disk)
        let head = try sample.head()
        let other = try Ledger.open(at: #require(sample.location), access: .readWrite)
        let filter = try sample.filter("*")
        let answer = try export(sample) { part, done, _ in
            if part == .messages, done == 1 {
                _ = try? other.delete(filter, context: other.context(command: "delete"))
            }
            return true
        }
        #expect(try sample.head() > head)
        #expect(answer.report.position == head && answer.messages.count == 3 && answer.report.deleted == 0)
        #expect(answer.messages.allSatisfy { $0.history.count == 1 })
    }

    // MARK: What is in its way

    @Test func `into a folder that holds something is refused, and one that is stopped leaves nothing`() throws {
        let sample = try world((0..<3).map { mail("mail\($0)", "Cc: \(Self.person)") }, .disk)
        try sample.scratch.write("full/mine", "mine")
        #expect(throws: DomainError.self) { try export(sample, to: "full") }
        #expect(filesBelow("\(sample.scratch.path)/full") == ["mine"])
        #expect(throws: EventLogError.cancelled) { try export(sample) { part, done, _ in part == .search || done < 2 } }
        #expect(throws: EventLogError.cancelled) { try export(sample) { part, _, _ in part != .search } }
        #expect(throws: DomainError.self) { try export(sample, to: "ledger/answer") }
        let planned = try export(sample, dryRun: true).report
        #expect(!FileManager.default.fileExists(atPath: "\(sample.scratch.path)/answer"))
        let done = try export(sample).report
        #expect((planned.messages, planned.files, planned.bytes) == (done.messages, done.files, done.bytes))
        #expect(planned.changes == done.changes && done.messages == 3)
        #expect(try sample.head() == done.position)
    }

    @Test func `names the bytes that are missing`() throws {
        let sample = try world([mail("lost", "Cc: \(Self.person)")])
        let raw = try #require(try export(sample)["lost"]?.files.first?.digest)
        try sample.ledger.content.remove([raw])
        let answer = try export(sample, to: "again")
        #expect(answer["lost"]?.files.map(\.path) == [nil] && answer.report.leftOut.map(\.digest) == [raw])
        #expect(answer.report.isPartial && answer.report.leftOut.map(\.reason) == [.contentMissing])
    }
}

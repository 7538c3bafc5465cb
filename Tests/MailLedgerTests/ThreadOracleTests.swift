import EventLog
import Mail
import MailLedger
import Projections
import TestSupport
import Testing

/// Sets of Message-IDs that belong together.
typealias Partition = Set<Set<String>>

@Suite(.needsSharedMail) struct `Threads of real mail` {
    /// Message-IDs that GMime, by which the oracle was made, reads otherwise than they stand in the header.
    ///
    /// None of them is well-formed (RFC 5322 section 3.6.4), none is referred to, and each is a thread of its own here and there.
    static let spellings = [
        // GMime ends at a domain that is only a full stop.
        "00004ee7187c$00004968$00001798@.": "00004ee7187c$00004968$00001798@",
        // GMime ends an identifier without an @ at the space in it.
        "PM200011:12:45AM": "PM200011:12:45",
        "PM20008:14:54AM": "PM20008:14:54",
        // An X.400 address in quotation marks: GMime ends at the first asterisk and slash.
        "\"020828081752Z.WT24519.6*/PN=Robin.Hill/OU=Technical/OU=NOTES/O=BAeMAA/PRMD=BAE/ADMD=GOLD400/C=GB/\"@MHS":
            "020828081752Z.WT24519.",
    ]

    @Test(arguments: [
        ("notmuch-corpora", "default", 53), ("notmuch-corpora", "lkml", 210), ("notmuch-corpora", "threading", 12),
        ("spamassassin-a", "", 3000),
    ])
    func `are those that notmuch finds`(set: String, folder: String, messages: Int) throws {
        let root = "\(try requireSharedMail())/\(set)"
        let sample = try SampleLedger()
        try sample.addAccount("reader@example.org")
        let files = try RealMail.files(of: set).filter { $0.hasPrefix("\(root)/\(folder)") }
        #expect(try sample.importing(files, account: "reader@example.org").seen == messages)

        let oracle = try RealMail.lines(of: "\(root)/ORACLE-threads\(folder.isEmpty ? "" : "-\(folder)").tsv")
        let expected = Dictionary(grouping: oracle) { $0[0] }.values.map { Set($0.map { $0[1] }) }
        let found = try partition(of: sample) { Self.spellings[$0] ?? $0 }
        #expect(found.subtracting(expected).sorted { $0.count < $1.count }.prefix(3).isEmpty)
        #expect(Set(expected).subtracting(found).sorted { $0.count < $1.count }.prefix(3).isEmpty)
        #expect(found.count == Set(expected).count)
        try expectSummaries(sample)
        if folder.isEmpty { try expectTheRest(files, sample) }
    }

    /// The large set is taken in once for all that is asked of it.
    private func expectTheRest(_ files: [String], _ sample: SampleLedger) throws {
        #expect(try sample.messages().count == 3000)
        let head = try sample.head()
        #expect(try sample.importing(files, account: "reader@example.org").existing == 3000)
        #expect(try sample.head() == head, "a second run appends nothing")
        try expectRawBytes(of: files, in: sample)
        #expect(try sample.ledger.maintenance.verifyLog().events == head.rawValue)
        #expect(try sample.ledger.maintenance.checkViews() == nil)
    }

    @Test(arguments: 0..<2)
    func `are the same whatever the order of arrival`(round: Int) throws {
        var generator = SeededGenerator(for: "order \(round)")
        let folder = "\(try requireSharedMail())/notmuch-corpora"
        let files = try RealMail.files(of: "notmuch-corpora").filter {
            $0.contains("/lkml/") || $0.contains("/threading/")
        }
        #expect(files.count == 222 && !folder.isEmpty)
        let inOrder = try SampleLedger()
        try inOrder.addAccount("reader@example.org")
        try inOrder.importing(files, account: "reader@example.org")
        let shuffled = try SampleLedger()
        try shuffled.addAccount("reader@example.org")
        // In several operations, so that threads merge across transactions too.
        let order = files.shuffled(using: &generator)
        for start in stride(from: 0, to: order.count, by: 60) {
            try shuffled.importing(Array(order[start..<min(start + 60, order.count)]), account: "reader@example.org")
        }
        #expect(try partition(of: shuffled) == partition(of: inOrder))
        #expect(try shuffled.ledger.maintenance.checkViews() == nil)
        try expectSummaries(shuffled)
    }

    /// The Message-IDs of each thread.
    private func partition(of sample: SampleLedger, spelling: (String) -> String = { $0 }) throws -> Partition {
        let messages = try sample.messages()
        return Set(
            Dictionary(grouping: messages, by: \.thread).values.map { members in
                Set(members.map { spelling($0.messageID ?? "?\($0.id)") })
            })
    }

    /// What is said of each thread agrees with its messages.
    private func expectSummaries(_ sample: SampleLedger) throws {
        let messages = Dictionary(uniqueKeysWithValues: try sample.messages().map { ($0.id, $0) })
        let threads = try sample.ledger.read { try $0.threads() }
        #expect(threads.reduce(0) { $0 + $1.messageCount } == messages.count)
        for thread in threads {
            let members = thread.messages.compactMap { messages[$0] }
            #expect(members.count == thread.messageCount && members.allSatisfy { $0.thread == thread.id })
            #expect(thread.unreadCount == members.count { !$0.isRead && !$0.keywords.contains("$draft") })
            #expect(thread.lastDate == members.map(\.sortDate).max())
            #expect(thread.subject == members.first?.subject)
        }
        #expect(threads.map(\.lastDate) == threads.map(\.lastDate).sorted(by: >))
    }
}

import Access
import Content
import Cryptography
import EventLog
import Foundation
import Mail
import MailLedger
import Projections
import SQLiteDatabase
import TestSupport
import Testing

/// What of the content store goes: only what no event names that is not erased.
@Suite struct `Collecting content` {
    private static let account = "ada@example.org"

    private func sample(_ place: Place = .memory) throws -> SampleLedger {
        let sample = try SampleLedger(place)
        try sample.addAccount(Self.account)
        return sample
    }

    private func store(_ text: String, in sample: SampleLedger) throws -> SHA256Digest {
        try sample.ledger.content.batch { try $0.put(bytes: Array(text.utf8)) }
    }

    @Test(.requirement(147), arguments: Place.allCases)
    func `what was deleted, pruned or undone keeps its content, and comes back with it`(place: Place) throws {
        let sample = try sample(place)
        try sample.importing([SampleMail("undone")], account: Self.account)
        _ = try sample.ledger.undo(.latest)
        try sample.importing([SampleMail("deleted"), SampleMail("pruned")], account: Self.account)
        try sample.delete("subject:deleted")
        try sample.ledger.prune(
            .newest(0), account: Self.account, context: sample.ledger.context(command: "prune"))
        try sample.addAccount("bob@example.net")
        try sample.importing([SampleMail("bob")], account: "bob@example.net")
        try sample.deleteAccount("bob@example.net")
        #expect(try sample.messages().isEmpty)
        #expect(try sample.ledger.maintenance.collectContent() == ContentCollection())
        #expect(try sample.ledger.content.stats().count == 4)
        _ = try sample.ledger.undo(.latest)
        let row = try #require(try sample.messages().first)
        #expect(try sample.ledger.text(of: row)?.contains("bob") == true)
        #expect(try sample.ledger.maintenance.missingContent().isEmpty)
    }

    @Test(.requirement(147), arguments: Place.allCases)
    func `what a killed import stored and did not record goes, small and large`(place: Place) throws {
        let sample = try sample(place)
        try sample.importing([SampleMail("one")], account: Self.account)
        let small = try store("nobody's", in: sample)
        let large = try store(String(repeating: "nobody's\n", count: 300_000), in: sample)
        if let location = sample.location {
            // What a writer that was killed in the middle of a file leaves.
            try Data("x".utf8).write(to: URL(fileURLWithPath: "\(location.directory)/content/tmp-0123"))
        }
        let tried = try sample.ledger.maintenance.collectContent(dryRun: true)
        #expect(tried.contents == 2 && tried.storedBytes > 0)
        #expect(try sample.ledger.content.contains(small) && sample.ledger.content.contains(large))
        let head = try sample.head()
        let collection = try sample.ledger.maintenance.collectContent()
        #expect(collection.contents == 2 && collection.storedBytes == tried.storedBytes)
        #expect(collection.leftovers == (place == .disk ? 1 : 0))
        #expect(try !sample.ledger.content.contains(small) && !sample.ledger.content.contains(large))
        #expect(try sample.head() == head && sample.ledger.content.stats().count == 1)
        if let location = sample.location {
            let files = try FileManager.default.subpathsOfDirectory(atPath: location.directory + "/content")
            #expect(files.allSatisfy { $0.utf8.count == 2 || $0.hasPrefix("dictionary-") })
        }
        // The store takes the same bytes again.
        #expect(try store(String(repeating: "nobody's\n", count: 300_000), in: sample) == large)
        #expect(try sample.ledger.content.stats().rawBytes > 2_700_000)
        #expect(try sample.ledger.maintenance.missingContent().isEmpty)
    }

    @Test(.requirement(147)) func `the header that a whole message took the place of stays with its event`() throws {
        let sample = try sample()
        let ada = try sample.ledger.read { try $0.account(Self.account).id }
        var message = Letter("late").message(to: ada)
        (message.bytes, message.lacksBody) = (Array(Letter("late").header.utf8), true)
        let context = sample.ledger.context(command: "save")
        let id = try sample.ledger.mail.save([message], context: context).ids[0]
        try sample.ledger.mail.loadBody(of: id, Letter("late").bytes, context: context)
        #expect(try sample.ledger.maintenance.collectContent().contents == 0)
        #expect(try sample.ledger.content.stats().count == 2)
    }

    @Test(.requirement(147)) func `an erased event names nothing, and another that is not keeps what both named`()
        throws
    {
        let sample = try sample(.disk)
        let location = try #require(sample.location)
        // The same bytes in two accounts, and others in one of them.
        try sample.addAccount("bob@example.net")
        try sample.importing([SampleMail("shared"), SampleMail("own")], account: Self.account)
        try sample.importing([SampleMail("shared")], account: "bob@example.net")
        let adas = try sample.messages().filter { $0.accountAddress == Self.account }
        let log = try Connection(path: location.logPath, mode: .readWrite)
        for row in adas {
            try log.run("INSERT INTO erasures VALUES ('event', \(bind: row.stream.rawValue))")
            try log.run(
                "UPDATE events SET payload = NULL, salt = NULL WHERE position = \(bind: row.stream.rawValue)")
        }
        #expect(try sample.ledger.maintenance.collectContent().contents == 1)
        let kept = try adas.filter { try sample.ledger.content.contains($0.content) }
        #expect(kept.map(\.subject) == ["shared"])
    }

    @Test func `nothing is collected while somebody stores, and nothing stored while somebody collects`() throws {
        let sample = try sample(.disk)
        let location = try #require(sample.location)
        let digest = try store("on its way", in: sample)
        do {
            // As an import of another process holds it.
            let lock = try #require(FileLock(path: location.directory + "/content.lock", on: location.files))
            #expect(lock.take(.sharedIfFree, patience: .zero))
            #expect(throws: EventLogError.busy(holder: nil)) {
                try sample.ledger.maintenance.collectContent(patience: .milliseconds(50))
            }
            // Importers do not wait for one another.
            #expect(try sample.importing([SampleMail("one")], account: Self.account).added == 1)
            withExtendedLifetime(lock) {}
        }
        #expect(try sample.ledger.content.contains(digest))
        #expect(try sample.ledger.maintenance.collectContent().contents == 1)
    }

    /// What counts is that no event is forgotten: whatever in an event looks like a digest is content or an identity.
    @Test func `each digest in an event is content that it names, or the identity of a message`() throws {
        // Of a token the log has the digest, which is the one thing that leads to it and is of no content.
        for event in try SampleEvents.all() where !(event is TokenIssued) {
            let json = try JSONSerialization.jsonObject(with: JSONEncoder().encode(event))
            let named = Set(ContentReferences.digests(in: event).map(\.hex))
            #expect(Self.digests(in: json) == named, "\(type(of: event).type)")
        }
    }

    private static func digests(in json: Any) -> Set<String> {
        switch json {
        case let object as [String: Any]:
            // Of what was erased stand keyed digests, which are those of no content.
            object.filter { !["identity", "identities", "message_id", "key_check"].contains($0.key) }.values.reduce(
                into: []) {
                    $0.formUnion(digests(in: $1))
                }
        case let list as [Any]: list.reduce(into: []) { $0.formUnion(digests(in: $1)) }
        case let text as String where SHA256Digest(hex: text) != nil: [text]
        default: []
        }
    }
}

import EventLog
import Mail
import MailLedger
import Projections
import SQLiteDatabase
import TestSupport

/// A ledger with mail in which every place that can hold words holds one of its own.
final class Canaries {
    static let account = "ada@example.org"
    let sample: SampleLedger
    var ledger: Ledger { sample.ledger }

    /// A word for each place of the message that is to be erased.
    static let words = [
        "canarysubject", "canarysender", "canaryrecipient", "canarycarbon", "canarybody", "canaryfile", "canarylist",
        "canaryid", "canaryreference", "canarylabel", "canaryname", "canaryreason", "canaryhost",
    ]

    init() throws {
        sample = try SampleLedger(.disk)
        try sample.addAccount(Self.account)
        try sample.importing([SampleMail("other", body: "The controlword stays.\n")], account: Self.account)
        let path = try sample.scratch.write("mail/canaryname.eml", Self.message)
        try sample.importing(path, account: Self.account)
        try sample.mark("subject:canarysubject", adding: [try Keyword("canarylabel")])
        _ = try ledger.mark(
            sample.filter("subject:canarysubject"), MarkMessages(adding: KeywordSet([.flagged])),
            context: ledger.context(command: "mark", reason: "as canaryreason asked"))
        // What is deleted is not gone yet.
        try sample.delete("subject:canarysubject")
        _ = try sample.messages("canarybody or controlword")
    }

    static let message = """
        From: Canarysender <canarysender@canaryhost.example>
        To: Canaryrecipient <canaryrecipient@example.org>
        Cc: canarycarbon@example.org
        Subject: Canarysubject
        Date: Mon, 5 Feb 2024 10:00:00 +0000
        Message-ID: <canaryid@example.org>
        References: <canaryreference@example.org>
        List-Id: Canarylist <canarylist.example.org>
        MIME-Version: 1.0
        Content-Type: multipart/mixed; boundary=b

        --b
        Content-Type: text/plain

        The canarybody is here.
        --b
        Content-Type: application/pdf; name="canaryfile.pdf"
        Content-Disposition: attachment; filename="canaryfile.pdf"

        %PDF-canarybody
        --b--

        """

    /// The id of the message that the words are of, deleted or not.
    func id() throws -> String {
        try ledger.read { reader in
            try reader.connection.rows("SELECT uuid FROM message WHERE subject = 'Canarysubject'") { row in
                try row.next(UniqueID.self).description
            }.first ?? ""
        }
    }

    /// Each word that some file of the ledger holds, with the files.
    func found() throws -> [String] {
        guard let location = sample.location else { return [] }
        return Self.words.compactMap { word in
            let files = files(below: location.directory, holding: word)
            return files.isEmpty ? nil : "\(word): \(files.joined(separator: " "))"
        }
    }

    /// The middle of what the content store has of each content: compressed, it holds no word that can be looked for.
    func frames() throws -> [[UInt8]] {
        guard let location = sample.location else { return [] }
        let store = try Connection(path: location.directory + "/content.sqlite", mode: .readOnly)
        return try store.rows("SELECT data FROM content WHERE data IS NOT NULL") { row in
            let frame = try row.next([UInt8].self)
            return Array(frame[(frame.count / 2)..<min(frame.count, frame.count / 2 + 24)])
        }
    }

    @discardableResult
    func erase(_ target: ErasureTarget? = nil, sharedToo: Bool = false) throws -> ErasureOutcome {
        try ledger.erase(
            target ?? .message(prefix: id()), includingSharedHeaders: sharedToo,
            context: ledger.context(command: "erase", reason: "request 17"))
    }
}

import EventLog
import Foundation
import MailLedger

/// A ledger with an account, and files of chats beside it.
struct ChatWorld {
    static let account = "ada@example.org"
    let sample: SampleLedger
    var ledger: Ledger { sample.ledger }

    init(_ place: Place = .memory) throws {
        sample = try SampleLedger(place)
        try sample.addAccount(Self.account)
    }

    static let lines = [
        #"{"type":"conversation","id":"crew","display_name":"The crew","avatar_url":"https://example.org/crew.png","participant_ids":["ada","tomas@example.net","ines 7"],"is_group":true}"#,
        #"{"type":"message","id":"m1","conversation_id":"crew","sender_id":"tomas@example.net","sender_name":"Tomas","text":"Cast off at six?","created_at":"2026-02-11T18:05:20.000001Z","status":"read","read_by":["ada"]}"#,
        #"{"type":"message","id":"m2","conversation_id":"crew","sender_id":"ada","text":"Six it is.\n\nGrüße 👋","created_at":"2026-02-11T18:06:20Z","updated_at":"2026-02-11T18:07:00Z","status":"sent"}"#,
        #"{"type":"message","id":"m3","conversation_id":"crew","sender_id":"ines 7","text":"From the pier: walrus seen","created_at":"2026-02-11T18:08:20Z"}"#,
        #"{"type":"conversation","id":"nobody yet","participant_ids":["ines 7"]}"#,
    ]

    @discardableResult
    func importing(
        _ lines: [String], ownID: String? = "ada", dryRun: Bool = false, allowsErased: Bool = false
    ) throws -> ChatImportReport {
        let path = try sample.scratch.write("chats.jsonl", lines.joined(separator: "\n") + "\n")
        return try ledger.exchange.importChats(
            path, account: Self.account,
            options: ChatImportOptions(ownID: ownID, allowsErased: allowsErased, dryRun: dryRun),
            context: ledger.context(command: "import chat"))
    }

    func exported(_ query: String = "*") throws -> [String] {
        let path = "\(sample.scratch.path)/exported.jsonl"
        _ = try ledger.exchange.exportChats(sample.filter(query), to: .file(path), overwriting: true)
        return try String(contentsOfFile: path, encoding: .utf8).split(separator: "\n").map(String.init)
    }
}

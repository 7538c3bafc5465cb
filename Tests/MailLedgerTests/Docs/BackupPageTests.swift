import Content
import EventLog
import Foundation
import MailLedger
import Projections
import TestSupport
import Testing

@Suite struct `Docs/Backup.md` {
    private static let page = Result { try DocumentationPage("Docs/Backup.md") }

    @Test func `tells every key of the manifest and of the lines`() throws {
        let shapes = DocumentedShapes(try Self.page.get())
        var seen = DocumentedShapes.Sightings()
        let sample = try SampleLedger(.disk)
        _ = try sample.ledger.maintenance.backUp(to: sample.scratch.path + "/empty")
        try sample.addAccount("ada@example.org")
        try sample.importing([SampleMail("a")], account: "ada@example.org")
        _ = try sample.ledger.maintenance.backUp(to: sample.scratch.path + "/full")
        for folder in ["empty", "full"] {
            let manifest = try Data(contentsOf: URL(filePath: "\(sample.scratch.path)/\(folder)/backup.json"))
            shapes.check(try JSONSample(manifest), as: "The manifest", into: &seen)
        }
        _ = try sample.ledger.proofs.signCheckpoint()
        let half = try sample.head()
        try sample.importing([SampleMail("b"), SampleMail("c")], account: "ada@example.org")
        _ = try sample.ledger.erase(
            .query(sample.filter("subject:a")),
            context: sample.ledger.context(command: "erase", reason: "asked"))
        // What is not there whole is left out, and the last line says so.
        try sample.ledger.content.remove(sample.messages("subject:b").map(\.content))
        var lines: [Substring] = []
        for position in [Position.start, half] {
            let file = sample.scratch.path + "/events.jsonl"
            try sample.exportEvents(to: file, after: position, withContents: true)
            lines += try String(contentsOfFile: file, encoding: .utf8).split(separator: "\n")
        }
        for line in lines {
            guard case .object(let object) = try JSONSample(line.utf8), case .string(let kind)? = object["kind"] else {
                Issue.record("a line without a kind")
                continue
            }
            shapes.check(.object(object), as: "\(kind) line", into: &seen)
        }
        #expect(seen.faults.isEmpty)
        let unseen = shapes.unseen(seen).filter { !$0.contains("idempotency") && !$0.contains("is never missing") }
        #expect(unseen.isEmpty)
    }
}

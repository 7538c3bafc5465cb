import CivilTime
import EventLog
import Foundation
import Mail
import TestSupport
import Testing

/// Drafts as Python's `email` package reads them, which has nothing in common with the program.
@Suite(.enabled(if: areInstalled("python3"), "no python3")) struct `Drafts in another program` {
    /// What Python says of a message.
    private struct Reading: Decodable {
        var defects: [String]
        var subject: String
        var from: [[String]]
        var to: [[String]]
        var date: Double
        var message_id: String
        var in_reply_to: String?
        var references: String?
        var text: String
    }

    private static let script = #"""
        import sys, json, email, email.policy
        def people(header):
            return [[a.display_name, a.addr_spec] for a in header.addresses] if header is not None else []
        for path in sys.argv[1:]:
            with open(path, "rb") as file:
                message = email.message_from_binary_file(file, policy=email.policy.default)
            defects = [type(d).__name__ for d in message.defects]
            for name, value in message.items():
                defects += [name + ": " + type(d).__name__ for d in getattr(value, "defects", ())]
            text = message.get_content()
            print(json.dumps({
                "defects": defects, "subject": str(message["subject"] or ""), "from": people(message["from"]),
                "to": people(message["to"]), "date": message["date"].datetime.timestamp(),
                "message_id": str(message["message-id"]), "in_reply_to": message["in-reply-to"] and str(message["in-reply-to"]),
                "references": message["references"] and str(message["references"]), "text": text}))
        """#

    private static let texts = [
        "At noon?", "", "grüß Gott", "日本語の件名 と とても長い題名 ".repeated(8), "two  blanks", "ends in a blank ",
        "\ta tab", ".dot", "From here on", "a = b", "=?UTF-8?Q?not?= encoded", "\"quoted\" (and not), <it>; said: he",
        "one very long line ".repeated(60), "x".repeated(990), "emoji 🧭 and cafe\u{301}", "line\nline\n\nline\n",
    ]

    @Test func `Python reads every draft without a defect, and reads what was said`() throws {
        let folder = try TemporaryDirectory()
        var drafts: [DraftMessage] = []
        var paths: [String] = []
        for (index, text) in Self.texts.enumerated() {
            let line = text.replacingOccurrences(of: "\n", with: " ")
            // Where one word of a name goes on over several encoded ones, Python 3.11 puts a blank between them.
            let name = String(line.prefix(200))
            let draft = DraftMessage(
                messageID: "\(index)@example.org", from: EmailAddress(name: name, address: "ada@example.org"),
                to: (0...index).map { EmailAddress(name: $0 == 0 ? nil : name, address: "to\($0)@example.org") },
                subject: line, text: text, date: Timestamp(microseconds: Int64(index) * 40_000_000_000_000 - 7_000_000),
                inReplyTo: index == 0 ? nil : "parent@example.org",
                references: (0..<index * 3).map { "reference-\($0)@example.org" })
            drafts.append(draft)
            paths.append("\(folder.path)/\(index).eml")
            try Data(draft.bytes).write(to: URL(filePath: paths[index]))
        }
        try Data(Self.script.utf8).write(to: URL(filePath: "\(folder.path)/read.py"))
        let output = try shell(
            "python3 read.py \(paths.joined(separator: " "))", environment: [:], directory: folder.path)
        let readings = try output.text.split(separator: "\n").map {
            try JSONDecoder().decode(Reading.self, from: Data($0.utf8))
        }
        try #require(readings.count == drafts.count, "\(output.text)")
        for (draft, reading) in zip(drafts, readings) {
            #expect(reading.defects.isEmpty, "\(draft.subject)")
            #expect(reading.subject == words(draft.subject))
            #expect(people(reading.from) == people([draft.from]))
            #expect(people(reading.to) == people(draft.to))
            #expect(reading.date == Double(draft.date.microseconds) / 1e6)
            #expect(reading.message_id == "<\(draft.messageID)>")
            #expect(reading.in_reply_to == draft.inReplyTo.map { "<\($0)>" })
            let references = draft.references.map { "<\($0)>" }.joined(separator: " ")
            #expect((reading.references ?? "") == references)
            let text = draft.text.isEmpty || draft.text.hasSuffix("\n") ? draft.text : draft.text + "\n"
            #expect(reading.text == text)
        }
    }

    /// A header keeps words, not how many blanks are between them.
    private func words(_ text: String) -> String {
        text.split { $0 == " " || $0 == "\t" }.joined(separator: " ")
    }

    private func people(_ pairs: [[String]]) -> [[String]] { pairs.map { [words($0[0]), $0[1]] } }

    private func people(_ addresses: [EmailAddress]) -> [[String]] {
        people(addresses.map { [$0.name ?? "", $0.address] })
    }
}

extension String {
    fileprivate func repeated(_ count: Int) -> String { String(repeating: self, count: count) }
}

import CivilTime
import Foundation
import Hashing
import JSONCoding
import MailLedger
import Signing
import TestSupport
import Testing

@testable import EventLog
@testable import Reports

/// The sentences of the page are made once by Swift and once by the browser; both say the same of everything.
@Suite(.enabled(if: Browser.isPresent, "chromium, chromium-driver or python3-selenium is absent"), .serialized)
struct `The words of a page` {
    @Test func `are the same in Swift and in a browser, for each frozen event and for hostile words`() throws {
        var events: [(type: String, payload: String)] = []
        let folder = projectRoot + "/Tests/Fixtures/Events"
        for name in try FileManager.default.contentsOfDirectory(atPath: folder).sorted() where name.hasSuffix(".json") {
            let parts = name.split(separator: ".")
            let type = parts.dropLast(2).joined(separator: ".") + "/" + parts[parts.count - 2].dropFirst()
            for line in try String(contentsOfFile: "\(folder)/\(name)", encoding: .utf8).split(separator: "\n") {
                guard line.hasPrefix("{") else { continue }
                events.append((type, line.hasSuffix(",") ? String(line.dropLast()) : String(line)))
            }
        }
        #expect(events.count > 70)
        var generator = SeededGenerator()
        for _ in 0..<300 { events.append(Self.hostile(using: &generator)) }
        let expected = try Self.swift(events)
        let found = try Self.browser(events)
        try #require(expected.count == found.count)
        for (index, pair) in zip(expected, found).enumerated() {
            #expect(pair.0 == pair.1, "\(events[index].type) \(events[index].payload)")
        }
    }

    private static let signs: [String] = [
        "a", "Z", " ", "”", "“", "\"", "<", "&", "\u{0}", "\n", "\t", "\u{7F}", "\u{85}", "\u{A0}", "\u{AD}", "\u{300}",
        "\u{20E3}",
        "\u{200D}", "\u{202E}", "\u{2066}", "\u{FEFF}", "👩", "\u{1F3FD}", "ש", "é", "e\u{301}", "\u{E0041}",
        "\u{1D173}", "क", "\u{94D}",
    ]

    private static func hostile(using generator: inout SeededGenerator) -> (type: String, payload: String) {
        let length = Int.random(in: 0...140, using: &generator)
        let text = (0..<length).map { _ in signs.randomElement(using: &generator) ?? "" }.joined()
        let (json, id) = (
            (try? ReportFile.string(text)) ?? "\"\"",
            "00000000-0000-4000-8000-00000000000\(Int.random(in: 1...9, using: &generator))"
        )
        return switch Int.random(in: 0...3, using: &generator) {
        case 0:
            (
                "mail.folder-created/1",
                "{\"id\":\"\(id)\",\"account\":\"\(id)\",\"name\":\(json),\"kind\":\"folder\",\"sort_order\":0}"
            )
        case 1: ("mail.folder-renamed/1", "{\"folder\":\"\(id)\",\"name\":{\"old\":\(json),\"new\":\(json)}}")
        case 2: ("mail.message-marked/1", "{\"message\":\"\(id)\",\"keywords\":{\"old\":[],\"new\":[\"$seen\",\"x\"]}}")
        default:
            (
                "mail.message-moved/1",
                "{\"message\":\"\(id)\",\"copies\":[{\"copy\":1,\"folder\":{\"old\":\"\(id)\",\"new\":\"00000000-0000-4000-8000-000000000002\"}}]}"
            )
        }
    }

    /// What the page says, as Swift makes it.
    private static func swift(_ events: [(type: String, payload: String)]) throws -> [String] {
        let proven = try events.enumerated().map { index, event in
            let zero = String(repeating: "0", count: 64)
            let fields = try #require(
                EntryFields(
                    "mailledger/1\n00000000-0000-4000-8000-000000000000\n\(index + 1)\n0\n1\n1\n\(event.type)\n0\n1\n\(zero)\n\(zero)\n"
                ))
            return ProvenEvent(
                entry: fields, leaf: SHA256Hasher.digest(of: []), payloadIs: .disclosed, payload: event.payload,
                headerIs: .withheld, header: nil)
        }
        let signer = try #require(NoteSigner(name: "x", seed: Array(repeating: 1, count: 32)))
        let findings = ProofFindings(
            checkpoint: LogCheckpoint(origin: "x", size: Int64(events.count), root: SHA256Hasher.digest(of: [])),
            key: signer.verifier, endorsementsFollowed: nil, events: proven, since: nil)
        return ProvenWords(findings, time: Timeline.exact).deeds.enumerated().map { index, deed in
            let isOld = events[index].type == "mail.conflict-detected/1"
            let fields = isOld ? [] : deed.fields.flatMap { [$0.name, $0.old, $0.new] }
            return ([deed.sentence, deed.kind] + fields).map(Sanitizer.line).joined(separator: " | ")
        }
    }

    /// The same, as the script of the page makes it.
    private static func browser(_ events: [(type: String, payload: String)]) throws -> [String] {
        let folder = try TemporaryDirectory()
        let list = events.enumerated().map {
            "{\"position\":\($0 + 1),\"type\":\"\($1.type)\",\"payload\":\($1.payload)}"
        }
        let data = "[\(list.joined(separator: ","))]".replacing("<", with: "\\u003c")
        let page = """
            <!doctype html><meta charset="utf-8"><script id="data" type="application/json">\(data)</script>
            <script>\(PageWords.text)
            window.told = Array.from(wordsOf(JSON.parse(document.getElementById("data").textContent)).values(),
                (words) => [words.sentence, words.kind].concat((words.fields || []).flat()).join(" | "));
            </script>
            """
        try page.write(toFile: folder.path("words.html"), atomically: false, encoding: .utf8)
        let answer = try #require(
            try Browser.run([BrowserJob(folder.path("words.html"), script: "return JSON.stringify(window.told)")]).first
        )
        return try JSONDecoder().decode([String].self, from: Data((answer.result ?? "[]").utf8))
    }
}

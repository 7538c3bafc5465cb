import CivilTime
import Cryptography
import Foundation
import JSONCoding
import MailLedger
import TestSupport
import Testing

@testable import EventLog
@testable import Reports

/// The sentences of the page are made once by Swift and once by the browser; both say the same of everything.
@Suite(.enabled(if: Browser.isPresent, "chromium, chromium-driver or python3-selenium is absent"), .serialized)
struct `The words of a page` {
    @Test func `are the same in Swift and in a browser, for each frozen event and for hostile words`() throws {
        let frozen = try Self.frozen()
        #expect(frozen.count > 100 && Set(frozen.map(\.type)).count > 70)
        var generator = SeededGenerator()
        var events = frozen
        for event in frozen {
            for _ in 0..<6 { events.append((event.type, try Self.changed(event.payload, using: &generator))) }
            events.append((String(event.type.dropLast()) + "9", event.payload))
        }
        events.append(
            ("voice.recording-added/1", "{\"id\":\"\(Self.ids[0])\",\"title\":{\"old\":\"a\",\"new\":\"b\"}}"))
        events.append(("mail.message-marked/1", "[{\"old\":1,\"new\":2}]"))
        let expected = try Self.swift(events)
        let found = try Self.browser(events)
        try #require(expected.count == found.count)
        for (index, pair) in zip(expected, found).enumerated() {
            #expect(pair.0 == pair.1, "\(events[index].type) \(events[index].payload), seed \(generator.seed)")
        }
    }

    @Test func `of who acted, by which way and when are the same, too`() throws {
        var generator = SeededGenerator()
        var (expected, lines): ([[String]], [String]) = ([], [])
        let causes = [
            "undo:tx:", "undo:tx:1", "undo:tx:1..3,7", "undo:tx:3..1", "undo:tx:+1..02", "undo:tx:1.2", "undo:tx:x.5",
            "undo:tx:99999999999999999999", "undo:tx:-1", "undo:\(Self.ids[3])", "undo:\(Self.ids[3].uppercased())",
            "undo:x", "import:-", "import:a", "import:", "sync:a", "query:a", "query:\u{301}a", "other", "",
        ]
        for number in 0..<300 {
            func text() -> String { Self.text(using: &generator) }
            let cause = number.isMultiple(of: 3) ? nil : (causes.randomElement(using: &generator) ?? "") + text()
            let (actor, user, host, command) = (text(), number.isMultiple(of: 2) ? "e\u{301}" : text(), text(), text())
            let header: JSONObject = [
                "command": .string(command), "actor": .string(number.isMultiple(of: 4) ? "é" : actor),
                "os_user": .string(user), "host": .string(host), "cause": cause.map { .string($0) } ?? .null,
            ]
            let offset = Int.random(in: -64_800...64_800, using: &generator)
            let time = Timestamp(
                microseconds: number < causes.count
                    ? Int64(number - 9) * 86_400_000_000 - 1
                    : Int64.random(in: -(1 << 53)...(1 << 53), using: &generator))
            lines.append("[\(try Self.json(header)),\(time.microseconds),\(offset)]")
            expected.append(
                [
                    ActWords.agentInFull(number.isMultiple(of: 4) ? "é" : actor, user, host),
                    command + ActWords.cause(cause),
                    Timeline.exact(time.microseconds), Timeline.clock(time, offset: offset),
                    Timeline.day(time, offset: offset),
                ].map(Sanitizer.line))
        }
        let found: [[String]] = try Self.browser(
            "[\(lines.joined(separator: ","))]",
            making: """
                data.map(([header, time, offset]) => [shown(agent(header)), shown(way(header)), exact(time),
                    local(time, offset).clock, local(time, offset).day])
                """)
        for (index, pair) in zip(expected, found).enumerated() {
            #expect(pair.0 == pair.1, "\(lines[index]), seed \(generator.seed)")
        }
        #expect(found.count == expected.count)
    }

    // MARK: Events

    private static func frozen() throws -> [(type: String, payload: String)] {
        let folder = projectRoot + "/Tests/Fixtures/Events"
        return try FileManager.default.contentsOfDirectory(atPath: folder).sorted().flatMap { name in
            let parts = name.split(separator: ".")
            // Beside the stored forms there is what old ones are read as.
            guard parts.count == 4, parts[3] == "json" else { return [(type: String, payload: String)]() }
            let type = "\(parts[0]).\(parts[1])/\(parts[2].dropFirst())"
            return try String(contentsOfFile: "\(folder)/\(name)", encoding: .utf8).split(separator: "\n")
                .filter { $0.hasPrefix("{") }.map { (type, $0.hasSuffix(",") ? String($0.dropLast()) : String($0)) }
        }
    }

    private static let ids = (1...9).map { "00000000-0000-4000-8000-00000000000\($0)" }

    private static let signs: [String] = [
        "a", "Z", " ", "”", "“", "\"", "<", "&", "_", ".", "\\", "/", ",", "$", "\u{0}", "\n", "\r\n", "\t", "\u{7F}",
        "\u{85}", "\u{A0}", "\u{AD}", "\u{300}", "\u{338}", "\u{20E3}", "\u{200D}", "\u{200C}", "\u{202E}", "\u{2066}",
        "\u{2028}", "\u{FEFF}", "👩", "\u{1F3FD}", "ש", "é", "e\u{301}", "\u{212B}", "\u{E0041}", "\u{1D173}", "क",
        "\u{94D}", "\u{1E94A}", "\u{FFFE}", "\u{10FFFF}",
    ]

    private static func text(using generator: inout SeededGenerator) -> String {
        let length = Bool.random(using: &generator) ? Int.random(in: 0...6, using: &generator) : 140
        // Few signs each, so that marks come in rows.
        let signs = (0..<3).map { _ in Self.signs.randomElement(using: &generator) ?? "" }
        return (0..<Int.random(in: 0...length, using: &generator)).map { _ in
            (Bool.random(using: &generator) ? signs : Self.signs).randomElement(using: &generator) ?? ""
        }.joined()
    }

    /// The payload with other texts and numbers in most of its fields.
    private static func changed(_ payload: String, using generator: inout SeededGenerator) throws -> String {
        func changed(_ value: JSONValue) -> JSONValue {
            let stays = Int.random(in: 0...3, using: &generator) == 0
            switch value {
            case .string(let text) where text.utf8.count == 36 && text.utf8.contains(0x2D):
                return ids.randomElement(using: &generator).map { .string($0) } ?? value
            case .string: return stays ? value : .string(text(using: &generator))
            case .null: return stays ? value : .string(text(using: &generator))
            case .integer, .unsigned, .number:
                let others: [JSONValue] = [
                    .integer(.max), .integer(.min), .integer(-1), .integer(0), .unsigned(.max), .number(1.5),
                    .number(1e300), .integer(9_007_199_254_740_993), value,
                ]
                return stays ? value : others.randomElement(using: &generator) ?? value
            case .array(let values): return .array(values.map(changed))
            case .object(let object):
                var other = JSONObject()
                for member in object.members { other[member.key] = changed(member.value) }
                if !stays, object.keys != ["old", "new"] { other["7"] = .string(text(using: &generator)) }
                return .object(other)
            case .bool: return value
            }
        }
        return try json(changed(try JSONBytesDecoder().decode(JSONValue.self, from: Array(payload.utf8))))
    }

    private static func json(_ value: some Encodable) throws -> String {
        String(decoding: try JSONBytesEncoder().encode(value), as: UTF8.self)
    }

    // MARK: Both sides

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
        return ProvenWords(findings, time: Timeline.exact).deeds.map { deed in
            let fields = deed.fields.flatMap { [$0.name, $0.old, $0.new] }
            return ([deed.sentence, deed.kind] + fields).map(Sanitizer.line).joined(separator: " | ")
        }
    }

    /// The same, as the script of the page makes it.
    private static func browser(_ events: [(type: String, payload: String)]) throws -> [String] {
        let list = try events.enumerated().map {
            "{\"position\":\($0 + 1),\"type\":\"\($1.type)\",\"payload\":\(try json($1.payload))}"
        }
        return try browser(
            "[\(list.joined(separator: ","))]",
            making: """
                Array.from(wordsOf(data).values(),
                    (words) => [words.sentence, shown(words.kind)].concat(words.fields.flat()).join(" | "))
                """)
    }

    /// What the script of the page makes of `data`.
    private static func browser<Value: Decodable>(_ data: String, making expression: String) throws -> Value {
        let folder = try TemporaryDirectory()
        let page = """
            <!doctype html><meta charset="utf-8"><script id="data" type="application/json">\(data.replacing("<", with: "\\u003c"))</script>
            <script>\(try PageWords.script())
            const data = JSON.parse(document.getElementById("data").textContent);
            window.told = \(expression);
            </script>
            """
        try page.write(toFile: folder.path("words.html"), atomically: false, encoding: .utf8)
        let answer = try #require(
            try Browser.run([BrowserJob(folder.path("words.html"), script: "return JSON.stringify(window.told)")]).first
        )
        return try JSONDecoder().decode(Value.self, from: Data(try #require(answer.result, "\(answer.said)").utf8))
    }
}

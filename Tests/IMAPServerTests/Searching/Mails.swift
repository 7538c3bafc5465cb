import Foundation
import MIME
import TestSupport

/// Mails with texts of few words in several languages and codings, so that needles are often in them, and often nearly.
struct Mails {
    var random: SeededGenerator
    static let words = [
        "Penguin", "penguins", "snow", "Schnee", "Grüße", "STRASSE", "straße", "don't", "C++", "x", "naïve", "Ж", "Дом",
        "漢字かな", "e\u{301}te\u{301}", "İstanbul", "\u{212A}elvin", "foo_bar", "a.b@c.org", "1,000", "😀",
    ]

    mutating func text(_ most: Int = 12) -> String {
        (0..<Int.random(in: 1...most, using: &random)).map { _ in Self.words.randomElement(using: &random) ?? "" }
            .joined(separator: [" ", ", ", "\r\n", "-"].randomElement(using: &random) ?? " ")
    }

    private mutating func encoded() -> String {
        let text = text(4).replacing("\r\n", with: " ")
        return "=?utf-8?B?\(base64(text))?="
    }

    /// A message whose lines end in CR LF.
    mutating func message(_ number: Int) -> String {
        var lines = [
            "From: \(encoded()) <a\(number)@x.org>", "Message-ID: <\(number)@x>",
            "Date: Sat, \(1 + number % 28) Mar 2025 10:00:00 +0\(number % 10)00",
        ]
        if Bool.random(using: &random) { lines.append("Subject: \(encoded())") }
        if Bool.random(using: &random) { lines.append("To: \(encoded()) <b@y.org>, c@z.org") }
        if Bool.random(using: &random) { lines.append("Cc: d@y.org\r\nCc: \(encoded()) <e@y.org>") }
        if Bool.random(using: &random) { lines.append("X-Odd: \(encoded())") }
        if Bool.random(using: &random) { lines.append("References: <\(number / 2)@x>") }
        let plain = text()
        switch Int.random(in: 0..<4, using: &random) {
        case 0:
            lines += [
                "Content-Type: text/plain; charset=utf-8", "Content-Transfer-Encoding: base64", "", base64(plain),
            ]
        case 1:
            lines += ["Content-Type: text/html; charset=utf-8", "", "<p>\(plain)</p><b>\(text(3))</b>"]
        case 2:
            lines += [
                "Content-Type: multipart/mixed; boundary=b", "", "--b", "Content-Type: text/plain; charset=utf-8", "",
                plain, "--b", "Content-Type: text/calendar; charset=utf-8; name=\"\(number).ics\"", "", text(3), "--b",
                "Content-Type: message/rfc822", "", "Subject: \(encoded())", "", text(3), "--b--",
            ]
        default: lines += ["Content-Type: text/plain; charset=utf-8", "", plain]
        }
        return lines.joined(separator: "\r\n") + "\r\n"
    }

    /// A part of a word, of two words, or of what separates them.
    mutating func needle() -> String {
        let text = text(3).replacing("\r\n", with: " ")
        let start = Int.random(in: 0..<text.count, using: &random)
        return String(text.dropFirst(start).prefix(Int.random(in: 1...8, using: &random)))
    }

    private func base64(_ text: String) -> String {
        let digits = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/")
        let bytes = Array(text.utf8)
        var output = ""
        for start in stride(from: 0, to: bytes.count, by: 3) {
            let group = bytes[start..<min(start + 3, bytes.count)]
            let value = group.reduce(0) { $0 << 8 | Int($1) } << (8 * (3 - group.count))
            for index in 0..<4 { output.append(index <= group.count ? digits[value >> (18 - 6 * index) & 63] : "=") }
        }
        return output
    }
}

/// The substring search of RFC 9051 section 6.4.4 as it is worded: all texts of a message are read for each key.
struct PlainSearch {
    private let fields: [(name: String, value: String)]
    private let body: String
    private let partFields: String

    init(_ raw: [UInt8]) throws {
        let header = try MessageParser().header(of: .bytes(raw))
        fields = header.fields.map { ($0.name.lowercased(), $0.text.lowercased()) }
        var body = ""
        var partFields = ""
        try MessageParser().forEachText(
            in: .bytes(raw), limit: 16 << 20, field: { partFields += "\($0.name): \($0.text)\n".lowercased() },
            { body += $0.lowercased() + "\n" })
        (self.body, self.partFields) = (body, partFields)
    }

    // Foundation looks for bytes quickly in a debug build, too.
    private static func has(_ text: String, _ needle: String) -> Bool {
        Data(text.utf8).range(of: Data(needle.lowercased().utf8)) != nil
    }

    func has(inBody needle: String) -> Bool { Self.has(body, needle) }

    func has(inText needle: String) -> Bool {
        fields.contains { Self.has("\($0.name): \($0.value)", needle) } || has(inBody: needle)
            || Self.has(partFields, needle)
    }

    func has(_ needle: String, in name: String) -> Bool {
        fields.contains { $0.name == name && Self.has($0.value, needle) }
    }
}

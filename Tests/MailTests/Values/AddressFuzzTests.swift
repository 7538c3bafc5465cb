import Foundation
import Mail
import TestSupport
import Testing

@Suite struct `Any address` {
    private static let pieces = [
        "a", "b.c", "jörg", "@", "@@", "example.org", "bücher.example", "[127.0.0.1]", "[IPv6:::1]", "<", ">", ",", ";",
        ":",
        "\"", "\\", "\\\"", "(", ")", " ", "\t", "\r\n ", "\r\n", "\n", "=?utf-8?q?a=2C?=", "=?utf-8?b?SsO2?=",
        "=?iso-8859-1?q?=E9?=", "=?", "?=", "=?utf-8?b?SsM=?= =?utf-8?b?tnJn?=", "G:", "undisclosed:;", "<@r.org:", ".",
        "..",
        "\u{0}", "\u{7f}", "\u{1b}", "\u{301}", "\u{202e}", "\u{feff}", "😀", "\u{10ffff}", "%", "=", "_", "'",
    ]

    private static func text(_ random: inout SeededGenerator) -> String {
        if Int.random(in: 0..<8, using: &random) == 0 {
            let count = Int.random(in: 0...60, using: &random)
            return String(decoding: random.bytes(count), as: UTF8.self)
        }
        return (0..<Int.random(in: 0...14, using: &random)).map { _ in pieces.randomElement(using: &random) ?? "" }
            .joined()
    }

    @Test(.requirement(207, 208))
    func `is read without a crash, and what is read is written as a header and read again as the same`() {
        var random = SeededGenerator(for: "Any address")
        let seed = random.seed
        let end = ContinuousClock.now + .seconds(Soak.seconds ?? 0)
        var (texts, read) = (0, 0)
        var failures: [String] = []
        while texts < 2_000 || ContinuousClock.now < end, failures.isEmpty {
            let text = Self.text(&random)
            texts += 1
            let list = AddressList(parsing: text)
            for entry in list.entries {
                read += 1
                let written = entry.formatted
                // One line: a tab may stand in a quoted local part (RFC 5322, 3.2.2), UTF-8 anywhere (RFC 6532).
                let isHeader = written.unicodeScalars.allSatisfy { $0 == "\t" || $0.value >= 0x20 && $0.value != 0x7f }
                let again = AddressList(parsing: written)
                let same =
                    again.malformed.isEmpty && again.entries == [entry]
                    && again.addresses.map(\.name) == entry.addresses.map(\.name)
                if !isHeader || !same { failures.append(text) }
            }
            if let one = EmailAddress(parsing: text), list.addresses.first != one { failures.append(text) }
        }
        #expect(failures.isEmpty, "seed \(seed): \(failures.first.map { Array($0.utf8) } ?? [])")
        #expect(texts > 100 && read > 100, "seed \(seed): \(texts) texts, \(read) entries")
    }

    /// What mail programs of today and of long ago write, beside what the row's own words name.
    @Test(
        .requirement(207),
        arguments: [
            (#""John (Johnny) Doe" <john@example.com> (home)"#, "John (Johnny) Doe", "john@example.com"),
            (#"Pete(A nice \) chap) <pete(his account)@silly.test(his host)>"#, "Pete", "pete@silly.test"),
            (#"Mary Smith <mary@x.test> (on \(leave\))"#, "Mary Smith", "mary@x.test"),
            (#""Joe Q. Public" <john.q.public@example.com>"#, "Joe Q. Public", "john.q.public@example.com"),
            (#""Giant; \"Big\" Box" <sysservices@example.net>"#, #"Giant; "Big" Box"#, "sysservices@example.net"),
            (#""very.(),:;<>[]\".VERY"@strange.example.com"#, nil, #""very.(),:;<>[]\".VERY"@strange.example.com"#),
            ("用户 <用户@例子.广告>", "用户", "用户@例子.广告"),
            ("=?ISO-8859-1?Q?Patrik_F=E4ltstr=F6m?= <paf@nada.kth.se>", "Patrik Fältström", "paf@nada.kth.se"),
        ] as [(String, String?, String)])
    func `the examples of RFC 5322, 2047 and 6532 are the same after writing and reading`(
        text: String, name: String?, address: String
    ) throws {
        let read = try #require(EmailAddress(parsing: text))
        #expect(read.name == name && read.address == address)
        let again = try #require(EmailAddress(parsing: read.formatted))
        #expect(again.name == name && again.address == address)
    }

    @Test(.requirement(207))
    func `a group is the same after writing and reading, an empty one and one with comments too`() throws {
        let text = "A Group(Some people):Chris Jones <c@(Chris's host.)public.example>,joe@example.org;, Empty:;"
        let list = AddressList(parsing: text)
        #expect(list.malformed.isEmpty && list.addresses.map(\.address) == ["c@public.example", "joe@example.org"])
        #expect(
            list.entries.map(\.formatted).joined(separator: ", ")
                == "A Group: Chris Jones <c@public.example>, joe@example.org;, Empty:;")
        #expect(AddressList(parsing: list.entries.map(\.formatted).joined(separator: ", ")) == list)
    }
}

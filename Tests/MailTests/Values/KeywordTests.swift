import Foundation
import Mail
import TestSupport
import Testing

@Suite struct KeywordTests {
    @Test(arguments: [
        ("$seen", "$seen"), ("$Seen", "$seen"), ("Work", "Work"), ("ÜBER", "ÜBER"), ("a", "a"),
        ("two words", "two words"),
        ("$MailFlagBit0", "$mailflagbit0"),
        ("$label1", "$label1"), ("u\u{308}", "\u{fc}"), ("[x", "[x"), ("}", "}"), ("日本", "日本"),
        (String(repeating: "k", count: 255), String(repeating: "k", count: 255)),
    ]) func `a label is kept as it is written, and a keyword of the registry in small letters`(
        given: String, kept: String
    ) throws {
        #expect(Array(try Keyword(given).text.utf8) == Array(kept.utf8))
    }

    @Test(arguments: [
        "(", ")", "{", "]", "%", "*", "\"", "\\", ",", "\t", "\n", "\u{0}", "\u{7f}", "\u{80}", "\u{a0}",
        "\u{3000}", "\u{2028}",
    ]) func `a keyword with a character that IMAP cannot carry is refused`(character: String) {
        #expect(throws: ValueError(field: "keyword", reason: .holdsForbiddenCharacter)) {
            try Keyword("a" + character)
        }
    }

    @Test(arguments: [("Tax", "TAX"), ("ärger", "ÄRGER"), ("Two Words", "two words"), ("u\u{308}", "\u{dc}")])
    func `labels that differ in case are one, written as the first`(first: String, second: String) throws {
        let (one, other) = (try Keyword(first), try Keyword(second))
        #expect(one == other && Set([one, other]).count == 1 && !(one < other) && !(other < one))
        #expect(KeywordSet([one, other]).map(\.text) == [one.text])
        #expect(KeywordSet([one]).union([other]).map(\.text) == [one.text])
        #expect(KeywordSet([one]).intersection([other]).map(\.text) == [one.text])
        #expect(KeywordSet([one]).subtracting([other]).isEmpty)
    }

    @Test(arguments: [" a", "a ", " ", "$a b"]) func `a blank stands within a label only`(text: String) {
        #expect(throws: ValueError(field: "keyword", reason: .holdsForbiddenCharacter)) { try Keyword(text) }
    }

    @Test func `a keyword has 1 to 255 bytes`() {
        #expect(throws: ValueError(field: "keyword", reason: .isEmpty)) { try Keyword("") }
        #expect(throws: ValueError(field: "keyword", reason: .isTooLong)) {
            try Keyword(String(repeating: "é", count: 128))
        }
    }

    @Test func `a person cannot invent a keyword with a dollar sign`() throws {
        #expect(throws: ValueError(field: "keyword", reason: .isReserved)) { try Keyword(userLabel: "$mine") }
        #expect(try Keyword(userLabel: "$Junk").text == "$junk")
        #expect(try Keyword(userLabel: "mine") == Keyword("Mine"))
        #expect(Keyword.forwarded.isRegistered)
        #expect(try !Keyword("$label1").isRegistered)
    }

    @Test(
        .requirement(59),
        arguments: [
            ("\\Seen", "$seen"), ("\\FLAGGED", "$flagged"), ("\\Answered", "$answered"), ("\\Draft", "$draft"),
        ])
    func `a system flag of IMAP is the keyword of JMAP`(flag: String, keyword: String) throws {
        let read = try Keyword(imapFlag: flag)
        #expect(read.text == keyword)
        #expect(read.imapFlag.lowercased() == flag.lowercased())
    }

    @Test func `flags that are no keywords are refused, and keywords pass as they are`() throws {
        #expect(throws: ValueError.self) { try Keyword(imapFlag: "\\Deleted") }
        #expect(throws: ValueError.self) { try Keyword(imapFlag: "\\Recent") }
        #expect(try Keyword(imapFlag: "$Forwarded") == .forwarded)
        #expect(Keyword.forwarded.imapFlag == "$forwarded")
    }
}

@Suite struct KeywordSetTests {
    @Test func `a set is sorted and without repetition, in JSON too`() throws {
        let set = KeywordSet([.seen, .answered, try Keyword("work"), .seen])
        #expect(set.map(\.text) == ["$answered", "$seen", "work"])
        let json = try JSONEncoder().encode(set)
        #expect(String(decoding: json, as: UTF8.self) == #"["$answered","$seen","work"]"#)
        #expect(
            try JSONDecoder().decode(KeywordSet.self, from: Data(#"["work","$Seen","$answered","$seen"]"#.utf8)) == set)
        #expect(throws: DecodingError.self) {
            try JSONDecoder().decode(KeywordSet.self, from: Data(#"["a(b"]"#.utf8))
        }
    }

    @Test(
        .requirement(59),
        arguments: [
            ([], true), ([.seen], false), ([.draft], false), ([.seen, .draft], false), ([.flagged, .answered], true),
        ] as [([Keyword], Bool)]) func `unread is neither seen nor draft`(keywords: [Keyword], isUnread: Bool)
    {
        let set = KeywordSet(keywords)
        #expect(set.isUnread == isUnread)
        #expect(set.isSeen == keywords.contains(.seen))
        #expect(set.isDraft == keywords.contains(.draft))
        #expect(set.isFlagged == keywords.contains(.flagged))
        #expect(set.isAnswered == keywords.contains(.answered))
        #expect(!set.isForwarded)
    }

    @Test(arguments: [
        ("", ""), ("S", "S"), ("SRPFDT", "DFPRS"), ("T", ""), ("Sabz1", "S"), ("SSS", "S"), ("s", ""),
        ("RS\u{301}", "RS"),
    ]) func `Maildir flags become keywords and back`(flags: String, back: String) {
        #expect(KeywordSet(maildirFlags: flags).maildirFlags == back)
    }

    @Test func `it is a set as the standard library has them`() {
        let seed = UInt64.random(in: .min ... .max)
        var generator = SeededGenerator(seed: seed)
        let all: [Keyword] = [.seen, .flagged, .answered, .draft, .forwarded]
        for _ in 0..<200 {
            let (left, right) = (subset(of: all, using: &generator), subset(of: all, using: &generator))
            let (a, b) = (KeywordSet(left), KeywordSet(right))
            #expect(a.union(b) == KeywordSet(left.union(right)), "seed \(seed)")
            #expect(a.intersection(b) == KeywordSet(left.intersection(right)), "seed \(seed)")
            #expect(a.subtracting(b) == KeywordSet(left.subtracting(right)), "seed \(seed)")
            #expect(a.symmetricDifference(b) == KeywordSet(left.symmetricDifference(right)), "seed \(seed)")
            #expect(a.isSubset(of: b) == left.isSubset(of: right), "seed \(seed)")
            #expect(a.count == left.count && a.isEmpty == left.isEmpty, "seed \(seed)")
            var changed = a
            for keyword in right {
                #expect(changed.insert(keyword).inserted == !left.contains(keyword), "seed \(seed)")
            }
            #expect(changed == a.union(b), "seed \(seed)")
            for keyword in right { #expect(changed.remove(keyword) == keyword, "seed \(seed)") }
            #expect(changed == a.subtracting(b), "seed \(seed)")
        }
    }

    private func subset(of keywords: [Keyword], using generator: inout SeededGenerator) -> Set<Keyword> {
        Set(keywords.filter { _ in Bool.random(using: &generator) })
    }
}

import MIME
import Mail
import MailLedger
import Projections
import TestSupport
import Testing

@Suite struct `A part of a word` {
    private static let account = "ada@example.org"
    private static let pieces = [
        "walrus", "Straße", "Ångström", "C++", "C#", "c", "you're", "You’re", "l'avion", "日本語", "한국어", "a", "ab", "[x]",
        "?*?", "100%",
        "ﬁn", "RE:", "re", "ʼ", "😀", "don't", "_b_", "naïve", "ΣΊΣΥΦΟΣ", "x-y", ".NET",
    ]

    private static func sample() throws -> (ledger: SampleLedger, subjects: [String]) {
        var generator = SeededGenerator(for: "parts of words")
        let sample = try SampleLedger(.memory)
        try sample.addAccount(account)
        var subjects: [String] = []
        for number in 0..<150 {
            let words = (0...Int.random(in: 0...4, using: &generator)).map { _ in
                pieces.randomElement(using: &generator) ?? ""
            }
            let subject = words.joined(separator: Bool.random(using: &generator) ? " " : "")
            subjects.append("\(subject) \(number)")
        }
        try sample.importing(
            subjects.enumerated().map { index, subject in
                var mail = SampleMail("part-\(index)", subject: subject, body: "text\n")
                mail.from = "\"\(subject.filter { $0 != "\"" })\" <p\(index)@example.org>"
                return mail
            }, account: account)
        return (sample, subjects)
    }

    private static func subjects(_ filter: MessageFilter, _ sample: SampleLedger) throws -> [String] {
        return try sample.ledger.read { try $0.messages(matching: filter).compactMap(\.subject) }
    }

    /// Whether the scalars of one text stand in another.
    private static func holds(_ text: String, _ part: String) -> Bool {
        let signs: [Unicode.Scalar: String] = ["\u{2BC}": "'", "\u{A71B}": "+", "\u{A717}": "#", "\u{2063}": ""]
        func folded(_ text: String) -> [UInt8] {
            Array(SearchFold.fold(text).unicodeScalars.map { signs[$0] ?? String($0) }.joined().utf8)
        }
        let (text, part) = (folded(text), folded(part))
        return part.isEmpty || text.indices.contains { text[$0...].starts(with: part) }
    }

    @Test func `is found in subjects and names as by looking at each`() throws {
        var generator = SeededGenerator(for: "random parts")
        let (sample, subjects) = try Self.sample()
        let stored = try sample.ledger.read { try $0.messages() }.map { ($0.subject ?? "") }
        #expect(Set(stored) == Set(subjects))
        var hits = 0
        for _ in 0..<200 {
            let source = Array((stored.randomElement(using: &generator) ?? "").unicodeScalars)
            let start = Int.random(in: 0..<source.count, using: &generator)
            let length = Int.random(in: 1...6, using: &generator)
            let scalars = source[start..<min(source.count, start + length)]
            let part = String(String.UnicodeScalarView(scalars))
            guard part.allSatisfy({ !$0.isWhitespace && !"()\"*".contains($0) }), !SearchFold.fold(part).isEmpty else {
                continue
            }
            for field in ["subject", "from", "contact"] {
                let filter = try MessageFilter(query: "\(field):*\(part)*", in: .standard())
                let found = try Self.subjects(filter, sample)
                let expected = stored.filter { subject in
                    Self.holds(subject, part) || field != "subject" && Self.holds("p@example.org", part)
                }
                if field == "subject" {
                    #expect(found.sorted() == expected.sorted(), "\(field):*\(part)*")
                } else {
                    #expect(
                        Set(found).isSuperset(of: stored.filter { Self.holds($0.filter { $0 != "\"" }, part) }),
                        "\(field):*\(part)*")
                }
                hits += found.count
            }
        }
        #expect(hits > 500)
    }

    @Test func `is explained as it is read`() throws {
        for query in ["subject:*alrus*", "from:*@example.org*", "to:*ß*", "contact:*a:b*", "not cc:*x*", "bcc:*[a]*"] {
            let filter = try MessageFilter(query: query, in: .standard())
            #expect(filter.explanation(in: .standard()) == query)
        }
        for query in ["*alrus*", "body:*alrus*", "subject:*al*rus*", "subject:**", "subject:*alrus", "attachment:*a*"] {
            #expect(throws: QueryError.self, "\(query)") { try MessageFilter(query: query, in: .standard()) }
        }
    }

    @Test func `is compared with its signs in words of the header, too`() throws {
        let sample = try SampleLedger(.memory)
        try sample.addAccount(Self.account)
        let subjects = [
            "Learning C++", "Learning C", "Vitamin C#", "You're in", "Re: walrus", "They’re out", "she'll", "Peter's",
        ]
        try sample.importing(
            subjects.enumerated().map { SampleMail("sign-\($0.offset)", subject: $0.element, body: "x\n") },
            account: Self.account)
        func found(_ query: String) throws -> [String] {
            try Self.subjects(MessageFilter(query: query, in: .standard()), sample).sorted()
        }
        #expect(try found("subject:C++") == ["Learning C++"])
        #expect(try found("subject:\"learning c++\"") == ["Learning C++"])
        #expect(try found("subject:c") == ["Learning C", "Learning C++", "Vitamin C#"])
        #expect(try found("subject:re") == ["Re: walrus"])
        #expect(try found("subject:you're") == ["You're in"] && found("they're") == ["They’re out"])
        #expect(try found("subject:ll").isEmpty && found("subject:peter") == ["Peter's"])
        #expect(try found("subject:*alrus*") == ["Re: walrus"] && found("subject:*u'r*") == ["You're in"])
        let words = try MessageFilter(query: "C++ or not body:.NET or subject:C# or a@b.c", in: .standard())
            .wordsWithoutSigns(in: .standard())
        #expect(words.map(\.typed) == [".NET"] && words.map(\.searched) == ["net"])
    }

    @Test func `C++ and C# are names of their own in texts, too`() throws {
        let sample = try SampleLedger(.memory)
        try sample.addAccount(Self.account)
        let bodies = [
            "plus": "We write C++, mostly.", "old": "We write C, mostly.", "sharp": "Or (C#).",
            "year": "C++17 is enough.",
            "wide": "Ｃ＋＋ too", "pad": "notepad++", "mark": "see #C and +C+", "list": "ada+c@example.org",
        ]
        try sample.importing(
            bodies.sorted { $0.key < $1.key }.map { SampleMail($0.key, subject: $0.key, body: $0.value + "\n") },
            account: Self.account)
        func found(_ query: String) throws -> [String] {
            try Self.subjects(MessageFilter(query: query, in: .standard()), sample).sorted()
        }
        #expect(try found("C++") == ["plus", "wide", "year"] && found("body:c++") == ["plus", "wide", "year"])
        #expect(try found("C#") == ["sharp"] && found("c++17") == ["year"] && found("Notepad++") == ["pad"])
        #expect(try found("\"write c++\"") == ["plus"] && found("\"write c\"") == ["old", "plus"])
        #expect(
            try found("c") == ["list", "mark", "old", "plus", "sharp", "wide", "year"] && found("notepad") == ["pad"])
    }
}

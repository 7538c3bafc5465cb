import Mail
import TestSupport
import Testing

@Suite struct BaseSubjectTests {
    @Test(arguments: [
        ("hello", "hello", false),
        ("Re: hello", "hello", true),
        ("re  : FW: fwd : hello", "hello", true),
        ("Re[2]: hello", "hello", true),
        ("Re [list] : hello", "hello", true),
        ("[list] Re: hello", "hello", true),
        ("[a][b] [c]Re: [d] hello (fwd) (FWD)", "hello", true),
        ("[list] hello", "hello", false),
        ("hello (fwd)", "hello", true),
        ("[fwd: hello]", "hello", true),
        ("[Fwd: Re: [list] hello (fwd)]", "hello", true),
        ("[fwd: [fwd: hello] (fwd)]", "hello", true),
        ("a \t b\r\n c", "a b c", false),
        ("", "", false),
        (" \t ", "", false),
        ("Re:", "", true),
        ("(fwd)", "", true),
        ("[fwd:]", "", true),
        ("[list]", "[list]", false),
        ("[a] [list]", "[list]", false),
        ("[a] Re: [b]", "[b]", true),
        // A blob like others where text follows.
        ("[fwd: a] b", "b", false),
        ("[fwd: a]: b", ": b", false),
        ("regards: hello", "regards: hello", false),
        ("AW: hello", "AW: hello", false),
        ("Re[[2]: hello", "Re[[2]: hello", false),
        ("[[x] hello", "[[x] hello", false),
        ("[x hello", "[x hello", false),
        ("] hello", "] hello", false),
        ("Re: ÉTÉ", "ÉTÉ", true),
        ("\u{0b}hello", "\u{0b}hello", false),
    ])
    func `a subject has the base of RFC 5256`(_ subject: String, _ text: String, _ isReply: Bool) {
        let found = BaseSubject(of: subject)
        #expect(found.text == text)
        #expect(found.isReplyOrForward == isReply)
    }

    @Test(arguments: [
        "Re: ", "[x]", "(fwd)", "[fwd: ", "[", "]", "Re[1", "Re [", "[x]Re", " ",
        "fw", "[fwd:[x]", "e\u{301}", "[a", "re:", "re[a]", "[fwd:a]", " (fwd)", "[fwd: [a]", "[a] re",
    ])
    func `a hostile subject takes time by its length`(_ part: String) {
        let many = String(repeating: part, count: 100_000)
        for subject in [many, many + "x", "[fwd:" + many + "]", many + String(repeating: "]", count: 100_000)] {
            #expect(ThreadClock.seconds { _ = BaseSubject(of: subject) } < 20)
        }
    }

    @Test(
        .requirement(61),
        arguments: [
            ("Budget", "Budget"), ("Re: Budget", "Budget"), ("RE:Budget", "Budget"), ("re : Budget", "Budget"),
            ("Fwd: Re: FW: Budget", "Budget"), ("Re[2]: Budget", "Budget"), ("Re [list] : Budget", "Budget"),
            ("[list] Budget", "Budget"), ("[a][b] Re: [c] Budget", "Budget"),
            ("Re: [list] Fwd: Budget (fwd)", "Budget"),
            ("Budget (FWD) (fwd) ", "Budget"), ("[Fwd: Budget]", "Budget"), ("[Fwd: Re: [x] Budget (fwd)]", "Budget"),
            ("[fwd: [fwd: Budget]]", "Budget"), ("  Bud \t\r\n get  ", "Bud get"),
            ("[only]", "[only]"), ("[a] [b]", "[b]"), ("Re: [only]", "[only]"), ("Re:", ""), ("", ""), ("Re: Re:", ""),
            ("(fwd)", ""), ("[Fwd:]", ""), ("Reply: x", "Reply: x"), ("Re Budget", "Re Budget"),
            ("AW: Budget", "AW: Budget"),
            ("[open Budget", "[open Budget"), ("Re: Über (fwd)", "Über"), ("re", "re"), ("[fwd: a] b", "b"),
            ("[a]Re[", "Re["), ("[list] Re: ", ""),
        ]) func `a subject is stripped to its base as RFC 5256 has it`(subject: String, base: String)
    {
        #expect(BaseSubject(of: subject).text == base)
        #expect(BaseSubject(of: base).text == base)
    }

    @Test(arguments: [
        "AW: Budget", "Re: AW: WG: Budget", "SV: VS: Budget", "Antw: Budget", "ODP: Budget", "RV: Budget",
        "R: I: Budget", "Réf: Budget",
        "回复：Budget", "答复: 转发：Budget", "Ответ: Budget", "[list] Aw [x] : Budget", "Re[2]: SV: Budget", "VÁ: Budget",
        "ΑΠ: Budget",
    ]) func `a subject is stripped of the marks of any language`(subject: String) {
        #expect(BaseSubject(of: subject, marks: .anyLanguage).text == "Budget")
        #expect(BaseSubject(of: subject).text.contains(":") || BaseSubject(of: subject).text.contains("："))
    }

    @Test(arguments: ["Awesome: Budget", "Rome: Budget", "Invoice: Budget", "AW Budget", "Vsx: Budget"])
    func `a subject keeps what is no mark`(subject: String) {
        #expect(BaseSubject(of: subject, marks: .anyLanguage).text == subject)
    }

    @Test func `the base of a base subject is itself`() {
        var random = SeededGenerator(for: "the base of a base subject is itself")
        let parts = [
            "Re:", "fw :", "FWD", "[a]", "[", "]", "(fwd)", "(", " ", "[fwd:", "x", ":", "é", "\t", "re", "[ ]",
            "Re[1]:",
        ]
        for _ in 0..<20_000 {
            let subject = (0..<Int.random(in: 0...9, using: &random))
                .map { _ in parts[Int.random(in: parts.indices, using: &random)] }.joined()
            let base = BaseSubject(of: subject).text
            let again = BaseSubject(of: base)
            #expect(again.text == base && !again.isReplyOrForward, "\(subject), seed \(random.seed)")
        }
    }
}

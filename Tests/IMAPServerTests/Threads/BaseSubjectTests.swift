import IMAPServer
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
        let found = BaseSubject.of(subject)
        #expect(found.text == text)
        #expect(found.isReplyOrForward == isReply)
    }

    @Test(arguments: [
        "Re: ", "[x]", "(fwd)", "[fwd: ", "[", "]", "Re[1", "Re [", "[x]Re", " ",
        "fw", "[fwd:[x]", "e\u{301}",
    ])
    func `a hostile subject takes time by its length`(_ part: String) {
        let many = String(repeating: part, count: 100_000)
        for subject in [many, many + "x", "[fwd:" + many + "]", many + String(repeating: "]", count: 100_000)] {
            let clock = ContinuousClock()
            let time = clock.measure { _ = BaseSubject.of(subject) }
            #expect(time < .seconds(5))
        }
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
            let base = BaseSubject.of(subject).text
            let again = BaseSubject.of(base)
            #expect(again.text == base && !again.isReplyOrForward, "\(subject), seed \(random.seed)")
        }
    }
}

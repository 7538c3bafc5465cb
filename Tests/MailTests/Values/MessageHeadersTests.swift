import Mail
import TestSupport
import Testing

@Suite struct MessageHeadersTests {
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
        #expect(baseSubject(of: subject) == base)
        #expect(baseSubject(of: base) == base)
    }

    @Test(arguments: [
        "AW: Budget", "Re: AW: WG: Budget", "SV: VS: Budget", "Antw: Budget", "ODP: Budget", "RV: Budget",
        "R: I: Budget", "Réf: Budget",
        "回复：Budget", "答复: 转发：Budget", "Ответ: Budget", "[list] Aw [x] : Budget", "Re[2]: SV: Budget", "VÁ: Budget",
        "ΑΠ: Budget",
    ]) func `a subject is stripped of the marks of any language`(subject: String) {
        #expect(baseSubject(of: subject, marks: .anyLanguage) == "Budget")
        #expect(baseSubject(of: subject).contains(":") || baseSubject(of: subject).contains("："))
    }

    @Test(arguments: ["Awesome: Budget", "Rome: Budget", "Invoice: Budget", "AW Budget", "Vsx: Budget"])
    func `a subject keeps what is no mark`(subject: String) {
        #expect(baseSubject(of: subject, marks: .anyLanguage) == subject)
    }

    @Test(arguments: [
        "[a]", "[a", "[", "re:", "re[a]", "[fwd:", "[fwd:a]", " (fwd)", "re [", "[fwd: [a]", "]", "[a] re",
    ])
    func `a hostile subject takes linear time`(piece: String) {
        let text = String(repeating: piece, count: 100_000 / piece.utf8.count)
        #expect(ThreadClock.seconds { _ = baseSubject(of: text + String(repeating: "]", count: 1000)) } < 20)
    }

    @Test(.requirement(61)) func `what a list and an answer need is derived from the header fields`() {
        let ada = EmailAddress(name: "Ada", address: "ada@x.org")
        let bob = EmailAddress(address: "bob@x.org")
        var headers = MessageHeaders(from: [ada], subject: "Re: [math] Engine")
        #expect(headers.formattedSender == "Ada")
        #expect(headers.normalizedSubject == "Engine")
        #expect(headers.effectiveReplyTo == [ada])
        #expect(headers.allRecipients.isEmpty)
        #expect(!headers.isThreaded)

        headers.replyTo = [bob]
        headers.to = [bob, ada]
        headers.cc = [EmailAddress(name: "Bob", address: "bob@X.ORG")]
        headers.bcc = [EmailAddress(address: "eve@x.org")]
        headers.references = ["a@b"]
        #expect(headers.effectiveReplyTo == [bob])
        #expect(headers.allRecipients.map(\.address) == ["bob@x.org", "ada@x.org", "eve@x.org"])
        #expect(headers.isThreaded)

        headers = MessageHeaders(from: [bob], inReplyTo: ["a@b"])
        #expect(headers.formattedSender == "bob@x.org")
        #expect(headers.normalizedSubject.isEmpty)
        #expect(headers.isThreaded)
        #expect(MessageHeaders().formattedSender.isEmpty)
    }
}

extension MessageHeaders {
    fileprivate init(from: [EmailAddress], subject: String? = nil, inReplyTo: [String] = []) {
        self.init()
        self.from = from
        self.subject = subject
        self.inReplyTo = inReplyTo
    }
}

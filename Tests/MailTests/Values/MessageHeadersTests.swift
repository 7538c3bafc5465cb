import Mail
import TestSupport
import Testing

@Suite struct MessageHeadersTests {
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

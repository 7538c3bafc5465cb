/// A small message of a test's own.
struct SampleMail: Sendable {
    var fileName: String
    var messageID: String?
    var references: [String] = []
    var inReplyTo: String?
    var subject: String
    var from = "Ada <ada@example.org>"
    var to = "Grace <grace@example.org>"
    var body: String
    var headers: [String] = []

    init(_ name: String, subject: String? = nil, body: String? = nil) {
        fileName = name + ".eml"
        messageID = "\(name)@example.org"
        self.subject = subject ?? name
        self.body = body ?? "The body of \(name).\n"
    }

    var text: String {
        var lines = ["From: \(from)", "To: \(to)", "Subject: \(subject)", "Date: Mon, 5 Feb 2024 10:00:00 +0000"]
        if let messageID { lines.append("Message-ID: <\(messageID)>") }
        if let inReplyTo { lines.append("In-Reply-To: <\(inReplyTo)>") }
        if !references.isEmpty { lines.append("References: " + references.map { "<\($0)>" }.joined(separator: " ")) }
        return (lines + headers).joined(separator: "\n") + "\n\n" + body
    }
}

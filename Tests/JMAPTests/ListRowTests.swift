import JMAP
import JSONCoding
import TestSupport
import Testing

/// What a list shows of a header comes from the read models, and the rest from the log: both say the same.
@Suite struct `A row of a list by JMAP` {
    private static let authors = [
        "ada@example.org", "Ada <ada@example.org>, ben@example.org", "a@example.org,b@example.org,c@example.org", "",
        "\"\" <e@example.org>", "Friends: c@example.org;", "Friends: c@example.org, d@example.org;", "Nobody:;",
        "only a name", "=?utf-8?q?J=C3=BCrgen?= <j@example.org>", "<>", "a@example.org <b@example.org>",
    ]

    @Test func `has what the log has of its header, whatever From says`() throws {
        let asked = try AskedLedger(["Samples/maildir", "Samples/eml", "Samples/lists.mbox"])
        for (number, author) in Self.authors.enumerated() {
            try asked.receive(
                "From: \(author)\nSubject: =?utf-8?q?n=C2=B0?= \(number)\nMessage-ID: <f\(number)@x>\n\ntext")
        }
        try asked.receive("Subject:\n\nnobody wrote it")
        try asked.receive("To: somebody@example.org\n\nno subject and no author")
        var position = 0
        while true {
            let page = try asked.call("Email/query", #"{"accountId": "$A", "position": \#(position), "limit": 100}"#)
            let ids = page["ids"].elements.compactMap(\.text)
            guard !ids.isEmpty else { break }
            position += ids.count
            let list = ids.map { "\"\($0)\"" }.joined(separator: ",")
            func rows(_ properties: String) throws -> [JSONValue] {
                try asked.call(
                    "Email/get", #"{"accountId": "$A", "ids": [\#(list)], "properties": [\#(properties)]}"#)["list"]
                    .elements
            }
            let listed = try rows(#""from", "subject", "messageId""#)
            let read = try rows(#""from", "subject", "messageId", "references", "cc""#)
            try #require(listed.count == ids.count && read.count == ids.count)
            for (row, whole) in zip(listed, read) {
                for property in ["from", "subject", "messageId"] {
                    #expect(row[property] == whole[property], "\(property) of \(whole)")
                }
            }
        }
        #expect(position > 60)
    }
}

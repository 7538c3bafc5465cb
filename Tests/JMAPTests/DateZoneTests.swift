import JMAP
import JSONCoding
import MailLedger
import TestSupport
import Testing

/// RFC 8621 section 4.1.2.5.
@Suite struct `Dates of emails` {
    @Test(
        arguments: [
            ("Mon, 5 Jan 2026 10:00:00 EST", "2026-01-05T10:00:00-05:00"),
            ("Mon, 5 Jan 2026 10:00:00 pdt", "2026-01-05T10:00:00-07:00"),
            ("Mon, 5 Jan 2026 10:00:00 MST (Mountain)", "2026-01-05T10:00:00-07:00"),
            ("Mon, 5 Jan 2026 10:00:00 +0000 (EST)", "2026-01-05T10:00:00Z"),
            ("Mon, 5 Jan 2026 10:00:00 +0000 EST", "2026-01-05T10:00:00Z"),
            ("Mon, 5 Jan 2026 23:30:00 AST", "2026-01-05T23:30:00-04:00"),
            ("Mon, 5 Jan 2026 10:00:00 GMT", "2026-01-05T10:00:00Z"),
            ("Mon, 5 Jan 2026 10:00:00 XYZ", "2026-01-05T10:00:00Z"),
            ("Mon, 5 Jan 2026 10:00:00 +0130", "2026-01-05T10:00:00+01:30"), ("nonsense EST", nil),
        ] as [(String, String?)])
    func `have the zone that the field names`(field: String, date: String?) throws {
        let asked = try AskedLedger([])
        let blob = try asked.upload("From: a@example.org\nDate: \(field)\n\nx")
        let done = try asked.call(
            "Email/parse",
            #"{"accountId": "$A", "blobIds": ["\#(blob)"], "properties": ["sentAt", "header:Date:asDate"]}"#)
        let email = done["parsed"][blob]
        #expect(email["sentAt"].text == date && email["header:Date:asDate"].text == date, "\(email)")
    }
}

import CivilTime
import EventLog
import Notes
import TestSupport
import Testing

@Suite struct `A calendar file` {
    private func lines(_ fields: ActionFields) throws -> [String] {
        let file = try CalendarFile(of: .sample(.calendar, fields), at: Timestamp(microseconds: 1_770_000_000_500_000))
        let text = String(decoding: file.bytes, as: UTF8.self)
        #expect(text.hasSuffix("\r\n"))
        return text.dropLast(1).split(separator: "\r\n").map(String.init)
    }

    @Test func `is one event, whose id is the action's and whose stamp is the time of the execution`() throws {
        let lines = try lines(
            ActionFields(
                title: "Rowing, at dawn; bring oars", priority: .high, description: "a\\b\r\nc",
                scheduledDate: Timestamp(iso8601: "2026-03-01T10:00:00+01:00"),
                scheduledEndDate: Timestamp(iso8601: "2026-03-01T11:30:00+01:00"), location: "Pier 4",
                attendees: ["ada@example.org", "Grace \"Amazing\" Hopper <grace@example.org>", "Linus"]))
        #expect(
            lines == [
                "BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//MailLedger//Actions//EN", "BEGIN:VEVENT",
                "UID:\(ActionID.sample)", "DTSTAMP:20260202T024000Z", "DTSTART:20260301T090000Z",
                "DTEND:20260301T103000Z", "SUMMARY:Rowing\\, at dawn\\; bring oars", "DESCRIPTION:a\\\\b\\nc",
                "LOCATION:Pier 4", "PRIORITY:1", "ATTENDEE:mailto:ada@example.org",
                "ATTENDEE;CN=\"Grace 'Amazing' Hopper\":mailto:grace@example.org",
                "ATTENDEE;CN=\"Linus\":invalid:nomail", "END:VEVENT", "END:VCALENDAR",
            ])
    }

    @Test func `has lines of at most 75 bytes, and breaks no character`() throws {
        let title = String(repeating: "Ruderverein für Anfänger 🚣 ", count: 12)
        let lines = try lines(ActionFields(title: title, scheduledDate: .epoch))
        #expect(lines.allSatisfy { $0.utf8.count <= 75 })
        let start = try #require(lines.firstIndex { $0.hasPrefix("SUMMARY:") })
        let folded = lines[(start + 1)...].prefix { $0.hasPrefix(" ") }
        #expect(folded.count > 3)
        #expect(lines[start] + folded.map { $0.dropFirst() }.joined() == "SUMMARY:" + title)
    }

    @Test func `needs a time`() {
        #expect(throws: DomainError.invalid(field: "scheduled_date", reason: "is missing")) {
            try CalendarFile(of: .sample(.calendar, ActionFields(title: "x")), at: .epoch)
        }
    }
}

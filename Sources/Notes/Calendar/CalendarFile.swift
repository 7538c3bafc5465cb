public import CivilTime
internal import EventLog

/// The calendar file that a calendar action becomes: one event in an iCalendar object (RFC 5545).
///
/// It depends only on its inputs, so that the same execution has the same bytes. Times are in UTC, to the second.
public struct CalendarFile: Sendable {
    private let bytesOfLines: [UInt8]

    /// - Parameters:
    ///   - action: Its id is the event's `UID`, so that a calendar knows a later file for the same event.
    ///   - time: When it was made, which is `DTSTAMP` (RFC 5545, 3.8.7.2).
    /// - Throws: ``DomainError/invalid(field:reason:hint:)`` for an action without a time.
    public init(of action: ActionState, at time: Timestamp) throws {
        let fields = action.fields
        guard let start = fields.scheduledDate else { throw TextCheck.fault("scheduled_date", .isMissing) }
        var lines = ContentLines()
        lines.add("BEGIN", "VCALENDAR")
        lines.add("VERSION", "2.0")
        lines.add("PRODID", "-//MailLedger//Actions//EN")
        lines.add("BEGIN", "VEVENT")
        lines.add("UID", action.id.description)
        lines.add("DTSTAMP", Self.utc(time))
        lines.add("DTSTART", Self.utc(start))
        // An event without an end takes no time (3.6.1); an end at its beginning is none (3.8.2.2).
        if let end = fields.scheduledEndDate, Self.utc(end) > Self.utc(start) { lines.add("DTEND", Self.utc(end)) }
        lines.add(text: "SUMMARY", fields.title)
        if let description = fields.description { lines.add(text: "DESCRIPTION", description) }
        if let location = fields.location { lines.add(text: "LOCATION", location) }
        if let url = fields.externalURL { lines.add("URL", url) }
        lines.add("PRIORITY", Self.priority(fields.priority))
        for attendee in fields.attendees { lines.add(attendee: attendee) }
        lines.add("END", "VEVENT")
        lines.add("END", "VCALENDAR")
        bytesOfLines = lines.bytes
    }

    /// The file, with CRLF line ends.
    public var bytes: [UInt8] { bytesOfLines }

    /// The form of RFC 5545, 3.3.5, form 2: `20260301T090000Z`.
    private static func utc(_ time: Timestamp) -> String {
        let seconds = time.iso8601.prefix { $0 != "." && $0 != "Z" }
        return seconds.filter { $0 != "-" && $0 != ":" } + "Z"
    }

    /// 1 is the greatest of nine (3.8.1.9).
    private static func priority(_ priority: ActionUrgency) -> String {
        switch priority {
        case .high: "1"
        case .medium: "5"
        case .low: "9"
        }
    }
}

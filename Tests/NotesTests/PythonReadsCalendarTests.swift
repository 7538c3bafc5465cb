import CivilTime
import EventLog
import FoundationEssentials
import Notes
import TestSupport
import Testing

/// What another program reads in a calendar file.
@Suite struct `Python's icalendar` {
    private static let isThere = (try? shell("/usr/bin/python3 -c 'import icalendar'", environment: [:]).status) == 0

    private static let script = """
        import icalendar, json, sys
        calendar = icalendar.Calendar.from_ical(open(sys.argv[1], 'rb').read())
        event, = calendar.walk('VEVENT')
        people = event.get('attendee', [])
        people = people if isinstance(people, list) else [people]
        print(json.dumps({
            'version': calendar['version'], 'uid': str(event['uid']), 'summary': str(event['summary']),
            'description': str(event.get('description', '')), 'location': str(event.get('location', '')),
            'start': event['dtstart'].dt.isoformat(), 'stamp': event['dtstamp'].dt.isoformat(),
            'end': event['dtend'].dt.isoformat() if 'dtend' in event else '', 'url': str(event.get('url', '')),
            'people': [str(p) + '|' + str(p.params.get('CN', '')) for p in people]}))
        """

    private struct Read: Decodable, Equatable {
        var version, uid, summary, description, location, start, stamp, end, url: String
        var people: [String]
    }

    private func read(_ fields: ActionFields) throws -> Read {
        let folder = try TemporaryDirectory()
        let file = try CalendarFile(
            of: .sample(.calendar, fields), at: try #require(Timestamp(iso8601: "2026-02-02T02:40:00Z")))
        let path = folder.path("event.ics")
        try Data(file.bytes).write(to: URL(filePath: path))
        try Data(Self.script.utf8).write(to: URL(filePath: folder.path("read.py")))
        let output = try shell("/usr/bin/python3 \(folder.path("read.py")) \(path)", environment: [:])
        try #require(output.status == 0, "\(output.text)")
        return try JSONDecoder().decode(Read.self, from: Data(output.text.utf8))
    }

    @Test(.requirement(170), .enabled("python3-icalendar is absent", { Self.isThere }))
    func `reads each field as it was meant`() throws {
        let long = String(repeating: "Ruderverein für Anfänger, und \"mehr\"; siehe C:\\pier 🚣\n", count: 9)
        let read = try read(
            ActionFields(
                title: "Rowing, at dawn; bring oars\\paddles", priority: .low, description: long,
                scheduledDate: Timestamp(iso8601: "2026-03-01T10:00:00+01:00"),
                scheduledEndDate: Timestamp(iso8601: "2026-03-01T11:30:00+01:00"), location: "Pier 4, north",
                attendees: ["ada@example.org", "Hopper, Grace <grace@example.org>", "Linus"],
                externalURL: "https://calendar.example.org/17a?x=1;y=2,3"))
        #expect(
            read
                == Read(
                    version: "2.0", uid: ActionID.sample.description, summary: "Rowing, at dawn; bring oars\\paddles",
                    description: long, location: "Pier 4, north", start: "2026-03-01T09:00:00+00:00",
                    stamp: "2026-02-02T02:40:00+00:00", end: "2026-03-01T10:30:00+00:00",
                    url: "https://calendar.example.org/17a?x=1;y=2,3",
                    people: [
                        "mailto:ada@example.org|", "mailto:grace@example.org|Hopper, Grace", "invalid:nomail|Linus",
                    ]))
        let bare = try self.read(ActionFields(title: "x", scheduledDate: .epoch))
        #expect(bare.start == "1970-01-01T00:00:00+00:00" && bare.end.isEmpty && bare.people.isEmpty)
    }
}

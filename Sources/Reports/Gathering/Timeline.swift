package import CivilTime
package import EventLog
internal import Mail
package import MailLedger

/// The events of a report, day by day, in everyday words; made of proven events and of nothing else.
package struct Timeline {
    /// A day of the zone in which the report was made.
    package struct Day {
        package let heading: String
        package var acts: [Act]
    }

    /// A transaction: who did something, when and why.
    package struct Act {
        package let transaction: Int64
        package let time: Timestamp
        /// The offset of the displayed clock from UTC, in seconds.
        package let offset: Int
        package let operation: OperationID?
        package let actor: String
        /// The actor, with the system's user if that is another one.
        package let agent: String
        package let way: String?
        package let reason: String?
        package var changes: [Change]
        /// The number of changes of the step in the log.
        package let size: Int
        /// Notes on how much of it the report has, what undid it, and what it undoes.
        package var notes: [String] = []
    }

    /// Context of a step that its entries do not have.
    package struct Setting {
        /// The offset of the displayed clock from UTC, in seconds.
        package var offset = 0
        /// The number of changes of the step in the log.
        package var changes = 0
    }

    package struct Change {
        package let position: Position
        package let type: String
        package let deed: ProvenDeed
        /// Whether its contents were erased.
        package let isErased: Bool
        /// Whether a message arrived.
        var isMessageAdded: Bool { type.hasPrefix(MessageAdded.type.name + "/") }
    }

    package private(set) var days: [Day] = []
    /// The actors, the busiest first.
    package let actors: [String]
    package let changeCount: Int
    package var acts: [Act] { days.flatMap(\.acts) }

    /// - Parameters:
    ///   - told: The positions of the events to report; the others only give the names of things.
    ///   - setting: The clock of the reader at the time of an entry, and the size of its step.
    package init(_ findings: ProofFindings, telling told: Set<Int64>, setting: (EntryFields) -> Setting) {
        let words = ProvenWords(findings, time: Self.exact)
        var tally: [String: Int] = [:]
        var count = 0
        for (event, deed) in zip(findings.events, words.deeds) where told.contains(event.entry.position.rawValue) {
            let change = Change(
                position: event.entry.position, type: event.entry.type, deed: deed, isErased: event.payloadIs == .erased
            )
            count += 1
            let actor = event.header?.actor ?? "(erased)"
            tally[actor, default: 0] += 1
            if let day = days.indices.last, days[day].acts.last?.transaction == event.entry.transaction {
                days[day].acts[days[day].acts.count - 1].changes.append(change)
                continue
            }
            let time = event.entry.recordedAt
            let setting = setting(event.entry)
            let act = Act(
                transaction: event.entry.transaction, time: time, offset: setting.offset,
                operation: event.header?.operation,
                actor: actor,
                agent: ActWords.agentInFull(event.header?.actor, event.header?.osUser, event.header?.host),
                way: event.header.map { $0.command + ActWords.cause($0.cause) }, reason: event.header?.reason,
                changes: [change], size: setting.changes)
            let heading = Self.day(time, offset: setting.offset)
            if days.last?.heading == heading {
                days[days.count - 1].acts.append(act)
            } else {
                days.append(Day(heading: heading, acts: [act]))
            }
        }
        changeCount = count
        let links = StepLinks(findings)
        for day in days.indices {
            for act in days[day].acts.indices { days[day].acts[act].notes = links.notes(on: days[day].acts[act]) }
        }
        actors = tally.sorted { ($1.value, $0.key) < ($0.value, $1.key) }.map(\.key)
    }

    // MARK: Times

    /// "Monday, 16 February 2026".
    package static func day(_ time: Timestamp, offset: Int) -> String {
        let date = CivilDateTime(microseconds: time.microseconds, offset: Int64(offset)).date
        return "\(CalendarNames.weekdays[date.weekday]), \(date.day) \(date.monthName) \(date.year)"
    }

    /// "02:00".
    package static func clock(_ time: Timestamp, offset: Int) -> String {
        String(CivilDateTime(microseconds: time.microseconds, offset: Int64(offset)).clock.prefix(5))
    }

    /// "2026-02-16 02:00:00 UTC", to the second.
    package static func exact(_ microseconds: Int64) -> String {
        Timestamp(microseconds: microseconds).iso8601.prefix { $0 != "." }.replacing("T", with: " ") + " UTC"
    }
}

extension Timeline.Act {
    /// The number of changes of each kind, if that is shorter than listing each change: "29 × marked read".
    package var summary: [(count: Int, kind: String)] {
        var counts: [(count: Int, kind: String)] = []
        var places: [String: Int] = [:]
        for change in changes {
            if let place = places[change.deed.kind] {
                counts[place].count += 1
            } else {
                places[change.deed.kind] = counts.count
                counts.append((1, change.deed.kind))
            }
        }
        return counts
    }
}

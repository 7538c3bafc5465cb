package import CivilTime
package import EventLog
internal import Mail
package import MailLedger

/// What happened, day by day, in the words of people; made of proven events and of nothing else.
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
        /// How far the clock that is shown was ahead of UTC, in seconds.
        package let offset: Int
        package let operation: OperationID?
        package let actor: String
        /// The actor with the user of the system, where that is another one.
        package let agent: String
        package let way: String?
        package let reason: String?
        package var changes: [Change]
        /// How many changes the step has in the log.
        package let size: Int
        /// How much of it the report has, what undid it, and what it undoes.
        package var notes: [String] = []
    }

    /// What a page says of a step that its entries do not.
    package struct Setting {
        /// How far the clock that is shown is ahead of UTC, in seconds.
        package var offset = 0
        /// How many changes the step has in the log.
        package var changes = 0
    }

    package struct Change {
        package let position: Position
        package let type: String
        package let deed: ProvenDeed
        /// Whether what it said was erased.
        package let isErased: Bool
        /// Whether a message came in.
        var isMessageAdded: Bool { type.hasPrefix(MessageAdded.type.name + "/") }
    }

    package private(set) var days: [Day] = []
    /// Who acted, the busiest first.
    package let actors: [String]
    package let changeCount: Int
    package var acts: [Act] { days.flatMap(\.acts) }

    /// - Parameters:
    ///   - told: The positions of the events that are reported; the others say what things are called.
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
    /// How often it did what, where that is shorter than each change by itself: "29 × marked read".
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

internal import CivilTime
internal import EventLog
internal import MailLedger
internal import Projections

/// The days that the past is offered by.
enum PastDays {
    private static let most = 30
    private static let microseconds: Int64 = 86_400_000_000

    /// Returns the latest days on which something of an account was recorded, as dates in UTC, the latest first.
    static func latest(of account: StreamID, _ reader: LedgerReader) throws -> [String] {
        let activity = ActivityQuery(on: reader.connection)
        let days = Set(try activity.eventsByActor(ActivityQuery.Scope(account: account)).map(\.day))
        return days.sorted(by: >).prefix(most).map { day in
            String(Timestamp(microseconds: day * microseconds).iso8601.prefix(10))
        }
    }
}

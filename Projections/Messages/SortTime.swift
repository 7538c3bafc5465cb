internal import CivilTime
internal import EventLog

/// The time that places a message in lists and for retention.
///
/// The sender chooses the `Date` field, and may forge the time of receipt that a file states, for example by an mbox
/// separator smuggled in a body. Nobody else sets the ledger's clock: no message was received after it was recorded. So
/// a forged date puts a message at most a day ahead of its receipt, which is about the error of honest clocks and
/// zones.
enum SortTime {
    /// The most that a message may be dated ahead of its receipt, in µs.
    static let leeway: Int64 = 86_400_000_000
    /// No mail in a file was received before 1995-01-01, in µs: separators and files without a time say 1970 or 1980.
    static let earliestReceipt: Int64 = 788_918_400_000_000

    /// Returns the date, or a day after the receipt if that is earlier; the receipt if there is no date.
    static func of(date: Timestamp?, receivedAt: Timestamp, recordedAt: Timestamp) -> Int64 {
        let (received, recorded) = (receivedAt.microseconds, recordedAt.microseconds)
        guard let date = date?.microseconds else { return min(received, recorded) }
        let receipt = received < earliestReceipt ? recorded : min(received, recorded)
        let (limit, isBeyond) = receipt.addingReportingOverflow(leeway)
        return isBeyond ? date : min(date, limit)
    }
}

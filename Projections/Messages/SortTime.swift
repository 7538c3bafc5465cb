internal import CivilTime
internal import EventLog

/// Where a message stands in lists and for retention.
///
/// Its sender chooses the `Date` field, and may choose the time of receipt that a file tells of itself, as by an mbox separator that a
/// body smuggles in. The ledger's clock is nobody else's: nothing was received after it was recorded. So a forged date brings a
/// message a day ahead of its receipt at most, about as much as honest clocks and zones are wrong by.
enum SortTime {
    /// How far ahead of its receipt a message may be dated, in µs.
    static let leeway: Int64 = 86_400_000_000
    /// No mail in a file was received before 1995-01-01, in µs: separators and files without a time say 1970 or 1980.
    static let earliestReceipt: Int64 = 788_918_400_000_000

    /// Returns the date, or a day after the receipt if that is earlier; the receipt where there is no date.
    static func of(date: Timestamp?, receivedAt: Timestamp, recordedAt: Timestamp) -> Int64 {
        let (received, recorded) = (receivedAt.microseconds, recordedAt.microseconds)
        guard let date = date?.microseconds else { return min(received, recorded) }
        let receipt = received < earliestReceipt ? recorded : min(received, recorded)
        let (limit, isBeyond) = receipt.addingReportingOverflow(leeway)
        return isBeyond ? date : min(date, limit)
    }
}

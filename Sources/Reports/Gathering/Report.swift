package import CivilTime
package import Cryptography
package import EventLog

/// A report for people without a terminal: the events, the mail itself, and the proof of both.
package struct Report {
    package let title: String
    /// The selection of its changes, in words.
    package let selection: String
    package let ledger: LedgerID
    /// The addresses of the accounts that it is about.
    package let accounts: [String]
    /// When it was made.
    package let made: Timestamp
    /// The span that it covers, by the log's clock.
    package let span: Span
    package let timeline: Timeline
    package let mail: ReportedMail
    package let series: ReportedSeries
    package let holds: [ReportedHold]
    package let erasures: [ReportedErasure]
    /// The number of erased things whose owner is no longer known; nil if that was not requested.
    package let erasuresOfUnknown: Int?
    package let extract: LogExtract
    package let checkpoint: LogCheckpoint
    package let key: NoteVerifier

    package struct Span: Sendable {
        /// The position behind which it begins, and the one with which it ends.
        package let after: Position
        package let through: Position
        /// The earliest and the latest time of what it covers, which are within it if the clock was set back; nil for
        /// an end that was not chosen.
        package let from: Timestamp?
        package let to: Timestamp?
    }
}

/// A hold, as the ledger's read model has it.
package struct ReportedHold: Sendable {
    package let name: String
    package let target: String
    package let added: Timestamp
    package let actor: String?
    package let reason: String?
    package let isLifted: Bool
}

/// An erasure; the erased data itself is gone.
package struct ReportedErasure: Sendable {
    package let time: Timestamp
    package let kind: String
    package let actor: String?
    package let reason: String?
    package let position: Position
    package let events: Int
}

extension NoteVerifier {
    /// The text that people compare by telephone: SHA-256 of the key's line with its line feed, as by `sha256sum` of
    /// the file.
    package var fingerprint: SHA256Digest { SHA256Hasher.digest(of: Array("\(self)\n".utf8)) }
}

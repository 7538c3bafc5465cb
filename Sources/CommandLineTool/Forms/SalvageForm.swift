internal import Content
internal import Cryptography
internal import MailLedger

/// What was saved of a damaged ledger.
struct SalvageForm: Encodable {
    let to: String
    let events: Int64
    /// Nil where the damaged log cannot tell how many it had.
    let lost: Int64?
    let erasures: Int
    let fault: String
    let root: String
    let contents: Int
    let hasSigningKey: Bool
    let contentFaults: [String]

    init(_ report: SalvageReport, to target: LedgerLocation) {
        to = target.directory
        events = report.events
        lost = report.eventsBefore.map { $0 - report.events }
        erasures = report.erasures
        fault = report.fault
        root = report.root.hex
        contents = report.contents
        hasSigningKey = report.hasSigningKey
        contentFaults = report.contentFaults.compactMap(ContentProblem.describe)
    }
}

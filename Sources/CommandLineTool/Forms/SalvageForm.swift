internal import Content
internal import Hashing
internal import MailLedger

/// What was saved of a damaged ledger.
struct SalvageForm: Encodable {
    let to: String
    let events: Int64
    /// Nil where the damaged log cannot tell how many it had.
    let lost: Int64?
    let fault: String
    let root: String
    let contents: Int
    let contentFaults: [String]

    init(_ report: SalvageReport, to target: LedgerLocation) {
        to = target.directory
        events = report.events
        lost = report.eventsBefore.map { $0 - report.events }
        fault = report.fault
        root = report.root.hex
        contents = report.contents
        contentFaults = report.contentFaults.compactMap(ContentProblem.describe)
    }

    enum CodingKeys: String, CodingKey {
        case to, events, lost, fault, root, contents
        case contentFaults = "content_faults"
    }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(to, forKey: .to)
        try container.encode(events, forKey: .events)
        try container.encode(lost, forKey: .lost)
        try container.encode(fault, forKey: .fault)
        try container.encode(root, forKey: .root)
        try container.encode(contents, forKey: .contents)
        try container.encode(contentFaults, forKey: .contentFaults)
    }
}

internal import EventLog
internal import MailLedger

/// How far a subscriber has come.
struct CursorForm: Encodable {
    let name: String
    let position: Int64?
    let behind: Int64?
    /// Why no subscriber can go on there.
    let fault: String?

    init(_ cursor: CursorStanding) {
        name = cursor.name
        position = cursor.position?.rawValue
        behind = cursor.behind
        fault = cursor.fault?.description
    }

    enum CodingKeys: CodingKey {
        case name, position, behind, fault
    }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(name, forKey: .name)
        try container.encode(position, forKey: .position)
        try container.encode(behind, forKey: .behind)
        try container.encode(fault, forKey: .fault)
    }
}

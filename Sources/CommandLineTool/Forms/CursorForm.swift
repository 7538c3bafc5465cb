internal import EventLog
internal import MailLedger

/// How far a subscriber has come.
struct CursorForm: Encodable {
    let name: String
    let position: Int64?
    let behind: Int64?
    let ahead: Int64?
    /// Why no subscriber can go on there.
    let fault: String?

    init(_ cursor: CursorStanding) {
        name = cursor.name
        position = cursor.position?.rawValue
        behind = cursor.behind
        ahead = cursor.ahead
        fault = cursor.fault?.description
    }
}

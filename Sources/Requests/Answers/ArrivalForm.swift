internal import EventLog
package import Projections

/// New mail to announce to the user.
public struct ArrivalForm: Encodable, Sendable {
    /// The position of the event that added it: continue after it.
    let position: Int64
    let message: MessageForm

    package var row: MessageRow { message.row }

    package init(_ row: MessageRow) {
        position = row.stream.rawValue
        message = MessageForm(row)
    }
}

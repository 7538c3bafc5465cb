internal import EventLog
package import LedgerHistory
internal import Projections

/// The things that ended or came back with an account or a folder.
public struct CascadeForm: Encodable, Sendable {
    let folders: Int
    let messages: Int
    let isEnd: Bool
    let members: [Member]?

    struct Member: Encodable {
        let entity: String
        let id: String
        let name: String?
    }

    package init(_ cascade: Cascade) {
        folders = cascade.folders
        messages = cascade.messages
        isEnd = cascade.isEnd
        members = cascade.members?.map { Member(entity: $0.entity, id: $0.id.description, name: $0.name) }
    }
}

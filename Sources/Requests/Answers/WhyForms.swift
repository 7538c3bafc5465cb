internal import EventLog
internal import JSONCoding
package import LedgerHistory
internal import Mail
internal import Projections

/// A field and the events that set it.
public struct ValueReasonForm: Encodable, Sendable {
    let field: String
    let value: JSONValue
    let isDefault: Bool
    let changes: [ValueChangeForm]
    package let reason: ValueReason

    private enum CodingKeys: CodingKey { case field, value, isDefault, changes }

    package init(_ reason: ValueReason, tellsAll: Bool, folders: [String: String]) {
        self.reason = reason
        field = reason.field
        value = reason.value
        isDefault = reason.isDefault
        changes = reason.changes.prefix(tellsAll ? .max : 1).map { ValueChangeForm($0, folders: folders) }
    }
}

/// An event that gave a field another value.
public struct ValueChangeForm: Encodable, Sendable {
    let old: JSONValue
    let new: JSONValue
    let event: HistoryForm

    package init(_ change: ValueChange, folders: [String: String]) {
        old = change.old
        new = change.new
        event = HistoryForm(change.event, folders: folders)
    }
}

/// The messages that make up an unread count.
public struct UnreadReasonForm: Encodable, Sendable {
    let account: String?
    let folder: String?
    let unread: Int
    let groups: [Group]
    package let reason: UnreadReason

    private enum CodingKeys: CodingKey { case account, folder, unread, groups }

    struct Group: Encodable {
        let count: Int
        let event: HistoryForm
        let messages: [Message]
    }

    struct Message: Encodable {
        let id: String
        let subject: String?
    }

    package init(_ reason: UnreadReason, folders: [String: String]) {
        self.reason = reason
        account = reason.account
        folder = reason.folder
        unread = reason.unread
        groups = reason.groups.map { group in
            Group(
                count: group.count, event: HistoryForm(group.event, folders: folders),
                messages: group.messages.map { Message(id: $0.id.description, subject: $0.subject) })
        }
    }
}

/// The reasons why messages are one thread.
public struct ThreadReasonForm: Encodable, Sendable {
    let thread: String
    let count: Int
    let messages: [Join]
    let missing: [Missing]
    package let reason: ThreadReason

    private enum CodingKeys: CodingKey { case thread, count, messages, missing }

    struct Join: Encodable {
        let id: String
        let subject: String?
        let messageID: String?
        let isLive: Bool
        let event: HistoryForm
        let links: [Link]
    }

    struct Link: Encodable {
        let field: String
        let messageID: String
        let other: String
        let isOwnOfOther: Bool
    }

    struct Missing: Encodable {
        let messageID: String
        let namedBy: [String]
    }

    package init(_ reason: ThreadReason, folders: [String: String]) {
        self.reason = reason
        thread = reason.thread.description
        count = reason.count
        messages = reason.members.map { join in
            Join(
                id: join.message.description, subject: join.subject, messageID: join.messageID, isLive: join.isLive,
                event: HistoryForm(join.event, folders: folders),
                links: join.links.map {
                    Link(
                        field: $0.field.rawValue, messageID: $0.messageID, other: $0.other.description,
                        isOwnOfOther: $0.isOwnOfOther)
                })
        }
        missing = reason.missing.map {
            Missing(messageID: $0.messageID, namedBy: $0.namedBy.map(\.description))
        }
    }
}

/// The explanation of a missing message.
public struct AbsenceForm: Encodable, Sendable {
    let name: String
    let findings: [Finding]
    let more: Int
    let lookedUp: [String]
    let erasedMessages: Int
    package let absence: Absence

    private enum CodingKeys: CodingKey { case name, findings, more, lookedUp, erasedMessages }

    struct Finding: Encodable {
        let finding: AbsenceFinding
        let event: HistoryForm?
        let came: HistoryForm?

        enum CodingKeys: CodingKey {
            case kind, id, subject, account, folders, source, detail, event, namedBy, matched, came
        }

        func encode(to encoder: any Encoder) throws {
            var container = encoder.container(keyedBy: CodingKeys.self)
            try container.encode(finding.kind.rawValue, forKey: .kind)
            try container.encode(finding.message?.description, forKey: .id)
            try container.encode(finding.subject, forKey: .subject)
            try container.encode(finding.account, forKey: .account)
            try container.encode(finding.folders, forKey: .folders)
            try container.encode(finding.source, forKey: .source)
            try container.encode(finding.detail, forKey: .detail)
            try container.encode(event, forKey: .event)
            try container.encode(finding.namedBy.map(\.description), forKey: .namedBy)
            try container.encode(finding.matched?.rawValue, forKey: .matched)
            try container.encode(came, forKey: .came)
        }
    }

    package init(_ absence: Absence, folders: [String: String]) {
        self.absence = absence
        name = absence.name
        more = absence.rest
        lookedUp = absence.lookedUp.map(\.rawValue)
        erasedMessages = absence.erasedMessages
        findings = absence.findings.map { finding in
            Finding(
                finding: finding, event: finding.event.map { HistoryForm($0, folders: folders) },
                came: finding.came.map { HistoryForm($0, folders: folders) })
        }
    }
}

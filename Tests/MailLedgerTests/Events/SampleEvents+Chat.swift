import Chat
import CivilTime
import EventLog

extension SampleEvents {
    private static let conversation = ConversationID(.number(11))
    private static let time = Timestamp(microseconds: 1_700_000_000_000_001)

    static func chat() -> [any Event & Hashable] {
        [
            ConversationOpened(
                id: conversation, account: account, name: "crew",
                facts: ConversationFacts(
                    displayName: "The crew", avatarURL: "https://example.org/crew.png", participants: ["tomas"],
                    isGroup: true)),
            ConversationChanged(
                conversation: conversation, displayName: Change(old: "Crew", new: nil),
                avatarURL: Change(old: nil, new: "https://example.org/crew.png"),
                participants: ListChange(from: ["tomas", "ada"], to: ["tomas", "ines"]),
                isGroup: Change(old: false, new: true)),
            ConversationDeleted(conversation: conversation), ConversationRestored(conversation: conversation),
            ConversationErased(conversation: conversation, account: account, events: 2),
            ChatMessageJoined(
                message: message, conversation: conversation, sender: "tomas", createdAt: time, updatedAt: time,
                status: .delivered, readBy: ["ines"]),
            ChatDeliveryChanged(message: message, status: Change(old: .sent, new: .read)),
            ChatReadersChanged(
                message: message,
                readBy: ListChange(removed: [.init(at: 0, value: "ada")], added: [.init(at: 0, value: "ines")])),
        ]
    }

    static func bareChat() -> [any Event & Hashable] {
        [
            ConversationOpened(id: conversation, account: account, name: "crew", facts: ConversationFacts()),
            ConversationChanged(conversation: conversation),
            ChatReadersChanged(message: message, readBy: ListChange(removed: [.init(at: 1, value: "ines")])),
            ChatMessageJoined(
                message: message, conversation: conversation, sender: "tomas", createdAt: time, updatedAt: time,
                status: nil, readBy: []),
            ChatDeliveryChanged(message: message, status: Change(old: nil, new: .sent)),
        ]
    }
}

import Assist
import Chat
import EventLog
import Mail
import MailLedger
import Outbox
import Projections
import TestSupport
import Testing

/// Commands on conversations and the outbox, drawn by lot.
extension RandomCommands {
    /// Lines of some of three conversations; the same number is the same message, which others may have read since.
    mutating func importChats() throws {
        let conversation = "c\(Int.random(in: 0..<3, using: &generator))"
        var lines = [#"{"type":"conversation","id":"\#(conversation)","is_group":\#(chance(50))}"#]
        for _ in 0...Int.random(in: 0..<3, using: &generator) {
            let number = Int.random(in: 0..<6, using: &generator)
            let line = #"{"type":"message","id":"\#(conversation)-\#(number)","conversation_id":"\#(conversation)","#
            let status = DeliveryStatus.allCases.randomElement(using: &generator)?.rawValue ?? ""
            let said =
                #""sender_id":"s\#(number)","text":"body \#(number)","created_at":"2026-01-0\#(number + 1)T00:00:00Z","#
            let noted = #""status":"\#(status)","read_by":["r\#(Int.random(in: 0..<3, using: &generator))"]}"#
            if !lines.contains(where: { $0.hasPrefix(line) }) { lines.append(line + said + noted) }
        }
        let path = try sample.scratch.write("chats.jsonl", lines.joined(separator: "\n"))
        let context = sample.ledger.context(command: "import chat")
        do {
            _ = try sample.ledger.exchange.importChats(path, account: account(), context: context)
        } catch let refusal as RefusedLine {
            throw DomainError.conflict(refusal.description)
        }
    }

    mutating func changeChats() throws {
        let ledger = sample.ledger
        let conversation = try ledger.read { try $0.conversations() }.randomElement(using: &generator)
        let filter = try sample.filter(query())
        switch Int.random(in: 0..<5, using: &generator) {
        case 0:
            let status = DeliveryStatus.allCases.randomElement(using: &generator) ?? .sent
            _ = try ledger.advanceDelivery(
                of: filter, AdvanceDelivery(to: status), context: ledger.context(command: "chat status"))
        case 1:
            _ = try ledger.noteReaders(
                of: filter, NoteReaders(["r1", "r2"]), context: ledger.context(command: "chat read"))
        case 2:
            guard let conversation else { return }
            let name = ["", "Crew", "Pier"].randomElement(using: &generator)
            _ = try ledger.changeConversation(
                conversation.id.description,
                ChangeConversation(displayName: name, participants: chance(50) ? ["p"] : []),
                context: ledger.context(command: "chat set"))
        case 3:
            guard let conversation else { return }
            _ = try ledger.deleteConversation(
                conversation.id.description, context: ledger.context(command: "chat delete"))
        default:
            guard let conversation else { return }
            _ = try ledger.postChat(
                "body", to: conversation.id.description, context: ledger.context(command: "chat post"))
        }
    }

    mutating func markInOutbox() throws {
        let ids =
            try sample.messages().map(\.id.description) + sample.ledger.read { try $0.folders().map(\.id.description) }
        guard let id = ids.randomElement(using: &generator) else { return }
        let command: MarkInOutbox =
            [.pending, .synced, .failed("no route to host"), .conflict(server: 7)].randomElement(using: &generator)
            ?? .pending
        try sample.ledger.mark(
            inOutbox: id, command, expecting: chance(10) ? 1 : nil,
            context: sample.ledger.context(command: "outbox mark"))
    }
}

import Chat
import EventLog
import TestSupport
import Testing

private let id = MessageID(UniqueID.random { Array(repeating: 7, count: $0) })
private let conversation = ConversationID(UniqueID.random { Array(repeating: 8, count: $0) })

@Suite struct `Delivery and readers` {
    private func message(_ status: DeliveryStatus? = nil, readBy: [String] = []) -> ChatMessageState {
        ChatMessageState(
            message: id, stream: StreamID(9), accountStream: StreamID(1), conversation: conversation, status: status,
            readBy: readBy)
    }

    @Test(.requirement(79)) func `a message goes on from sending to read, and never back`() throws {
        for old in [nil] + DeliveryStatus.allCases.map(Optional.some) {
            for new in DeliveryStatus.allCases {
                let decide = { try AdvanceDelivery(to: new).decide([message(old)]) }
                if let old, old > new {
                    let error = #expect(throws: DomainError.self) { try decide() }
                    guard case .conflict = error else { return #expect(Bool(false), "\(old) \(new)") }
                } else {
                    #expect(try decide().count == (old == new ? 0 : 1), "\(String(describing: old)) \(new)")
                }
            }
        }
        #expect(DeliveryStatus.allCases == DeliveryStatus.allCases.sorted())
    }

    @Test(.requirement(79)) func `where one of several has come further, none is changed`() {
        #expect(throws: DomainError.self) {
            try AdvanceDelivery(to: .sent).decide([message(.sending), message(.read)])
        }
    }

    @Test(.requirement(80)) func `who has read a message stands there once, in the order in which they first did`()
        throws
    {
        let first = try #require(NoteReaders(["tomas", "ines", "tomas"]).decide([message()]).first?.event)
        #expect((first as? ChatReadersChanged)?.readBy.added?.map(\.value) == ["tomas", "ines"])
        let second = try #require(
            NoteReaders(["ines", "ada"]).decide([message(readBy: ["tomas", "ines"])]).first?.event)
        #expect(
            (second as? ChatReadersChanged)?.readBy == ListChange(added: [.init(at: 2, value: "ada")]))
        #expect(try NoteReaders(["ines"]).decide([message(readBy: ["tomas", "ines"])]).isEmpty)
        #expect(throws: DomainError.self) { try NoteReaders([" "]).decide([message()]) }
    }

    @Test func `readers are taken back while they are noted`() throws {
        let changed = ChatReadersChanged(message: id, readBy: ListChange(added: [.init(at: 1, value: "b")]))
        #expect(message(readBy: ["a", "b"]).undoing(changed)?.readBy == ["a"])
        #expect(message(readBy: ["a", "b", "c"]).undoing(changed)?.readBy == ["a", "c"])
        #expect(message(readBy: ["a"]).undoing(changed) == nil)
        let delivered = ChatDeliveryChanged(message: id, status: Change(old: .sent, new: .delivered))
        #expect(message(.delivered).undoing(delivered)?.status == .sent)
        #expect(message(.read).undoing(delivered) == nil)
    }

    @Test(
        .requirement(86),
        arguments: ["", "  \n\t", "\r\n", "a\u{0}b", "a\u{1b}[31m", String(repeating: "x", count: 65_537)])
    func `a text that is blank, too long or no text is refused`(text: String) {
        #expect(throws: ValueError.self) { try ChatRules.checkText(text) }
    }

    @Test func `texts with other line ends, and with empty lines at their end, count as the same`() throws {
        #expect(ChatRules.canonical(" a\r\nb\rc\n\n") == " a\nb\nc")
        #expect(ChatRules.canonical("Grüße\t👋") == "Grüße\t👋")
        try ChatRules.checkText(" a\r\nb\rc\n\n")
    }

    @Test func `a new text is as long as its bytes, line ends and all`() throws {
        let longest = String(repeating: "x", count: ChatRules.textLimit)
        try ChatRules.checkLength(ofNew: longest)
        for text in [longest + "\n", "hi" + String(repeating: "\r\n", count: ChatRules.textLimit / 2)] {
            // Once only its canonical form was kept, so its message may be there.
            try ChatRules.checkText(text)
            let error = #expect(throws: DomainError.self) { try ChatRules.checkLength(ofNew: text) }
            #expect(error?.description.contains("text is too long") == true, "\(String(describing: error))")
        }
    }
}

@Suite struct `What is said of a conversation` {
    private let state = ConversationState(
        id: conversation, stream: StreamID(3), accountStream: StreamID(1), name: "crew",
        facts: ConversationFacts(displayName: "Crew", participants: ["a", "b", "a"], isGroup: true), isDeleted: false)

    @Test(.requirement(94)) func `each fact that changes has its old and its new value, and goes back by them`() throws
    {
        #expect(state.facts.participants == ["a", "b"], "each once")
        let command = ChangeConversation(
            displayName: "", avatarURL: "https://example.org/a.png", participants: ["b"], isGroup: false)
        let event = try #require(try command.decide(state).first?.event as? ConversationChanged)
        #expect(event.displayName == Change(old: "Crew", new: nil))
        #expect(event.participants == ListChange(removed: [.init(at: 0, value: "a")]))
        let changed = try state.facts.applying(event)
        #expect(
            changed
                == ConversationFacts(avatarURL: "https://example.org/a.png", participants: ["b"], isGroup: false))
        #expect(changed.undoing(event).facts == state.facts)
        #expect(try ChangeConversation(displayName: "Crew").decide(state).isEmpty)
    }

    @Test(arguments: [
        ChangeConversation(displayName: " "), ChangeConversation(displayName: "a\nb"),
        ChangeConversation(avatarURL: "https://ada:pw@example.org/a.png"), ChangeConversation(participants: [""]),
        ChangeConversation(participants: [String(repeating: "x", count: 121)]),
    ])
    func `what cannot be kept is refused`(command: ChangeConversation) {
        #expect(throws: DomainError.self) { try command.decide(state) }
    }

    @Test func `a name is taken while its conversation lives, and comes back with it`() throws {
        let account = AccountID(UniqueID.random { Array(repeating: 1, count: $0) })
        func open(_ known: ConversationState?) throws -> [any Event] {
            try OpenConversation(name: "crew", facts: ConversationFacts(displayName: "New")).decide(
                id: conversation, account: account, accountStream: StreamID(1), known: known
            ).map(\.event)
        }
        #expect(try open(nil).first is ConversationOpened)
        #expect(throws: DomainError.self) { try open(state) }
        let back = try open(state.with(isDeleted: true))
        #expect(back.count == 2 && back[0] is ConversationRestored && back[1] is ConversationChanged)
    }
}

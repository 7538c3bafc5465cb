import Assist
import Chat
import CivilTime
import EventLog
import JSONCoding
import Mail
import MailLedger
import Outbox
import Projections
import TestSupport
import Testing
import WireModels

/// Conversations and their messages go out as forms, and forms come back as lines of an import.
@Suite struct `Conversations at the boundary` {
    private let world: ChatWorld
    private var ledger: Ledger { world.ledger }

    init() throws {
        world = try ChatWorld()
        try world.importing(ChatWorld.lines)
    }

    private func entity(_ name: String = "crew", limit: PageLimit = 100) throws -> ConversationEntity {
        try ledger.answer(GetConversation(conversation: name, limit: limit))
    }

    private func id(_ external: String) throws -> String {
        try #require(try world.sample.messages().first { $0.external.id == external }).id.description
    }

    @Test(.requirement(78, 94, 97, 202))
    func `a conversation goes out with its messages, and comes into another ledger as it was`()
        throws
    {
        let crew = try entity()
        #expect(crew.id == "crew" && crew.displayName == "The crew" && crew.isGroup)
        #expect(
            crew.participantIDs == ["ada", "tomas@example.net", "ines 7"]
                && crew.avatarURL == "https://example.org/crew.png")
        #expect(
            crew.messages.map(\.id) == ["m1", "m2", "m3"] && crew.messages.allSatisfy { $0.conversationID == "crew" })
        #expect(crew.messages.map(\.senderID) == ["tomas@example.net", "ada", "ines 7"])
        #expect(crew.messages[1].text == "Six it is.\n\nGrüße 👋" && crew.messages[0].readBy == ["ada"])
        #expect(crew.messages.map(\.status) == [.read, .sent, .sent], "what came from its source was sent")
        #expect(crew.messages.allSatisfy { $0.syncStatus == .synced })
        #expect(crew.lastMessageText == "From the pier: walrus seen" && crew.lastMessageSenderID == "ines 7")
        let row = try ledger.read { try $0.conversation("crew") }
        #expect(
            crew.lastMessageAt == row.last.map { WireTime($0.createdAt) } && crew.unreadCount == row.thread?.unreadCount
        )
        let decoded = try JSONBytesDecoder().decode(ConversationEntity.self, from: JSONBytesEncoder().encode(crew))
        #expect(decoded == crew)
        let other = try ChatWorld()
        let report = try #require(
            try other.ledger.perform(
                SaveConversation(account: ChatWorld.account, conversation: decoded, ownID: "ada")
            ).answer)
        #expect(report.conversations == 1 && report.added == 3)
        let copy = try other.ledger.answer(GetConversation(conversation: "crew"))
        #expect(copy.messages.map(\.text) == crew.messages.map(\.text) && copy.participantIDs == crew.participantIDs)
        #expect(
            copy.messages.map(\.createdAt) == crew.messages.map(\.createdAt)
                && copy.messages.map(\.readBy) == crew.messages.map(\.readBy))
        // The same once more is there already.
        let again = try #require(
            try other.ledger.perform(
                SaveConversation(account: ChatWorld.account, conversation: copy, ownID: "ada")
            ).answer)
        #expect(again.operation == nil && again.existing == 3 && again.added == 0)
        #expect(try other.ledger.maintenance.checkViews() == nil)
    }

    @Test(.requirement(94)) func `a conversation without messages has a form, and a bad one is refused whole`() throws {
        let empty = try entity("nobody yet")
        #expect(empty.messages.isEmpty && empty.lastMessageAt == nil && empty.unreadCount == 0)
        #expect(try entity(limit: 1).messages.map(\.id) == ["m3"], "the latest")
        var bad = try entity()
        bad.messages[2].text = "  "
        let head = try world.sample.head()
        #expect(throws: RefusedLine.self) {
            try ledger.perform(SaveConversation(account: ChatWorld.account, conversation: bad))
        }
        bad.messages = [crewMessage("m9"), crewMessage("m9")]
        #expect(throws: RefusedLine.self) {
            try ledger.perform(SaveConversation(account: ChatWorld.account, conversation: bad))
        }
        #expect(try world.sample.head() == head)
    }

    private func crewMessage(_ id: String) -> MessageEntity {
        MessageEntity(
            id: id, conversationID: "crew", senderID: "ada", text: "Hm", createdAt: WireTime(Timestamp(microseconds: 7))
        )
    }

    @Test(.requirement(78)) func `a text comes back to the byte, with its blanks and line ends`() throws {
        let texts = [
            "end\n", "\n\nlead", "a  \nb\t\n c ", "a\r\nb\rc\nd", "-- \nsig", "> all\r\n", "Grüße 👋\n\n",
            "From me\n.", String(repeating: "long ", count: 40) + "\r",
        ]
        var crew = try entity()
        crew.messages = texts.enumerated().map { number, text in
            MessageEntity(
                id: "v\(number)", conversationID: "crew", senderID: "ada", text: text,
                createdAt: WireTime(Timestamp(microseconds: Int64(number))))
        }
        func save() throws -> ChatImportReport {
            let request = SaveConversation(account: ChatWorld.account, conversation: crew, ownID: "ada")
            return try #require(try ledger.perform(request).answer)
        }
        #expect(try save().added == texts.count)
        let known = try entity().messages.filter { $0.id.hasPrefix("v") }.map { Array($0.text.utf8) }
        #expect(known == texts.map { Array($0.utf8) })
        let head = try world.sample.head()
        #expect(try save().existing == texts.count)
        // Earlier versions kept no line ends: such a message is the same.
        for index in crew.messages.indices { crew.messages[index].text += "\r\n" }
        #expect(try save().existing == texts.count)
        #expect(try world.sample.head() == head)
        let row = try ledger.postChat("Aye.\r\n\r\n", to: "crew", context: ledger.context(command: "chat post"))
        let posted = try #require(try ledger.read { try $0.chatText(of: row.stream) })
        #expect(Array(posted.utf8) == Array("Aye.\r\n\r\n".utf8))
        #expect(try world.sample.messages("aye").count == 1, "its words are found")
        #expect(try ledger.maintenance.checkViews() == nil)
    }

    @Test(.requirement(95)) func `what people decided of a conversation is told`() throws {
        let filter = try world.sample.filter("walrus")
        _ = try ledger.markThreads(
            filter, MarkThreads(isPinned: true, isMuted: true), context: ledger.context(command: "thread"))
        let crew = try entity()
        #expect(crew.isPinned && crew.isMuted && !crew.isArchived)
    }

    @Test(.requirement(81, 83)) func `how far a message came to its server is told`() throws {
        let row = try ledger.postChat("Off we go", to: "crew", context: ledger.context(command: "chat post"))
        func last() throws -> MessageEntity { try #require(try entity().messages.last { $0.text == "Off we go" }) }
        #expect(try last().syncStatus == .pending && last().status == .sending && last().isPendingSync)
        try ledger.markSync(
            of: row.id.uniqueID, .failed, error: "no route", context: ledger.context(command: "sync"))
        let failed = try last()
        #expect(failed.syncStatus == .failed && failed.retryCount == 1 && failed.syncError == "no route")
        #expect(failed.lastSyncAttempt != nil && failed.shouldRetry)
        try ledger.markSync(of: row.id.uniqueID, .synced, context: ledger.context(command: "sync"))
        #expect(try last().syncStatus == .synced && last().syncError == nil)
        #expect(throws: DomainError.self) {
            try ledger.markSync(of: row.id.uniqueID, .conflict, context: ledger.context(command: "sync"))
        }
    }

    @Test(.requirement(106, 109, 110, 111, 112, 113))
    func `what is claimed of a message goes out, and comes back as claims`() throws {
        let answer = try ledger.addAnswer(
            AddAnswer(category: .personal, questionPattern: "walrus", text: "Yes."),
            context: ledger.context(command: "answer add"))
        let metadata = MessageMetadata(
            category: .urgent, categoryConfidence: 0.75, sentiment: .positive, sentimentIntensity: .high,
            opportunityScore: 70, faqMatchID: answer.id.description, faqConfidence: 0.5, smartReplyDraft: "On my way",
            supermemoryID: "mem-3")
        let message = try id("m3")
        _ = try ledger.classify(
            metadata.claims(of: message, by: "model-x"), context: ledger.context(command: "classify"))
        #expect(try entity().messages.last?.metadata == metadata)
        _ = try ledger.classify(
            MessageMetadata(category: .fan).claims(of: message, by: "model-x"),
            context: ledger.context(command: "classify"))
        #expect(
            try entity().messages.last?.metadata == MessageMetadata(category: .fan),
            "what is not there is claimed no more")
    }

    @Test(.requirement(142, 145)) func `an attachment goes out with its type, its size and how far it has come`() throws
    {
        let sample = try SampleLedger()
        try sample.addAccount(ChatWorld.account)
        let parcel = Letter("parcel").with {
            $0.headers = ["MIME-Version: 1.0", "Content-Type: multipart/mixed; boundary=b"]
            $0.body =
                "--b\r\nContent-Type: image/png; name=w.png\r\nContent-Disposition: attachment\r\n\r\nwalrus\r\n--b--\r\n"
        }
        let message = try #require(try sample.save([parcel], account: ChatWorld.account).first)
        func form() throws -> AttachmentEntity {
            try sample.ledger.read { reader in
                let row = try reader.message(message.description)
                return AttachmentEntity(
                    try #require(try reader.attachments(of: row.stream).first), of: message.description)
            }
        }
        let arrived = try form()
        #expect(arrived.id == "\(message)/1" && arrived.type == .image && arrived.mimeType == "image/png")
        #expect(arrived.fileName == "w.png" && arrived.fileSize > 0 && arrived.uploadStatus == .completed)
        #expect(arrived.uploadProgress == 1 && !arrived.isAvailable)
        try sample.ledger.changeTransfer(
            ofAttachment: 1, of: message.description, context: sample.ledger.context(command: "transfer")
        ) { $0.markAsUploaded(url: "https://files.example.org/1") }
        #expect(try form().isAvailable)
    }
}

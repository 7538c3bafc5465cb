import EventLog
import Mail
import MailLedger
import Projections
import Testing
import VoiceNotesExample

/// What a program may not bring is refused when it opens a ledger.
@Suite struct `A context that cannot be taken` {
    private func error(_ additions: any LedgerAddition.Type...) -> ContextError? {
        do {
            _ = try Ledger.inMemory(adding: additions)
            return nil
        } catch {
            return error as? ContextError
        }
    }

    @Test func `two of one name are refused, of this package or not`() {
        #expect(error(Voice.self) == nil)
        #expect(error(Voice.self, Voice.self) == .nameTaken("voice"))
        #expect(error(SecondNotes.self) == .nameTaken("notes"))
    }

    @Test func `a name that is none is refused`() {
        #expect(error(Loud.self) == .wrongName("LOUD"))
        #expect(error(OfTheLog.self) == .wrongName("ledger"))
    }

    @Test func `events that are named otherwise, or twice alike, are refused`() {
        #expect(error(Stray.self) == .eventNamedOtherwise(Said.type, context: "stray"))
        #expect(error(Twice.self) == .eventTwice(Told.type))
    }

    @Test func `kinds of things of one name are refused`() {
        #expect(error(SecondRecordings.self, Voice.self) == .thingTaken("recording"))
    }

    @Test func `a field that would hold a secret is refused at once`() {
        #expect(error(Careless.self) == .secretField("password", of: LoggedIn.type))
        #expect(error(CarelessWithin.self) == .secretField("access_token", of: Connected.type))
    }

    @Test func `one that only a recorded event shows is refused when it is recorded`() throws {
        let ledger = try Ledger.inMemory(adding: [Sly.self])
        #expect(throws: ContextError.secretField("api_key", of: Whispered.type)) {
            try ledger.perform(Whisper())
        }
        #expect(try ledger.store.head().position == .start)
    }

    struct Said: Event {
        static let type = EventType("strays.thing-said", schema: 1)
    }
    struct Told: Event {
        static let type = EventType("twice.thing-told", schema: 1)
    }
    struct LoggedIn: Event {
        static let type = EventType("careless.user-logged-in", schema: 1)
        let id: AccountID
        let names: [String]
        let password: String
    }
    struct Connected: Event {
        static let type = EventType("within.server-connected", schema: 1)
        struct Server: Codable {
            let host: String
            let accessToken: String
            enum CodingKeys: String, CodingKey {
                case host
                case accessToken = "access_token"
            }
        }
        let id: AccountID
        let servers: [Server]?
    }
    struct Whispered: Event {
        static let type = EventType("sly.word-whispered", schema: 1)
        enum Tone: String, Codable { case low }
        let tone: Tone
        let apiKey: String
        enum CodingKeys: String, CodingKey {
            case tone
            case apiKey = "api_key"
        }
    }
    struct Whisper: LedgerCommand {
        static let name = "whisper"
        typealias Answer = String
        func decide(_ reader: LedgerReader, _ call: CommandCall) -> Decision<String> {
            let event = Whispered(tone: .low, apiKey: "1234")
            return Decision([ProposedEvent(event, target: .noStream, account: .none)]) { _ in "" }
        }
    }
    struct Undoing: ContextUndoing {
        mutating func answer(to event: any Event, _ recorded: RecordedEvent) -> UndoAnswer { .events([]) }
    }
    enum SecondNotes: Silent {
        static let name = "notes"
        static let events: [any Event.Type] = []
    }
    enum Loud: Silent {
        static let name = "LOUD"
        static let events: [any Event.Type] = []
    }
    enum OfTheLog: Silent {
        static let name = "ledger"
        static let events: [any Event.Type] = []
    }
    enum Stray: Silent {
        static let name = "stray"
        static let events: [any Event.Type] = [Said.self]
    }
    enum Twice: Silent {
        static let name = "twice"
        static let events: [any Event.Type] = [Told.self, Told.self]
    }
    enum SecondRecordings: Silent {
        static let name = "tapes"
        static let events: [any Event.Type] = []
        static var things: [ThingKind] { Voice.things }
    }
    enum Careless: Silent {
        static let name = "careless"
        static let events: [any Event.Type] = [LoggedIn.self]
    }
    enum CarelessWithin: Silent {
        static let name = "within"
        static let events: [any Event.Type] = [Connected.self]
    }
    enum Sly: Silent {
        static let name = "sly"
        static let events: [any Event.Type] = [Whispered.self]
    }
}

/// A context whose events are never undone.
protocol Silent: LedgerContext {}

extension Silent {
    static func makeUndoing(_ walk: UndoWalk) -> any ContextUndoing { `A context that cannot be taken`.Undoing() }
}

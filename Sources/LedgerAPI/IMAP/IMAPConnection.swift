internal import EventLog
internal import IMAPServer
internal import MailLedger

/// A connection of a mail reader: its socket, who is there, and the session.
///
/// One thread at a time has it: the loop, or the thread of the pool that works for it until it is handed back.
@safe final class IMAPConnection: Sendable {
    let guest: IMAPGuest
    private let handler: APIHandler
    private nonisolated(unsafe) var session: IMAPSession?

    init(_ guest: IMAPGuest, of handler: APIHandler) {
        self.guest = guest
        self.handler = handler
    }

    // MARK: On a thread of the pool

    /// Greets the client.
    func begin(on ledger: Ledger) {
        guest.noteBegin()
        guard handler.folder.isThere else { return refuse(Self.isGone) }
        guard let login = try? guest.login(ledger) else {
            return refuse("[UNAVAILABLE] The server could not do that now")
        }
        let made = IMAPSession(login, watch: guest) { [guest] in guest.send($0, isLast: $1) }
        unsafe session = made
        made.greet()
    }

    private static let isGone = "[UNAVAILABLE] The ledger was moved or replaced; the server has to be started again"

    /// Answers what came, and has those who follow the log hear of it at once.
    func receive(_ bytes: [UInt8], on ledger: Ledger) {
        guest.noteBegin()
        guard handler.folder.isThere else { unsafe session?.end(Self.isGone); return }
        let before = try? ledger.store.head().position
        unsafe session?.receive(bytes, on: ledger)
        if let after = try? ledger.store.head().position, after != before { handler.hub.note(after) }
    }

    /// Announces what changed.
    func headMoved(on ledger: Ledger) {
        if handler.folder.isThere { unsafe session?.headMoved(on: ledger) } else { unsafe session?.end(Self.isGone) }
    }

    // MARK: On the loop's thread

    /// Whether nothing more is to come; one that was never greeted is over, too.
    var isEnded: Bool { unsafe session?.isEnded ?? true }
    var isIdling: Bool { unsafe session?.isIdling ?? false }
    var isKnown: Bool { unsafe session?.isKnown ?? false }

    func showLife() { guest.withoutWaiting { unsafe session?.showLife() } }

    /// Says goodbye; in place of the greeting where there was none (RFC 9051 section 7.1.5).
    func end(_ words: String) {
        guest.withoutWaiting {
            if let session = unsafe session { session.end(words) } else { refuse(words) }
        }
    }

    private func refuse(_ words: String) {
        _ = guest.send(Array("* BYE \(words)\r\n".utf8)[...], isLast: true)
    }

    func rest() { unsafe session?.rest() }
}

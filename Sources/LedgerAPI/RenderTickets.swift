internal import CivilTime
internal import Cryptography
internal import Synchronization

/// What lets a frame without rights show one message, for five minutes.
struct RenderTicket: Sendable {
    let message: String
    /// The moment that is shown, as it was asked for; nil for now.
    let moment: String?
    /// The session that asked for it: the ticket ends with it.
    let session: SHA256Digest
    let end: Timestamp
}

/// The tickets that count, in memory alone.
final class RenderTickets: Sendable {
    private static let minutes: Int64 = 5
    /// Beyond this many the one that ends first is forgotten.
    private static let limit = 1_000

    private let tickets = Mutex<[SHA256Digest: RenderTicket]>([:])

    /// Makes a ticket of 128 random bits.
    func issue(_ message: String, at moment: String?, for session: SHA256Digest, now: Timestamp) -> String {
        let text = randomBytes(16).hex
        let ticket = RenderTicket(
            message: message, moment: moment, session: session,
            end: Timestamp(microseconds: now.microseconds + Self.minutes * 60_000_000))
        tickets.withLock { tickets in
            for (digest, ticket) in tickets where ticket.end <= now { tickets[digest] = nil }
            if tickets.count >= Self.limit, let first = tickets.min(by: { $0.value.end < $1.value.end }) {
                tickets[first.key] = nil
            }
            tickets[SHA256Hasher.digest(of: Array(text.utf8))] = ticket
        }
        return text
    }

    /// Returns what a ticket is for; nil where it is none, or over.
    func ticket(_ text: String, now: Timestamp) -> RenderTicket? {
        let digest = SHA256Hasher.digest(of: Array(text.utf8))
        guard let ticket = tickets.withLock({ $0[digest] }), ticket.end > now else { return nil }
        return ticket
    }
}

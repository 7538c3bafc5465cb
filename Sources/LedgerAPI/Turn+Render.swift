internal import Access
internal import CivilTime
internal import EventLog
internal import HTTPServing
internal import JSONCoding
internal import MIME
internal import MailLedger
internal import Projections
internal import WireModels

extension Admitted {
    private struct RenderBody: Decodable {
        let message: String
        let at: String?
    }

    /// Gives a session the ticket by which a frame shows a message.
    func render(_ ledger: Ledger) throws {
        try caller.require(.read)
        guard let session = caller.session else { throw APIFailure.notLoggedIn }
        let asked = try JSONBytesDecoder().decode(RenderBody.self, from: request.body)
        if asked.at != nil { try caller.require(.audit) }
        try answer(at: asked.at, as: nil, ledger) { ledger in
            let (id, parts) = try ledger.shownMail(asked.message, at: asked.at)
            let ticket = handler.tickets.issue(id, at: asked.at, for: session, now: handler.now)
            let form = RenderForm(try RenderedMail(parts, partsAt: RenderForm.partsPlace(ticket)), ticket)
            return HTTPResponse(
                200, [("Content-Type", "application/json")], .bytes(try JSONBytesEncoder().encode(form) + [0x0A]))
        }
    }
}

extension APIHandler.Turn {
    /// What a part that is shown may unpack to.
    private static let partLimit = 32 << 20

    /// Shows the holder of a ticket a message as a page, or a picture of it.
    ///
    /// - Parameter number: The number of the part that is the picture.
    func show(_ number: String? = nil, by text: String, _ ledger: Ledger) throws {
        try handler.tokens.refresh(from: ledger)
        guard let ticket = handler.tickets.ticket(text, now: handler.now),
            let session = handler.sessions.live(ticket.session, at: handler.now),
            let caller = handler.caller(of: session), caller.scopes.contains(.read),
            ticket.moment == nil || caller.scopes.contains(.audit)
        else { throw APIFailure.notFound }
        caller.enter(ledger)
        let show: @Sendable (Ledger) -> Void = { ledger in
            caller.enter(ledger)
            do {
                let parts = try ledger.shownMail(ticket.message, at: ticket.moment).parts
                finish(try Self.response(number, of: parts, by: text), caller)
            } catch {
                // Erased or gone, it has no page any more; a ticket tells no more than that.
                fail(APIFailure.notFound, caller)
            }
        }
        // What was shown lately stands, as a rule.
        guard let moment = ticket.moment, try handler.positionToBuild(for: moment, ledger) != nil else {
            return show(ledger)
        }
        if !handler.past.submit(show) { throw APIFailure.busy }
    }

    private static func response(_ number: String?, of parts: MessageParts, by ticket: String) throws -> HTTPResponse {
        guard let number else {
            return .mail(try RenderedMail(parts, partsAt: RenderForm.partsPlace(ticket)).page)
        }
        guard let bytes = try parts.content(of: number, limit: partLimit), let type = ImageType.type(of: bytes) else {
            throw APIFailure.notFound
        }
        return .picture(bytes, type)
    }
}

extension Ledger {
    /// Returns a message that is there at a moment, by its whole id, and its parts.
    fileprivate func shownMail(_ message: String, at moment: String?) throws -> (id: String, parts: MessageParts) {
        let ledger = try moment.map { try at(Moment(parsing: $0, in: environment.queryContext)) } ?? self
        return try ledger.read { reader in
            let row = try reader.message(message)
            guard let parts = try reader.parts(of: row.content) else {
                throw APIFailure(.notFound, "the bytes of this message are not here")
            }
            return (row.id.description, parts)
        }
    }
}

/// What the page learns of a message that it is to show.
private struct RenderForm: Encodable {
    let url: String
    let kind: RenderedMail.Kind
    let remote: Int
    let links: [RenderedMail.Link]
    let cut: Bool

    init(_ mail: RenderedMail, _ ticket: String) {
        url = "/render/\(ticket)/"
        kind = mail.kind
        remote = mail.remote
        links = mail.links
        cut = mail.isCut
    }

    static func partsPlace(_ ticket: String) -> String { "/render/\(ticket)/cid/" }
}

import Access
import CivilTime
import Cryptography
import EventLog
import Testing

@Suite struct `Tokens` {
    private let now = Timestamp(microseconds: 1_700_000_000_000_000)
    private let id = UniqueID("00000000-0000-4000-8000-000000000001")

    private func token() throws -> TokenText { try #require(TokenText(bytes: Array(0..<32))) }

    private func issue(
        _ settings: TokenSettings, beside others: [TokenState] = []
    ) throws -> [ProposedEvent] {
        let id = try #require(id)
        return try IssueToken(settings).decide(beside: others, at: now, token(), newID: { id })
    }

    private func state(_ settings: TokenSettings, isRevoked: Bool = false) throws -> TokenState {
        TokenState(id: TokenID(try #require(id)), stream: StreamID(7), settings: settings, isRevoked: isRevoked)
    }

    private let phone = TokenSettings(name: "phone", actor: "mara", scopes: [.write, .read])

    @Test func `have 43 digits that are safe in a header behind a prefix, and are read back`() throws {
        let all = try #require(TokenText(bytes: [UInt8](repeating: 0xFF, count: 32)))
        #expect(all.text == "mlt_" + String(repeating: "_", count: 42) + "8")
        let token = try token()
        #expect(token.text == "mlt_AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8")
        #expect(TokenText(shown: token.text)?.digest == token.digest)
        #expect(token.digest == SHA256Hasher.digest(of: Array(token.text.utf8)))
        #expect(TokenText(bytes: [1, 2, 3]) == nil)
    }

    @Test(arguments: ["", "mlt_", "mlt_AAEC", "MLT_AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8"])
    func `are known by their form`(text: String) {
        #expect(TokenText(shown: text) == nil)
        #expect(TokenText(shown: "mlt_" + String(repeating: "é", count: 21) + "a") == nil)
        #expect(TokenText(shown: "mlt_AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8 ") == nil)
    }

    @Test func `show nothing of themselves`() throws {
        let token = try token()
        #expect("\(token)" == "mlt_…")
        var text = ""
        dump(token, to: &text)
        #expect(!text.contains("AAEC"))
    }

    @Test func `stand in the log as their digest alone`() throws {
        let events = try issue(phone)
        let issued = try #require(events.first?.event as? TokenIssued)
        #expect(events.count == 1)
        #expect(issued.secretDigest == (try token().digest))
        #expect(issued.scopes == [.read, .write])
        let payload = String(decoding: try issued.encodedPayload(), as: UTF8.self)
        #expect(!payload.contains("mlt_") && !payload.contains("AAECAwQF"))
        #expect(issued.settings == phone)
    }

    @Test func `are refused without a name, an actor or a scope, for some accounts, and with an end that is over`()
        throws
    {
        var bad = [phone, phone, phone, phone, phone, phone]
        bad[0].name = " "
        bad[1].actor = "a\nb"
        bad[2].scopes = []
        bad[3].accounts = []
        bad[4].expiresAt = now
        bad[5].name = String(repeating: "n", count: 101)
        for settings in bad { #expect(throws: DomainError.self) { try issue(settings) } }
        #expect(throws: DomainError.alreadyExists(kind: "token", name: "phone")) {
            try issue(phone, beside: [state(phone)])
        }
    }

    @Test func `are changed field by field, and not once they are revoked`() throws {
        let live = try state(phone)
        let events = try ChangeToken(scopes: [.read], expiresAt: "2030-01-01T00:00:00Z").decide(
            live, beside: [live], at: now)
        let changed = try #require(events.first?.event as? TokenChanged)
        #expect(changed.scopes == Change(old: [.read, .write], new: [.read]))
        #expect(changed.expiresAt?.old == .some(nil))
        #expect(changed.name == nil)
        #expect(try ChangeToken(name: "phone", expiresAt: "").decide(live, beside: [live], at: now).isEmpty)
        #expect(throws: DomainError.self) {
            try ChangeToken(name: "desk").decide(state(phone, isRevoked: true), beside: [], at: now)
        }
        #expect(throws: DomainError.self) { try ChangeToken(expiresAt: "tomorrow").decide(live, beside: [], at: now) }
    }

    @Test func `are revoked once`() throws {
        #expect(try RevokeToken().decide(state(phone)).count == 1)
        #expect(try RevokeToken().decide(state(phone, isRevoked: true)).isEmpty)
    }
}

internal import Cryptography
internal import JSONCoding
package import MailLedger
internal import Projections

/// What a client learns first: accounts, bounds and addresses (RFC 8620 section 2).
package struct JMAPSession: Sendable {
    /// The session as it is sent.
    package let bytes: [UInt8]
    /// Changes whenever something else in it does.
    package let state: String

    /// Makes the session of a caller.
    ///
    /// - Parameter base: What the addresses of JMAP begin with, as in `https://mail.example.org/jmap`.
    package init(
        of caller: JMAPCaller, base: String, limits: JMAPLimits, known: JMAPSessions, _ reader: LedgerReader
    ) throws {
        let source = Source(
            username: caller.username, mayWrite: caller.mayWrite, base: base,
            accounts: try reader.accounts().map { Source.Account(id: JMAPID.text(of: $0.id), name: $0.address) })
        self = try known.session(of: source) { try JMAPSession(source, limits) }
    }

    /// What is different in the sessions of one service.
    struct Source: Hashable {
        struct Account: Hashable {
            let id: String
            let name: String
        }

        let username: String
        let mayWrite: Bool
        let base: String
        let accounts: [Account]
    }

    private init(_ source: Source, _ limits: JMAPLimits) throws {
        let base = source.base
        var accounts = JSONObject()
        var primary = JSONObject()
        for account in source.accounts {
            let id = account.id
            accounts[id] = .object([
                "name": .string(account.name), "isPersonal": true, "isReadOnly": .bool(!source.mayWrite),
                "accountCapabilities": [JMAPCapability.mail.rawValue: .object(Self.mail(source, limits))],
            ])
            if primary.keys.isEmpty { primary[JMAPCapability.mail.rawValue] = .string(id) }
        }
        var session: JSONObject = [
            "capabilities": [
                JMAPCapability.core.rawValue: .object(limits.json), JMAPCapability.mail.rawValue: [:],
            ],
            "accounts": .object(accounts), "primaryAccounts": .object(primary), "username": .string(source.username),
            "apiUrl": .string(base + "/api"),
            "downloadUrl": .string(base + "/download/{accountId}/{blobId}/{name}?type={type}"),
            "uploadUrl": .string(base + "/upload/{accountId}/"),
            "eventSourceUrl": .string(
                base + "/eventsource?types={types}&closeafter={closeafter}&ping={ping}"),
        ]
        state = String(SHA256Hasher.digest(of: try JSONBytesEncoder().encode(JSONValue.object(session))).hex.prefix(16))
        session["state"] = .string(state)
        bytes = try JSONBytesEncoder().encode(JSONValue.object(session))
    }

    /// What an account can do (RFC 8621 section 1.3.1).
    private static func mail(_ source: Source, _ limits: JMAPLimits) -> JSONObject {
        [
            "maxMailboxesPerEmail": nil, "maxMailboxDepth": nil, "maxSizeMailboxName": 255,
            "maxSizeAttachmentsPerEmail": .integer(Int64(limits.attachments)),
            "emailQuerySortOptions": .array(EmailSort.properties.map { .string($0) }),
            "mayCreateTopLevelMailbox": .bool(source.mayWrite),
        ]
    }
}

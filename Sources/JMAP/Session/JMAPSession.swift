internal import Hashing
package import JSONCoding
package import MailLedger
internal import Projections

/// What a client learns first: accounts, bounds and addresses (RFC 8620 section 2).
package struct JMAPSession: Sendable {
    /// The session in JSON.
    package let json: JSONValue
    /// Changes whenever something else in it does.
    package let state: String

    /// Makes the session of a caller.
    ///
    /// - Parameter base: What the addresses of JMAP begin with, as in `https://mail.example.org/jmap`.
    package init(of caller: JMAPCaller, base: String, limits: JMAPLimits, _ reader: LedgerReader) throws {
        var accounts = JSONObject()
        var primary = JSONObject()
        for row in try reader.accounts() {
            let id = JMAPID.text(of: row.id)
            accounts[id] = .object([
                "name": .string(row.address), "isPersonal": true, "isReadOnly": .bool(!caller.mayWrite),
                "accountCapabilities": [JMAPCapability.mail.rawValue: .object(Self.mail(caller, limits))],
            ])
            if primary.keys.isEmpty { primary[JMAPCapability.mail.rawValue] = .string(id) }
        }
        var session: JSONObject = [
            "capabilities": [
                JMAPCapability.core.rawValue: .object(limits.json), JMAPCapability.mail.rawValue: [:],
            ],
            "accounts": .object(accounts), "primaryAccounts": .object(primary), "username": .string(caller.username),
            "apiUrl": .string(base + "/api"),
            "downloadUrl": .string(base + "/download/{accountId}/{blobId}/{name}?type={type}"),
            "uploadUrl": .string(base + "/upload/{accountId}/"),
            "eventSourceUrl": .string(
                base + "/eventsource?types={types}&closeafter={closeafter}&ping={ping}"),
        ]
        state = String(SHA256Hasher.digest(of: try JSONBytesEncoder().encode(JSONValue.object(session))).hex.prefix(16))
        session["state"] = .string(state)
        json = .object(session)
    }

    /// What an account can do (RFC 8621 section 1.3.1).
    private static func mail(_ caller: JMAPCaller, _ limits: JMAPLimits) -> JSONObject {
        [
            "maxMailboxesPerEmail": nil, "maxMailboxDepth": nil, "maxSizeMailboxName": 255,
            "maxSizeAttachmentsPerEmail": .integer(Int64(limits.attachments)),
            "emailQuerySortOptions": .array(EmailSort.properties.map { .string($0) }),
            "mayCreateTopLevelMailbox": .bool(caller.mayWrite),
        ]
    }
}

internal import EventLog
internal import Mail
package import Projections

public struct AccountForm: Encodable, Sendable {
    let id: String
    let address: String
    let displayName: String?
    let provider: String
    let imap: ServerForm?
    let smtp: ServerForm?
    let authTypes: [String]
    let credentialRef: String?
    let isEnabled: Bool
    let keepNewest: Int?
    let keepFor: String?
    let sync: SyncStateForm?

    struct ServerForm: Encodable {
        let host: String
        let port: Int
        let security: String
        let username: String?

        init(_ row: ServerRow) {
            host = row.host
            port = row.port
            security = row.security
            username = row.username
        }

        enum CodingKeys: CodingKey { case host, port, security, username }

        func encode(to encoder: any Encoder) throws {
            var container = encoder.container(keyedBy: CodingKeys.self)
            try container.encode(host, forKey: .host)
            try container.encode(port, forKey: .port)
            try container.encode(security, forKey: .security)
            try container.encode(username, forKey: .username)
        }
    }

    package init(_ row: AccountRow) {
        id = row.id.description
        address = row.address
        displayName = row.displayName
        provider = row.provider
        imap = row.imap.map(ServerForm.init)
        smtp = row.smtp.map(ServerForm.init)
        authTypes = row.authTypes
        credentialRef = row.credentialRef
        isEnabled = row.isEnabled
        keepNewest = row.keepNewest
        keepFor = row.keepFor?.text
        sync = row.sync.map(SyncStateForm.init)
    }

    enum CodingKeys: String, CodingKey {
        case id, address
        case displayName = "display_name"
        case provider, imap, smtp
        case authTypes = "auth_types"
        case credentialRef = "credential_ref"
        case isEnabled = "is_enabled"
        case keepNewest = "keep_newest"
        case keepFor = "keep_for"
        case sync
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(id, forKey: .id)
        try container.encode(address, forKey: .address)
        try container.encode(displayName, forKey: .displayName)
        try container.encode(provider, forKey: .provider)
        try container.encode(imap, forKey: .imap)
        try container.encode(smtp, forKey: .smtp)
        try container.encode(authTypes, forKey: .authTypes)
        try container.encode(credentialRef, forKey: .credentialRef)
        try container.encode(isEnabled, forKey: .isEnabled)
        try container.encode(keepNewest, forKey: .keepNewest)
        try container.encode(keepFor, forKey: .keepFor)
        try container.encode(sync, forKey: .sync)
    }
}

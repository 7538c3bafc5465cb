internal import EventLog
internal import Mail
package import Projections

public struct AccountForm: Encodable, Sendable {
    let id: String
    package let address: String
    let displayName: String?
    package let provider: String
    let imap: ServerForm?
    let smtp: ServerForm?
    let authTypes: [String]
    let credentialRef: String?
    let isEnabled: Bool
    let keepNewest: Int?
    let keepFor: String?
    let sync: SyncStateForm?
    package let row: AccountRow

    private enum CodingKeys: CodingKey {
        case id, address, displayName, provider, imap, smtp, authTypes, credentialRef, isEnabled, keepNewest, keepFor,
            sync
    }

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
        self.row = row
    }
}

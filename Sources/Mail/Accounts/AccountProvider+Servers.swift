/// The known settings of a server, before a person adds anything; `host` is nil if it is unknown.
public struct ServerDefaults: Hashable, Sendable {
    /// The host; nil for a custom provider, whose host must be given.
    public let host: String?
    /// The port.
    public let port: Int
    /// The encryption of the connection.
    public let security: ConnectionSecurity
    /// The name to log in with, made from the address.
    public let username: String
    /// The ways to log in that the server offers, the preferred one first.
    public let authTypes: [AuthType]

    /// Makes checked settings: given values take precedence over the provider's defaults.
    ///
    /// Without a port it is the usual one of the security. Throws if the host is neither given nor known.
    public func server(
        host: String? = nil, port: Int? = nil, security: ConnectionSecurity? = nil, username: String? = nil
    ) throws(ValueError) -> MailServer {
        guard let host = host ?? self.host else { throw ValueError(field: "host", reason: .isMissing) }
        return try MailServer(
            host: host, port: port ?? security?.usualPort(insteadOf: self.port) ?? self.port,
            security: security ?? self.security,
            username: username ?? self.username)
    }
}

/// The settings that an address alone leads to.
public struct AccountDefaults: Hashable, Sendable {
    /// The provider that the settings are of.
    public let provider: AccountProvider
    /// The server for reading mail.
    public let imap: ServerDefaults
    /// The server for sending mail.
    public let smtp: ServerDefaults

    /// The way to log in that an account starts with.
    public var authType: AuthType { imap.authTypes.first ?? .password }
}

extension AccountProvider {
    /// The settings for an address at this provider; the address' domain chooses among regional hosts.
    ///
    /// ```swift
    /// let address = EmailAddress(address: "ada@icloud.com")
    /// AccountProvider.icloud.defaults(for: address).imap.username  // "ada"
    /// AccountProvider.icloud.defaults(for: address).smtp.username  // "ada@icloud.com"
    /// ```
    public func defaults(for address: EmailAddress) -> AccountDefaults {
        let (imap, smtp) = servers(forDomain: address.domain?.asciiLowercased ?? "")
        return AccountDefaults(provider: self, imap: imap.resolved(for: address), smtp: smtp.resolved(for: address))
    }

    /// The servers as the public Thunderbird autoconfiguration database lists them first (March 2026).
    public func servers(forDomain domain: String) -> (imap: ServerTemplate, smtp: ServerTemplate) {
        switch self {
        case .gmail: Self.tls("imap.gmail.com", "smtp.gmail.com", [.oauth2, .password])
        case .outlook:
            // Password login ended in 2025.
            (.tls("outlook.office365.com", 993, [.oauth2]), .starttls("smtp-mail.outlook.com", 587, [.oauth2]))
        case .microsoft365:
            (.tls("outlook.office365.com", 993, [.oauth2]), .starttls("smtp.office365.com", 587, [.oauth2]))
        case .icloud:
            (
                .tls("imap.mail.me.com", 993, [.appPassword], username: .localPart),
                .starttls("smtp.mail.me.com", 587, [.appPassword])
            )
        case .yahoo: Self.tls("imap.mail.yahoo.com", "smtp.mail.yahoo.com", [.oauth2, .password])
        case .fastmail: Self.tls("imap.fastmail.com", "smtp.fastmail.com", [.oauth2, .password])
        case .aol: Self.tls("imap.aol.com", "smtp.aol.com", [.oauth2, .password])
        case .gmx:
            Self.germanGMXDomains.contains(domain)
                ? Self.tls("imap.gmx.net", "mail.gmx.net", [.password])
                : Self.tls("imap.gmx.com", "mail.gmx.com", [.password])
        case .webDe: Self.tls("imap.web.de", "smtp.web.de", [.password], username: .localPart)
        case .zoho: Self.zohoServers(forDomain: domain)
        case .yandex: Self.tls("imap.yandex.com", "smtp.yandex.com", [.password])
        case .mailRu:
            (.tls("imap.mail.ru", 993, [.oauth2, .password]), .tls("smtp.mail.ru", 465, [.password]))
        case .posteo: Self.tls("posteo.de", "posteo.de", [.password])
        case .tOnline: Self.tls("secureimap.t-online.de", "securesmtp.t-online.de", [.password])
        case .mailCom: Self.tls("imap.mail.com", "smtp.mail.com", [.password])
        case .comcast: Self.tls("imap.comcast.net", "smtp.comcast.net", [.oauth2, .password])
        case .att: Self.tls("imap.mail.att.net", "outbound.att.net", [.oauth2, .password])
        case .qq: Self.tls("imap.qq.com", "smtp.qq.com", [.password])
        case .netease163: Self.tls("imap.163.com", "smtp.163.com", [.password])
        case .naver: Self.tls("imap.naver.com", "smtp.naver.com", [.password])
        case .custom: Self.tls(nil, nil, [.password])
        }
    }

    private static func tls(
        _ imap: String?, _ smtp: String?, _ authTypes: [AuthType], username: ServerTemplate.Username = .address
    ) -> (imap: ServerTemplate, smtp: ServerTemplate) {
        (.tls(imap, 993, authTypes, username: username), .tls(smtp, 465, authTypes, username: username))
    }

    private static func zohoServers(forDomain domain: String) -> (imap: ServerTemplate, smtp: ServerTemplate) {
        let regions = ["com.au", "eu", "in", "jp"]
        let region = regions.first { domain == "zoho.\($0)" || domain == "zohomail.\($0)" } ?? "com"
        return tls("imap.zoho.\(region)", "smtp.zoho.\(region)", [.password])
    }
}

/// A row of the table of servers: settings with the user name still open.
public struct ServerTemplate: Hashable, Sendable {
    /// The part of an address that is the login name.
    public enum Username: String, Hashable, Sendable, Codable, CaseIterable {
        case address
        case localPart = "local_part"
    }

    /// The host; nil for a custom provider, whose host must be given.
    public let host: String?
    public let port: Int
    public let security: ConnectionSecurity
    /// The ways to log in that the server offers, the preferred one first.
    public let authTypes: [AuthType]
    public let username: Username

    static func tls(
        _ host: String?, _ port: Int, _ authTypes: [AuthType], username: Username = .address
    ) -> ServerTemplate {
        ServerTemplate(host: host, port: port, security: .tls, authTypes: authTypes, username: username)
    }

    static func starttls(_ host: String?, _ port: Int, _ authTypes: [AuthType]) -> ServerTemplate {
        ServerTemplate(host: host, port: port, security: .starttls, authTypes: authTypes, username: .address)
    }

    func resolved(for address: EmailAddress) -> ServerDefaults {
        let name =
            switch username {
            case .address: address.address
            case .localPart: address.localPart
            }
        return ServerDefaults(host: host, port: port, security: security, username: name, authTypes: authTypes)
    }
}

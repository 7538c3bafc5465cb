internal import Mail

/// A provider and what is known of its servers.
struct ProviderForm: Encodable {
    let provider: AccountProvider
    let imap: Server
    let smtp: Server

    /// - Parameter domain: Chooses among regional hosts.
    init(_ provider: AccountProvider, domain: String) {
        let (imap, smtp) = provider.servers(forDomain: domain)
        self.provider = provider
        self.imap = Server(template: imap)
        self.smtp = Server(template: smtp)
    }

    struct Server: Encodable {
        let template: ServerTemplate

        enum CodingKeys: CodingKey { case host, port, security, username, authTypes }

        func encode(to encoder: any Encoder) throws {
            var container = encoder.container(keyedBy: CodingKeys.self)
            try container.encode(template.host, forKey: .host)
            try container.encode(template.port, forKey: .port)
            try container.encode(template.security, forKey: .security)
            try container.encode(template.username, forKey: .username)
            try container.encode(template.authTypes, forKey: .authTypes)
        }
    }

    enum CodingKeys: String, CodingKey {
        case name, displayName, iconName
        case supportsOAuth = "supports_oauth"
        case imap, smtp, domains
    }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(provider.rawValue, forKey: .name)
        try container.encode(provider.displayName, forKey: .displayName)
        try container.encode(provider.iconName, forKey: .iconName)
        try container.encode(provider.supportsOAuth, forKey: .supportsOAuth)
        try container.encode(imap, forKey: .imap)
        try container.encode(smtp, forKey: .smtp)
        try container.encode(provider.domains, forKey: .domains)
    }
}

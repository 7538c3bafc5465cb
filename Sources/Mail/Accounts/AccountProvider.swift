/// A mail provider with known servers, or `custom` for any other; stored events contain the raw values.
public enum AccountProvider: String, Hashable, Sendable, Codable, CaseIterable {
    case gmail
    case outlook
    case microsoft365
    case icloud
    case yahoo
    case fastmail
    case aol
    case gmx
    case webDe = "web_de"
    case zoho
    case yandex
    case mailRu = "mail_ru"
    case posteo
    case tOnline = "t_online"
    case mailCom = "mail_com"
    case comcast
    case att
    case qq
    case netease163 = "netease_163"
    case naver
    /// Any other provider: its hosts must be given.
    case custom

    /// The name the provider goes by.
    public var displayName: String {
        switch self {
        case .gmail: "Gmail"
        case .outlook: "Outlook.com"
        case .microsoft365: "Microsoft 365"
        case .icloud: "iCloud"
        case .yahoo: "Yahoo Mail"
        case .fastmail: "Fastmail"
        case .aol: "AOL Mail"
        case .gmx: "GMX"
        case .webDe: "WEB.DE"
        case .zoho: "Zoho Mail"
        case .yandex: "Yandex Mail"
        case .mailRu: "Mail.ru"
        case .posteo: "Posteo"
        case .tOnline: "T-Online"
        case .mailCom: "mail.com"
        case .comcast: "Xfinity (Comcast)"
        case .att: "AT&T Mail"
        case .qq: "QQ Mail"
        case .netease163: "NetEase 163"
        case .naver: "Naver Mail"
        case .custom: "Other"
        }
    }

    /// A name for the picture of the provider, the same for all of one house; `envelope` if there is none.
    public var iconName: String {
        switch self {
        case .gmail: "google"
        case .outlook, .microsoft365: "microsoft"
        case .icloud: "apple"
        case .yahoo, .aol, .att: rawValue
        case .webDe, .mailRu, .tOnline, .mailCom, .netease163: rawValue
        case .fastmail, .gmx, .zoho, .yandex, .posteo, .comcast, .qq, .naver: rawValue
        case .custom: "envelope"
        }
    }

    /// Whether the provider has an OAuth 2.0 service for mail programs, even if it is not the preferred way to log in.
    public var supportsOAuth: Bool {
        // Yandex has one, though its servers list passwords alone.
        self == .yandex || servers(forDomain: domains.first ?? "").imap.authTypes.contains(.oauth2)
    }
}

extension AccountProvider {
    /// Returns the provider for the domain of an address, which must match as a whole, in any case.
    ///
    /// Nothing is guessed from a part of a domain: `notgmail.com.evil.org` is `custom`.
    public static func detect(domain: String) -> AccountProvider {
        providersByDomain[domain.asciiLowercased] ?? .custom
    }

    /// Returns the provider for an address; `custom` if the address has no domain.
    public static func detect(address: EmailAddress) -> AccountProvider {
        address.domain.map(detect(domain:)) ?? .custom
    }

    private static let providersByDomain: [String: AccountProvider] = {
        var providers: [String: AccountProvider] = [:]
        for provider in allCases {
            for domain in provider.domains { providers[domain] = provider }
        }
        return providers
    }()
}

import Foundation
import Mail
import TestSupport
import Testing

@Suite struct AccountProviderTests {
    @Test(.requirement(10, 11)) func `the raw values are a promise, and no other is taken`() {
        #expect(
            AccountProvider.allCases.map(\.rawValue) == [
                "gmail", "outlook", "microsoft365", "icloud", "yahoo", "fastmail", "aol", "gmx", "web_de", "zoho",
                "yandex",
                "mail_ru", "posteo", "t_online", "mail_com", "comcast", "att", "qq", "netease_163", "naver", "custom",
            ])
        #expect(throws: DecodingError.self) {
            try JSONDecoder().decode([AccountProvider].self, from: Data(#"["hotmail"]"#.utf8))
        }
    }

    @Test(
        .requirement(14),
        arguments: [
            ("gmail.com", AccountProvider.gmail), ("googlemail.com", .gmail), ("GMail.COM", .gmail),
            ("live.com", .outlook),
            ("hotmail.co.uk", .outlook), ("outlook.de", .outlook), ("msn.com", .outlook),
            ("office365.com", .microsoft365),
            ("mac.com", .icloud), ("me.com", .icloud), ("icloud.com", .icloud), ("ymail.com", .yahoo),
            ("yahoo.co.uk", .yahoo),
            ("rocketmail.com", .yahoo), ("fastmail.com", .fastmail), ("aim.com", .aol), ("gmx.net", .gmx),
            ("gmx.com", .gmx),
            ("web.de", .webDe), ("zohomail.eu", .zoho), ("ya.ru", .yandex), ("list.ru", .mailRu),
            ("posteo.de", .posteo),
            ("t-online.de", .tOnline), ("mail.com", .mailCom), ("comcast.net", .comcast), ("sbcglobal.net", .att),
            ("qq.com", .qq), ("163.com", .netease163), ("naver.com", .naver), ("example.org", .custom), ("", .custom),
            ("yahoo.co.jp", .custom),
        ]) func `a domain tells its provider`(domain: String, provider: AccountProvider)
    {
        #expect(AccountProvider.detect(domain: domain) == provider)
        #expect(AccountProvider.detect(address: EmailAddress(address: "ada@" + domain)) == provider)
    }

    @Test(
        .requirement(14),
        arguments: [
            "notgmail.com.evil.org", "notgmail.com", "gmail.com.evil.org", "mail.gmail.com", "gmail.comx", "gmail",
            "gmail.com.",
            "gmail.com@evil.org", " gmail.com", "gmail.com\u{0}", "ɡmail.com",
        ]) func `notgmail.com.evil.org is no Gmail address`(domain: String)
    {
        #expect(AccountProvider.detect(domain: domain) == .custom)
        #expect(AccountProvider.detect(address: EmailAddress(address: "gmail.com")) == .custom)
    }

    @Test(.requirement(14)) func `no domain has two providers, and each is written in lower case`() {
        let domains = AccountProvider.allCases.flatMap(\.domains)
        #expect(Set(domains).count == domains.count)
        for provider in AccountProvider.allCases {
            #expect(provider.domains.isEmpty == (provider == .custom))
            for domain in provider.domains {
                #expect(domain == domain.lowercased() && domain.contains("."))
                #expect(AccountProvider.detect(domain: domain) == provider)
            }
        }
    }

    @Test(.requirement(15)) func `every provider has a name and an icon, and OAuth where its table says so`() {
        #expect(Set(AccountProvider.allCases.map(\.displayName)).count == AccountProvider.allCases.count)
        #expect(AccountProvider.allCases.allSatisfy { !$0.iconName.isEmpty })
        #expect(AccountProvider.gmail.iconName == "google")
        #expect(AccountProvider.custom.iconName == "envelope")
        #expect(
            AccountProvider.allCases.filter(\.supportsOAuth) == [
                .gmail, .outlook, .microsoft365, .yahoo, .fastmail, .aol, .yandex, .mailRu, .comcast, .att,
            ])
    }

    /// The table of provider defaults, a row each: address, IMAP and SMTP as "host port security user auth…".
    static let table: [(address: String, imap: String, smtp: String)] = [
        (
            "a@gmail.com", "imap.gmail.com 993 tls a@gmail.com oauth2 password",
            "smtp.gmail.com 465 tls a@gmail.com oauth2 password"
        ),
        (
            "a@hotmail.com", "outlook.office365.com 993 tls a@hotmail.com oauth2",
            "smtp-mail.outlook.com 587 starttls a@hotmail.com oauth2"
        ),
        (
            "a@office365.com", "outlook.office365.com 993 tls a@office365.com oauth2",
            "smtp.office365.com 587 starttls a@office365.com oauth2"
        ),
        (
            "a@me.com", "imap.mail.me.com 993 tls a app_password",
            "smtp.mail.me.com 587 starttls a@me.com app_password"
        ),
        (
            "a@yahoo.com", "imap.mail.yahoo.com 993 tls a@yahoo.com oauth2 password",
            "smtp.mail.yahoo.com 465 tls a@yahoo.com oauth2 password"
        ),
        (
            "a@fastmail.com", "imap.fastmail.com 993 tls a@fastmail.com oauth2 password",
            "smtp.fastmail.com 465 tls a@fastmail.com oauth2 password"
        ),
        (
            "a@aol.com", "imap.aol.com 993 tls a@aol.com oauth2 password",
            "smtp.aol.com 465 tls a@aol.com oauth2 password"
        ),
        ("a@gmx.de", "imap.gmx.net 993 tls a@gmx.de password", "mail.gmx.net 465 tls a@gmx.de password"),
        ("a@GMX.co.uk", "imap.gmx.com 993 tls a@GMX.co.uk password", "mail.gmx.com 465 tls a@GMX.co.uk password"),
        ("a@web.de", "imap.web.de 993 tls a password", "smtp.web.de 465 tls a password"),
        ("a@zoho.com", "imap.zoho.com 993 tls a@zoho.com password", "smtp.zoho.com 465 tls a@zoho.com password"),
        ("a@Zoho.EU", "imap.zoho.eu 993 tls a@Zoho.EU password", "smtp.zoho.eu 465 tls a@Zoho.EU password"),
        (
            "a@zohomail.com.au", "imap.zoho.com.au 993 tls a@zohomail.com.au password",
            "smtp.zoho.com.au 465 tls a@zohomail.com.au password"
        ),
        ("a@ya.ru", "imap.yandex.com 993 tls a@ya.ru password", "smtp.yandex.com 465 tls a@ya.ru password"),
        ("a@mail.ru", "imap.mail.ru 993 tls a@mail.ru oauth2 password", "smtp.mail.ru 465 tls a@mail.ru password"),
        ("a@posteo.de", "posteo.de 993 tls a@posteo.de password", "posteo.de 465 tls a@posteo.de password"),
        (
            "a@t-online.de", "secureimap.t-online.de 993 tls a@t-online.de password",
            "securesmtp.t-online.de 465 tls a@t-online.de password"
        ),
        ("a@mail.com", "imap.mail.com 993 tls a@mail.com password", "smtp.mail.com 465 tls a@mail.com password"),
        (
            "a@comcast.net", "imap.comcast.net 993 tls a@comcast.net oauth2 password",
            "smtp.comcast.net 465 tls a@comcast.net oauth2 password"
        ),
        (
            "a@att.net", "imap.mail.att.net 993 tls a@att.net oauth2 password",
            "outbound.att.net 465 tls a@att.net oauth2 password"
        ),
        ("a@qq.com", "imap.qq.com 993 tls a@qq.com password", "smtp.qq.com 465 tls a@qq.com password"),
        ("a@163.com", "imap.163.com 993 tls a@163.com password", "smtp.163.com 465 tls a@163.com password"),
        ("a@naver.com", "imap.naver.com 993 tls a@naver.com password", "smtp.naver.com 465 tls a@naver.com password"),
        ("a@example.org", "? 993 tls a@example.org password", "? 465 tls a@example.org password"),
    ]

    @Test(.requirement(12), arguments: table) func `an address leads to its provider's servers`(
        row: (address: String, imap: String, smtp: String)
    ) {
        let address = EmailAddress(address: row.address)
        let defaults = AccountProvider.detect(address: address).defaults(for: address)
        #expect(text(of: defaults.imap) == row.imap)
        #expect(text(of: defaults.smtp) == row.smtp)
        #expect(defaults.authType == defaults.imap.authTypes.first)
    }

    @Test(.requirement(12)) func `every provider is in the table`() {
        let providers = Self.table.map { AccountProvider.detect(address: EmailAddress(address: $0.address)) }
        #expect(Set(providers) == Set(AccountProvider.allCases))
    }

    @Test(.requirement(13)) func `what is given goes before what is known`() throws {
        let defaults = AccountProvider.gmail.defaults(for: EmailAddress(address: "a@gmail.com"))
        let server = try defaults.imap.server(host: "imap.example.org", port: 143, security: .starttls)
        #expect(server.host == "imap.example.org")
        #expect(server.port == 143)
        #expect(server.security == .starttls)
        #expect(server.username == "a@gmail.com")
        #expect(try defaults.imap.server().host == "imap.gmail.com")
    }

    @Test func `a security without a port brings its usual port`() throws {
        let defaults = AccountProvider.custom.defaults(for: EmailAddress(address: "a@example.org"))
        for (security, ports) in [
            (ConnectionSecurity.tls, [993, 465]), (.starttls, [143, 587]), (.none, [143, 587]),
        ] {
            let servers = try [defaults.imap, defaults.smtp].map { try $0.server(host: "h.org", security: security) }
            #expect(servers.map(\.port) == ports && servers.allSatisfy { $0.security == security })
            for kind in [defaults.imap, defaults.smtp] {
                #expect(try kind.server(host: "h.org", port: 26, security: security).port == 26)
            }
        }
    }

    @Test(.requirement(12)) func `no host is guessed for a custom provider`() throws {
        let defaults = AccountProvider.custom.defaults(for: EmailAddress(address: "a@example.org"))
        #expect(throws: ValueError(field: "host", reason: .isMissing)) { try defaults.imap.server() }
        #expect(try defaults.smtp.server(host: "mail.example.org").port == 465)
    }

    @Test(.requirement(16)) func `the ways to log in keep their raw values`() {
        #expect(AuthType.allCases.map(\.rawValue) == ["oauth2", "password", "app_password", "none"])
        #expect(ConnectionSecurity.allCases.map(\.rawValue) == ["tls", "starttls", "none"])
    }

    private func text(of server: ServerDefaults) -> String {
        ([server.host ?? "?", String(server.port), server.security.rawValue, server.username]
            + server.authTypes.map(\.rawValue)).joined(separator: " ")
    }
}

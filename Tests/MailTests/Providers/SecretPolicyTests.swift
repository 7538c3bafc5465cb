import Foundation
import Mail
import TestSupport
import Testing

@Suite struct SecretPolicyTests {
    @Test(
        .requirement(17),
        arguments: [
            "password", "Password", "PASSWD", "pwd", "secret", "token", "api_key", "api-key", "apiKey", "APIKEY",
            "access_token",
            "accessToken", "ACCESS-TOKEN", "refresh_token", "private_key", "privateKey", "otp", "totp_code",
            "imap_password",
            "imapPassword", "smtppassword", "client_secret", "clientsecret", "app.password", "pass phrase", "PIN", "pw",
            "oauth2_refresh_token", "password2", "credentials", "__password__", "IMAPPassword", "session-id",
        ]) func `a field named for a secret is refused`(name: String)
    {
        #expect(SecretFieldPolicy.isSecret(fieldName: name))
        #expect(throws: ValueError(field: name, reason: .holdsSecret)) {
            try SecretFieldPolicy.check(fieldName: name)
        }
    }

    @Test(
        .requirement(17),
        arguments: [
            "email", "display_name", "imap_host", "imap_port", "username", "auth_type", "credential_ref",
            "credentialRef",
            "credential-ref", "author", "pinned", "keyboard", "passenger", "secretary", "compass", "spinner",
            "retention",
            "",
        ]) func `other fields pass`(name: String) throws
    {
        #expect(!SecretFieldPolicy.isSecret(fieldName: name))
        try SecretFieldPolicy.check(fieldName: name)
    }

    @Test(
        .requirement(17),
        arguments: [
            "env:MAIL_PASSWORD", "command:pass show mail/you", "command:get you@example.org", "file:/run/secrets/mail",
            "keyring:mail/you@gmail.com", "command:curl https://vault.example.org/a?b=c@d",
        ]) func `a reference says where a secret is`(text: String) throws
    {
        let reference = try CredentialReference(text)
        #expect(reference.text == text)
        let json = try JSONEncoder().encode([reference])
        #expect(try JSONDecoder().decode([CredentialReference].self, from: json) == [reference])
    }

    @Test(
        .requirement(17),
        arguments: [
            ("hunter2", .isUnknown), ("", .isUnknown), ("ENV:X", .isUnknown), ("https://example.org", .isUnknown),
            ("env:", .isEmpty), ("file: ", .isEmpty), ("env:1X", .isMalformed), ("env:A B", .isMalformed),
            ("file://user:pw@host/x", .holdsSecret), ("command:curl https://u:p@host", .holdsSecret),
            ("keyring:imap://me@host", .holdsSecret), ("command:a\u{0}b", .holdsForbiddenCharacter),
            ("command:" + String(repeating: "a", count: 4096), .isTooLong),
        ] as [(String, ValueError.Reason)]) func `what is no reference, or holds a user, is refused`(
            text: String, reason: ValueError.Reason
        ) throws
    {
        #expect(throws: ValueError(field: "credential_ref", reason: reason)) { try CredentialReference(text) }
        let json = try JSONEncoder().encode([text])
        #expect(throws: DecodingError.self) { try JSONDecoder().decode([CredentialReference].self, from: json) }
    }

    @Test(
        .requirement(17),
        arguments: [
            ("user:pw@host", true), ("imaps://user:pw@host/", true), ("https://token@host", true),
            ("see https://a:b@c now", true),
            ("ada@example.org", false), ("https://host/path@x", false), ("https://host?a@b", false),
            ("host:993", false),
            ("note: mail ada@example.org", false), ("", false),
        ]) func `a user in a URL is seen`(text: String, holds: Bool)
    {
        #expect(SecretFieldPolicy.holdsUserInfo(text) == holds)
    }

    @Test(.requirement(17)) func `no error repeats the value that it refuses`() {
        let canary = "hunter2canary"
        for build in [
            { _ = try MailServer(host: "u:\(canary)@h", port: 993, security: .tls) },
            { _ = try MailServer(host: "h", port: 993, security: .tls, username: "u:\(canary)@h") },
            { _ = try CredentialReference(canary) },
            { _ = try FolderName(canary + "/") },
        ] as [() throws -> Void] {
            let error = #expect(throws: ValueError.self) { try build() }
            #expect(error.map { "\($0)".contains(canary) } == false)
        }
    }
}

@Suite struct MailServerTests {
    @Test(arguments: [
        "imap.gmail.com", "localhost", "mail.example.org.", "10.0.0.1", "[::1]", "bücher.example", "a_b.c", "xn--a.b",
    ])
    func `a host is taken`(host: String) throws {
        #expect(try MailServer(host: host, port: 993, security: .tls).host == host)
    }

    @Test(
        .requirement(17),
        arguments: [
            ("", .isEmpty), ("user:pw@host", .holdsSecret), ("user@host", .holdsSecret), ("imaps://host", .holdsScheme),
            ("host:993", .holdsScheme), ("host/path", .holdsScheme), ("a b", .holdsForbiddenCharacter),
            ("a\u{0}", .holdsForbiddenCharacter), ("a\n", .holdsForbiddenCharacter),
            ("a\u{a0}b", .holdsForbiddenCharacter),
            ("a?b", .holdsForbiddenCharacter), ("a%00", .holdsForbiddenCharacter), ("a..b", .isMalformed),
            (".a", .isMalformed),
            (".", .isMalformed), ("-a.b", .isMalformed), ("[a]", .isMalformed), ("[", .holdsForbiddenCharacter),
            ("[]", .isMalformed), (String(repeating: "a", count: 64), .isMalformed),
            (String(repeating: "a.", count: 127), .isTooLong),
        ] as [(String, ValueError.Reason)]) func `what is no bare host name is refused`(
            host: String, reason: ValueError.Reason
        )
    {
        #expect(throws: ValueError(field: "host", reason: reason)) {
            try MailServer(host: host, port: 993, security: .tls)
        }
    }

    @Test(arguments: [0, -1, 65_536, Int.max, Int.min]) func `a port is 1 to 65535`(port: Int) {
        #expect(throws: ValueError(field: "port", reason: .isOutOfRange)) {
            try MailServer(host: "h", port: port, security: .none)
        }
    }

    @Test(arguments: [
        ("", ValueError.Reason.isEmpty), ("a\u{0}", .holdsForbiddenCharacter), ("u:p@h", .holdsSecret),
    ])
    func `a user name is checked too`(name: String, reason: ValueError.Reason) {
        #expect(throws: ValueError(field: "username", reason: reason)) {
            try MailServer(host: "h", port: 1, security: .tls, username: name)
        }
    }

    @Test func `the JSON form is checked when it is read`() throws {
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        let server = try MailServer(host: "h.org", port: 587, security: .starttls, username: "a@h.org")
        let json = try encoder.encode(server)
        #expect(
            String(decoding: json, as: UTF8.self)
                == #"{"host":"h.org","port":587,"security":"starttls","username":"a@h.org"}"#)
        #expect(try JSONDecoder().decode(MailServer.self, from: json) == server)
        #expect(throws: DecodingError.self) {
            try JSONDecoder().decode(MailServer.self, from: Data(#"{"host":"u:p@h","port":1,"security":"tls"}"#.utf8))
        }
    }
}

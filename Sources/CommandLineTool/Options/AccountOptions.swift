internal import ArgumentParsing
internal import Mail

/// The settings of an account that may be said.
struct AccountOptions: ParsableArguments {
    @Option(name: .long, help: ArgumentHelp("The owner's name.", valueName: "name")) var displayName: String?
    @Option(name: .long, help: ArgumentHelp("The provider, if the domain does not show it.", valueName: "provider"))
    var provider: AccountProvider?
    @Option(name: .long, help: ArgumentHelp("The IMAP server.", valueName: "host")) var imapHost: String?
    @Option(name: .long, help: ArgumentHelp("The IMAP port.", valueName: "port")) var imapPort: Int?
    @Option(name: .long, help: ArgumentHelp("How IMAP is encrypted.", valueName: "kind"))
    var imapSecurity: ConnectionSecurity?
    @Option(name: .long, help: ArgumentHelp("The name to log in with at the IMAP server.", valueName: "name"))
    var imapUsername: String?
    @Option(name: .long, help: ArgumentHelp("The SMTP server.", valueName: "host")) var smtpHost: String?
    @Option(name: .long, help: ArgumentHelp("The SMTP port.", valueName: "port")) var smtpPort: Int?
    @Option(name: .long, help: ArgumentHelp("How SMTP is encrypted.", valueName: "kind"))
    var smtpSecurity: ConnectionSecurity?
    @Option(name: .long, help: ArgumentHelp("The name to log in with at the SMTP server.", valueName: "name"))
    var smtpUsername: String?
    @Option(
        name: .long,
        help: ArgumentHelp("A way to log in; may be repeated, the preferred one first.", valueName: "type"))
    var auth: [AuthType] = []
    @Option(name: .long, help: ArgumentHelp("Where the password is kept.", valueName: "reference"))
    var credentialRef: String?
    @OptionGroup var retention: RetentionOptions

    var imap: ServerChoice {
        ServerChoice(host: imapHost, port: imapPort, security: imapSecurity, username: imapUsername)
    }

    var smtp: ServerChoice {
        ServerChoice(host: smtpHost, port: smtpPort, security: smtpSecurity, username: smtpUsername)
    }

    var authTypes: [AuthType]? { auth.isEmpty ? nil : auth }

    var isEmpty: Bool {
        displayName == nil && provider == nil && imap == ServerChoice() && smtp == ServerChoice() && auth.isEmpty
            && credentialRef == nil && retention.isEmpty
    }
}

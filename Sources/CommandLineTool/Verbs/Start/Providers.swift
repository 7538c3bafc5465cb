internal import ArgumentParsing
internal import Mail

struct Providers: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "providers",
        abstract: "List the mail providers with known servers.",
        examples: [
            CommandExample("mailledger providers", "all that are known"),
            CommandExample("mailledger providers ada@me.com", "the provider of this address, and its servers"),
            CommandExample("mailledger providers --format json", "for a program"),
        ],
        discussion: """
            With an address it shows the provider and the servers of its domain. The whole domain has to match. No
            ledger is needed.

            The name to log in with is the whole address or its part before the @. It may differ between IMAP and
            SMTP.
            """)

    @Argument(help: "An address, to see only its provider.") var address: String?
    @OptionGroup var output: OutputOptions

    func run() throws {
        let session = Session(LedgerOptions(), output)
        let forms = try forms()
        try session.write(forms) {
            if address == nil { list(forms, session) } else { forms.forEach { show($0, session) } }
        }
    }

    // The hosts alone fit a terminal of 80 columns; ports and names are shown for one provider.
    private func list(_ forms: [ProviderForm], _ session: Session) {
        var table = Table([
            .init("PROVIDER", looks: [.bold]), .init("IMAP", isFlexible: true), .init("SMTP", isFlexible: true),
            .init("LOGIN"),
        ])
        for form in forms {
            table.append([
                .init(form.provider.defaultValueDescription), .init(form.imap.template.host ?? "–"),
                .init(form.smtp.template.host ?? "–"), .init(words(form.imap.template.authTypes)),
            ])
        }
        session.write(table, showsHeader: true)
    }

    private func show(_ form: ProviderForm, _ session: Session) {
        guard form.imap.template.host != nil else {
            return session.line(
                "No provider is known for this domain; 'mailledger account add --imap-host HOST' names a server.")
        }
        var table = Table([.init(looks: [.dim]), .init()])
        table.append([
            .init("provider"), .init("\(form.provider.defaultValueDescription) (\(form.provider.displayName))"),
        ])
        for (name, server) in [("imap", form.imap.template), ("smtp", form.smtp.template)] {
            let login = server.username == .address ? "the address" : "the part before the @"
            table.append([
                .init(name),
                .init("\(server.host ?? "–"):\(server.port) \(server.security.rawValue), user: \(login)"),
            ])
            table.append([.init(name + " login"), .init(words(server.authTypes))])
        }
        session.write(table)
    }

    // As --auth takes them, which is not how they are stored.
    private func words(_ types: [AuthType]) -> String { types.map(\.defaultValueDescription).joined(separator: " ") }

    private func forms() throws -> [ProviderForm] {
        guard let address else {
            return AccountProvider.allCases.map { ProviderForm($0, domain: $0.domains.first ?? "") }
        }
        guard let parsed = EmailAddress(parsing: address), let domain = parsed.domain else {
            throw DomainError.invalid(
                field: "address", reason: "\"\(address)\" is not an e-mail address, as in ada@example.org")
        }
        return [ProviderForm(.detect(address: parsed), domain: domain)]
    }
}

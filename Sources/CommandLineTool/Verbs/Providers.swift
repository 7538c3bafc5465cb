internal import ArgumentParser
internal import Mail

struct Providers: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "List the mail providers whose servers are known.",
        examples: [
            CommandExample("mailledger providers", "all that are known"),
            CommandExample("mailledger providers ada@me.com", "whose address this is, and its servers"),
            CommandExample("mailledger providers --format json", "for a program"),
        ],
        discussion: """
            With an address it tells the provider of its domain, which has to match as a whole, and the servers there.
            Login names are the whole address or what stands before the @. No ledger is needed.
            """)

    @Argument(help: "An address, to see only its provider.") var address: String?
    @OptionGroup var output: OutputOptions

    func run() throws {
        let session = Session(LedgerOptions(), output)
        let forms = try forms()
        try session.write(forms) {
            var table = Table([
                .init("PROVIDER", looks: [.bold]), .init("IMAP", isFlexible: true), .init("SMTP", isFlexible: true),
                .init("LOGIN NAME"), .init("LOGIN"),
            ])
            for form in forms {
                let (imap, smtp) = (form.imap.template, form.smtp.template)
                let names = [imap.username, smtp.username].map { $0 == .address ? "address" : "local part" }
                table.append([
                    form.provider.rawValue, form.imap.words, form.smtp.words,
                    names[0] == names[1] ? names[0] : names.joined(separator: ", "),
                    imap.authTypes.map(\.rawValue).joined(separator: " "),
                ])
            }
            session.write(table, showsHeader: true)
        }
    }

    private func forms() throws -> [ProviderForm] {
        guard let address else {
            return AccountProvider.allCases.map { ProviderForm($0, domain: $0.domains.first ?? "") }
        }
        guard let parsed = EmailAddress(parsing: address), let domain = parsed.domain else {
            throw MailError.invalid(field: "address", reason: "what is named is no e-mail address")
        }
        return [ProviderForm(.detect(address: parsed), domain: domain)]
    }
}

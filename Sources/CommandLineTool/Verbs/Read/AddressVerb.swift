internal import ArgumentParsing
internal import EventLog
internal import Mail
internal import MailLedger
internal import Projections

struct AddressVerb: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "address",
        abstract: "List the addresses in the mail that a query finds, the latest first.",
        examples: [
            CommandExample("mailledger address from:peter", "the addresses that Peter writes from"),
            CommandExample(
                "mailledger address --output recipients 'from:mara date:2025'", "the addresses that Mara wrote to"),
            CommandExample("mailledger address --count list:kernel", "who writes most to a list"),
        ],
        discussion: """
            Each address is listed once, with the name that the latest message gives it. Senders are those in From;
            recipients those in To, Cc and Bcc. Addresses that differ only in case are the same. With --count the
            address with the most messages comes first. The language of queries is that of 'messages'.
            """)

    @OptionGroup var query: QueryArguments
    @Option(name: .customLong("output"), help: "Whose addresses.") var whose: Whose = .sender
    @Flag(name: .long, help: "Count the messages of each address, the most frequent first.") var count = false
    @OptionGroup var page: PageOptions
    @OptionGroup var moment: MomentOptions
    @OptionGroup var ledger: LedgerOptions
    @OptionGroup var output: OutputOptions

    /// Whose addresses are listed.
    enum Whose: String, CaseIterable, ExpressibleByArgument, Sendable {
        case sender, recipients, all
    }

    func run() throws {
        let session = Session(ledger, output, pages: true, none: "No addresses.")
        let query = try query.read()
        let ledger = try session.open(at: moment)
        let messages = try query.messages(in: ledger)
        var found = Correspondents()
        try ledger.read { reader in
            let severalAuthors = whose == .sender ? try reader.messagesOfSeveralAuthors() : []
            for row in try reader.messages(matching: reader.filter(messages)) {
                let isShort = whose == .sender && !severalAuthors.contains(row.stream)
                let headers = isShort ? nil : try reader.headers(of: row.stream)
                if whose != .recipients { found.add(headers?.from ?? row.from.map { [$0] } ?? []) }
                if whose != .sender, let headers { found.add(headers.to + headers.cc + headers.bcc) }
            }
        }
        let all = count ? found.byCount : found.all
        let shown = all.dropFirst(page.offset).prefix(page.limit ?? .max)
        try session.show(Array(shown)) { forms in
            guard count else {
                for form in forms { session.line(form.readable) }
                return
            }
            var table = Table([.init(alignment: .right), .init(isFlexible: true)])
            for form in forms { table.append([ProgressLine.grouped(form.messages), form.readable]) }
            session.write(table)
        }
        session.noteIfBehind(ledger)
    }
}

/// The addresses of messages, each once, in the order in which they were found.
private struct Correspondents {
    private var index: [String: Int] = [:]
    private(set) var all: [CorrespondentForm] = []

    /// Adds the addresses of one message; a name in place of an address is none.
    mutating func add(_ addresses: [EmailAddress]) {
        var counted: Set<String> = []
        for address in addresses where !address.address.isEmpty {
            let key = address.address.lowercased()
            guard counted.insert(key).inserted else { continue }
            if let place = index[key] {
                all[place].messages += 1
                all[place].name = all[place].name ?? address.name
            } else {
                index[key] = all.count
                all.append(CorrespondentForm(name: address.name, address: address.address, messages: 1))
            }
        }
    }

    /// The same, those with the most messages first.
    var byCount: [CorrespondentForm] {
        all.enumerated().sorted { ($1.element.messages, $0.offset) < ($0.element.messages, $1.offset) }.map(\.element)
    }
}

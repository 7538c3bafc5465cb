internal import ConfigurationFiles
internal import Fleet
internal import MailLedger

/// A setting: what may be said once, in the configuration file or in a variable, instead of with every command.
///
/// The documentation, `config list` and completion read the one list of them.
struct Setting: Sendable {
    let key: ConfigurationKey
    /// The option of a command line that counts more, as it is typed.
    let option: String?
    /// The variable of the environment that counts more than the file.
    let variable: String?
    /// A second one that counts more than the file, where the first is not set.
    var secondVariable: String?
    /// One that counts less than the file, such as `PAGER`.
    var lesserVariable: String?
    /// What the value is, in a few words.
    let summary: String
    /// The values that it takes, where they are a short list.
    var values: [String] = []
    /// The value where nothing else is said; nil for none.
    var standard: @Sendable () -> String? = { nil }
    /// Says what is wrong with a value.
    var fault: @Sendable (String) -> String? = { _ in nil }

    var name: String { key.description }
}

extension Setting {
    static let all: [Setting] = [
        ledger, color, dates, pager, actor, importAccount, importFolder, searchLimit, passphraseCommand, fleetSelf,
        fleetCacheSize,
    ]

    /// Finds a setting by its name.
    static func named(_ name: String) -> Setting? { all.first { $0.name == name } }

    static let ledger = Setting(
        key: .init(group: "ledger", name: "path"), option: "--ledger", variable: "MAILLEDGER",
        summary: "the ledger's folder, as an absolute path or one that begins with ~/, or its URL on a server",
        standard: { (try? Settings.standardLedger())?.name },
        fault: { text in
            let url = LedgerURL(text)
            if url?.hasPassword == true { return "a URL with a password: put it into ~/.pgpass" }
            if LedgerURL.isURL(text), let fault = LedgerURL.nameFault(in: text) { return fault }
            return text.hasPrefix("/") || text.hasPrefix("~/") || url?.ledger != nil
                ? nil : "a path that begins neither with / nor with ~/"
        })

    static let color = choice(
        "output", "color", option: "--color", variable: "NO_COLOR", secondVariable: "TERM",
        of: ColorChoice.allCases.map(\.rawValue), "auto", "when text is coloured")

    static let dates = choice(
        "output", "dates", option: "--dates", of: DateStyle.allCases.map(\.rawValue), DateStyle.standard.rawValue,
        "how lists show the dates of mail")

    static let pager = Setting(
        key: .init(group: "output", name: "pager"), option: nil, variable: "MAILLEDGER_PAGER",
        lesserVariable: "PAGER",
        summary: "the program that long answers on a terminal go through; empty or cat for none",
        standard: { "less" })

    static let actor = Setting(
        key: .init(group: "change", name: "actor"), option: "--actor", variable: "MAILLEDGER_ACTOR",
        summary: "who acts; it is recorded in the log", standard: { LedgerEnvironment.current().actor }, fault: blank)

    static let importAccount = Setting(
        key: .init(group: "import", name: "account"), option: "--account", variable: "MAILLEDGER_ACCOUNT",
        summary: "the account that import brings mail into", fault: blank)

    static let importFolder = Setting(
        key: .init(group: "import", name: "folder"), option: "--folder", variable: nil,
        summary: "the folder for messages that are directly in a path of import", standard: { "INBOX" }, fault: blank)

    static let searchLimit = Setting(
        key: .init(group: "search", name: "limit"), option: "--limit", variable: nil,
        summary: "how many messages search shows at most; the default is for text only",
        standard: { String(Settings.standardSearchLimit) },
        fault: { Int($0).map { $0 >= 0 } ?? false ? nil : "\"\($0)\" is not a number from 0 on" })

    static let passphraseCommand = Setting(
        key: .init(group: "key", name: "passphrase_command"), option: nil, variable: "MAILLEDGER_PASSPHRASE_COMMAND",
        summary: "a shell command that prints the passphrase of the signing key", fault: blank)

    static let fleetSelf = Setting(
        key: .init(group: FleetNode.group, name: "self"), option: nil, variable: nil,
        summary: "what the nodes of a fleet call this machine", standard: { LedgerEnvironment.current().host },
        fault: blank)

    static let fleetCacheSize = Setting(
        key: .init(group: "fleet", name: "cache_size"), option: nil, variable: "MAILLEDGER_CACHE_SIZE",
        summary: "the largest size of all caches of ledgers on servers, such as 20G; no limit if it is not set",
        fault: { (try? QuerySize.size($0)) != nil ? nil : "\"\($0)\" is not a number of bytes, such as 500M or 20G" })

    private static func choice(
        _ group: String, _ name: String, option: String? = nil, variable: String? = nil, secondVariable: String? = nil,
        of values: [String], _ standard: String, _ summary: String
    ) -> Setting {
        Setting(
            key: .init(group: group, name: name), option: option, variable: variable, secondVariable: secondVariable,
            summary: summary, values: values, standard: { standard },
            fault: { values.contains($0) ? nil : "\"\($0)\" is none of \(values.joined(separator: ", "))" })
    }

    @Sendable private static func blank(_ value: String) -> String? {
        value.allSatisfy(\.isWhitespace) ? "an empty value" : nil
    }
}

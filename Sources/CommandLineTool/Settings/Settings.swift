internal import ArgumentParsing
internal import CivilTime
internal import ConfigurationFiles
internal import MailLedger

/// Where a value comes from, the strongest first.
enum SettingOrigin: Equatable {
    case option(String)
    case variable(String)
    case file(String)
    case standard

    /// A word for programs.
    var name: String {
        switch self {
        case .option: "option"
        case .variable: "environment"
        case .file: "file"
        case .standard: "default"
        }
    }

    /// The option, the variable or the file's path.
    var source: String? {
        switch self {
        case .option(let name), .variable(let name), .file(let name): name
        case .standard: nil
        }
    }
}

/// A value and where it comes from.
struct SettingValue {
    /// Nil where nothing is set and there is no default.
    let text: String?
    let origin: SettingOrigin
}

/// A value that cannot be taken, or a setting that there is not.
struct SettingError: Error, CustomStringConvertible {
    let name: String
    let description: String
}

/// The settings of this process: options count more than variables, these more than the file, and that more than defaults.
///
/// The file is read when the first setting is asked for, once.
struct Settings {
    let file: ConfigurationFile?
    private let contents: LazyContents

    init() {
        file = ConfigurationFile.standard { Surroundings.current.variable($0) }
        contents = LazyContents(file)
    }

    /// What the file says; nothing where there is none.
    func configuration() throws(ConfigurationError) -> Configuration { try contents.read() }

    /// Finds a value without looking whether it can be taken.
    func value(of setting: Setting, flag: String? = nil) throws(ConfigurationError) -> SettingValue {
        if let flag { return SettingValue(text: flag, origin: .option(setting.option ?? "")) }
        for variable in [setting.variable, setting.secondVariable].compactMap(\.self) {
            guard let text = Self.variable(variable, setting) else { continue }
            return SettingValue(text: text, origin: .variable(variable))
        }
        if let file, let text = try configuration()[setting.key] {
            return SettingValue(text: text, origin: .file(file.path))
        }
        if let variable = setting.lesserVariable, let text = Self.variable(variable, setting) {
            return SettingValue(text: text, origin: .variable(variable))
        }
        return SettingValue(text: setting.standard(), origin: .standard)
    }

    /// Finds the value of a setting, a saved query or a node.
    func value(of name: SettingName) throws(ConfigurationError) -> SettingValue {
        switch name {
        case .setting(let setting): return try value(of: setting)
        case .query, .node:
            let text = try configuration()[name.key]
            return SettingValue(text: text, origin: text == nil ? .standard : .file(file?.path ?? ""))
        }
    }

    private static func variable(_ name: String, _ setting: Setting) -> String? {
        guard let text = Surroundings.current.variable(name) else { return nil }
        switch name {
        // Any value means the same (https://no-color.org).
        case "NO_COLOR": return text.isEmpty ? nil : ColorChoice.never.rawValue
        // A terminal that shows the bytes of colours; any other value says nothing.
        case "TERM": return text == "dumb" ? ColorChoice.never.rawValue : nil
        // An empty pager is none, as git has it.
        case "MAILLEDGER_PAGER", "PAGER": return text
        default: return text.isEmpty ? nil : text
        }
    }

    /// Finds a value that can be taken.
    private func checked(_ setting: Setting, flag: String? = nil) throws -> SettingValue {
        let value = try value(of: setting, flag: flag)
        guard let text = value.text, let fault = setting.fault(text),
            let refusal = Self.refusal(fault, of: setting, from: value.origin)
        else { return value }
        throw refusal
    }

    /// The error that names the place of a value; nil for the default.
    static func refusal(_ fault: String, of setting: Setting, from origin: SettingOrigin) -> (any Error)? {
        switch origin {
        case .file(let path): ConfigurationError.invalidValue(path: path, key: setting.key, reason: fault)
        case .variable(let name): SettingError(name: name, description: "$\(name): \(fault)")
        case .option(let name): SettingError(name: name, description: "\(name): \(fault)")
        case .standard: nil
        }
    }

    // MARK: One by one

    func ledger(flag: String?) throws -> LedgerTarget {
        // A path that was typed counts from the working directory; one in the file has no such place.
        if let flag { return try LedgerTarget(typed: flag) }
        let value = try value(of: .ledger)
        switch value.origin {
        case .file: break
        default: return try Self.standardLedger()
        }
        let path = try checked(.ledger).text ?? ""
        guard path.hasPrefix("~/") else { return try LedgerTarget(path) }
        guard let home = Surroundings.current.variable("HOME"), home.hasPrefix("/") else { throw LedgerError.noPlace }
        return .folder(Surroundings.current.location(home + path.dropFirst()))
    }

    /// `$MAILLEDGER`, or where the XDG directories say.
    static func standardLedger() throws -> LedgerTarget {
        if let named = Surroundings.current.variable("MAILLEDGER"), !named.isEmpty { return try LedgerTarget(named) }
        var environment: [String: String] = [:]
        for name in ["XDG_DATA_HOME", "HOME"] { environment[name] = Surroundings.current.variable(name) }
        return .folder(try .standard(environment: environment, on: Surroundings.current.files))
    }

    func color(flag: ColorChoice?) throws -> ColorChoice {
        try flag ?? ColorChoice(rawValue: checked(.color).text ?? "") ?? .auto
    }

    func dates(flag: DateStyle?) throws -> DateStyle {
        try flag ?? DateStyle(rawValue: checked(.dates).text ?? "") ?? .standard
    }

    /// The program for long answers; nil where none is wanted.
    func pager() throws -> Pager? {
        try Pager.chosen(configured: checked(.pager).text)
    }

    /// Nil for the user of the operating system.
    func actor(flag: String?) throws -> String? {
        if let flag { return flag }
        let value = try checked(.actor)
        return value.origin == .standard ? nil : value.text
    }

    /// A line of the shell that writes the passphrase of the signing key; nil where none is set.
    func passphraseCommand() throws -> String? {
        try checked(.passphraseCommand).text
    }

    /// Nil where nobody has named one: then it is the only one of the ledger.
    func importAccount(flag: String?) throws -> String? {
        try flag ?? checked(.importAccount).text
    }

    func importFolder(flag: String?) throws -> String {
        try flag ?? checked(.importFolder).text ?? "INBOX"
    }

    /// Nil where nobody has said one: then text shows `standardSearchLimit`, and a program gets all.
    func searchLimit(flag: Int?) throws -> Int? {
        if let flag { return flag }
        let value = try checked(.searchLimit)
        return value.origin == .standard ? nil : value.text.flatMap { Int($0) }
    }

    static let standardSearchLimit = 100

    /// The most bytes of the caches of ledgers on servers; nil for no limit.
    func fleetCacheSize() throws -> Int64? {
        try checked(.fleetCacheSize).text.map { try QuerySize.size($0) }
    }

    // MARK: Saved queries

    static let queryGroup = "query"

    func savedQueries() throws(ConfigurationError) -> [String: String] {
        try configuration().values(in: Self.queryGroup)
    }

    /// The context in which this process reads queries; the file is read by the first that names a saved one.
    static func queryContext() -> QueryContext {
        var context = QueryContext.standard()
        context.now = Surroundings.current.now().microseconds
        context.savedQueries = { try Settings().savedQueries() }
        return context
    }

    // MARK: Changing

    /// The file, where there is a place for one.
    func writableFile() throws(ConfigurationError) -> ConfigurationFile {
        guard let file else { throw .noPlace }
        return file
    }
}

/// The file's contents, read when they are asked for the first time.
private final class LazyContents {
    private let file: ConfigurationFile?
    private var contents: Configuration?

    init(_ file: ConfigurationFile?) { self.file = file }

    func read() throws(ConfigurationError) -> Configuration {
        if let contents { return contents }
        let read = try file?.read() ?? Configuration()
        contents = read
        return read
    }
}

internal import ArgumentParsing
internal import DiskFiles
internal import EventLog
internal import MailLedger
internal import Processes

/// A program `mailledger-NAME` on the search path: `mailledger NAME` runs it, as git does with its own.
///
/// A verb of the tool is never looked up, so that no program can take its place.
struct OtherCommand {
    private static let prefix = "mailledger-"

    let name: String
    let path: String

    /// Finds the program for a word in the place of a verb; nil where the word is a verb, an option, or names no program.
    static func named(_ word: String) -> OtherCommand? {
        guard !word.isEmpty, !word.hasPrefix("-"), !word.contains("/"), !isVerb(word) else { return nil }
        for folder in folders where isProgram("\(folder)/\(prefix)\(word)") {
            return OtherCommand(name: word, path: "\(folder)/\(prefix)\(word)")
        }
        return nil
    }

    /// All that are on the search path, by name; where two have one name, the first is meant.
    static func all() -> [OtherCommand] {
        var found: [String: OtherCommand] = [:]
        for folder in folders {
            for file in fileNames(in: folder) where file.hasPrefix(prefix) {
                let name = String(file.dropFirst(prefix.count))
                guard !name.isEmpty, found[name] == nil, !isVerb(name) else { continue }
                guard isProgram("\(folder)/\(file)") else { continue }
                found[name] = OtherCommand(name: name, path: "\(folder)/\(file)")
            }
        }
        return found.values.sorted { $0.name < $1.name }
    }

    /// Becomes the program, which finds the ledger and this tool in its environment.
    ///
    /// - Parameter ledger: The ledger that was named before the program.
    /// - Throws: ``LedgerError/io(path:reason:)`` if the system cannot run it; otherwise this does not return.
    func run(_ arguments: [[UInt8]], of ledger: LedgerOptions = LedgerOptions()) throws -> Never {
        try Self.tellLedger(ledger)
        // What is ignored stays so through execve(2), and a script's `… | head` counts on the signal.
        Signals.heedFailedWrites()
        let reason = ThisProcess.become(path, [Array(path.utf8)] + arguments)
        throw LedgerError.io(path: path, reason: "cannot be run: \(reason)")
    }

    /// Leaves to the programs that this one runs which ledger is meant and where this tool is; no password goes along.
    static func tellLedger(_ options: LedgerOptions) throws {
        ProcessEnvironment.set("MAILLEDGER", try Settings().ledger(flag: options.ledger).name)
        if let tool = ThisProcess.program { ProcessEnvironment.set("MAILLEDGER_PROGRAM", tool) }
    }

    /// The lines that the help of the tool ends with; none where there is no such program.
    static func help() -> [String] {
        let commands = all()
        guard !commands.isEmpty else { return [] }
        let width = commands.map(\.name.count).max() ?? 0
        return ["", "OTHER COMMANDS, by \(prefix)NAME on PATH:"]
            + commands.map { "  \($0.name)\(String(repeating: " ", count: width - $0.name.count))  \($0.path)" }
    }

    // MARK: Where they are

    private static func isVerb(_ word: String) -> Bool {
        word == "help" || Surroundings.current.program.configuration.subcommand(named: word) != nil
    }

    // An empty element of PATH is the working folder (environ(7)); nobody means that, and it is passed over.
    private static var folders: [Substring] { (Surroundings.current.variable("PATH") ?? "").split(separator: ":") }

    private static func isProgram(_ path: String) -> Bool {
        let files = KernelFiles.shared
        return (try? files.status(of: path))?.isRegular ?? false && files.allows(.execute, of: path)
    }

    private static func fileNames(in folder: Substring) -> [String] {
        (try? KernelFiles.shared.names(in: String(folder))) ?? []
    }
}

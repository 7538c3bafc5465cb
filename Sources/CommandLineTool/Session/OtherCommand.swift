internal import ArgumentParser
internal import EventLog
internal import Glibc
internal import MailLedger

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

    /// Becomes the program; it is told the ledger and where this tool is.
    ///
    /// - Throws: ``LedgerError/io(path:reason:)`` where the system cannot run it; else this does not return.
    func run(_ arguments: [[UInt8]]) throws -> Never {
        try Self.tellLedger(LedgerOptions())
        // What is ignored stays so through execve(2), and a script's `… | head` counts on the signal.
        Terminal.heedSignalsOfFailedWrites()
        let words = ([Array(path.utf8)] + arguments).map { $0.map { CChar(bitPattern: $0) } + [0] }
        var pointers: [UnsafeMutablePointer<CChar>?] = unsafe words.map { unsafe strdup($0) } + [nil]
        unsafe execvp(path, &pointers)
        let reason = unsafe String(cString: strerror(errno))
        unsafe pointers.forEach { unsafe free($0) }
        throw LedgerError.io(path: path, reason: "cannot be run: \(reason)")
    }

    /// Leaves to the programs that this one runs which ledger is meant and where this tool is.
    static func tellLedger(_ options: LedgerOptions) throws {
        unsafe setenv("MAILLEDGER", try Settings().ledger(flag: options.ledger).directory, 1)
        if let tool = ownPath { unsafe setenv("MAILLEDGER_PROGRAM", tool, 1) }
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
        word == "help" || MailLedgerTool.configuration.subcommand(named: word) != nil
    }

    // An empty element of PATH is the working folder (environ(7)); nobody means that, and it is passed over.
    private static var folders: [Substring] { (Terminal.environment("PATH") ?? "").split(separator: ":") }

    private static func isProgram(_ path: String) -> Bool {
        var state = stat()
        return unsafe stat(path, &state) == 0 && state.st_mode & S_IFMT == S_IFREG && access(path, X_OK) == 0
    }

    private static func fileNames(in folder: Substring) -> [String] {
        guard let stream = unsafe opendir(String(folder)) else { return [] }
        defer { unsafe closedir(stream) }
        var names: [String] = []
        while let entry = unsafe readdir(stream) {
            let name = unsafe withUnsafeBytes(of: &entry.pointee.d_name) { bytes in
                unsafe String(validating: bytes.prefix { $0 != 0 }, as: UTF8.self)
            }
            if let name { names.append(name) }
        }
        return names
    }

    /// The path of this program: proc_pid_exe(5).
    static var ownPath: String? {
        var bytes = [CChar](repeating: 0, count: Int(PATH_MAX))
        let count = unsafe readlink("/proc/self/exe", &bytes, bytes.count)
        return count > 0 ? String(decoding: bytes.prefix(count).map { UInt8(bitPattern: $0) }, as: UTF8.self) : nil
    }
}

internal import ArgumentParsing
internal import Cryptography
internal import DiskFiles
internal import MailLedger
internal import Processes
internal import Terminals

/// Where the passphrase of the signing key comes from: a file, a command, or a person at a terminal, in this order.
///
/// It is no word of a command line and no variable: other processes can read those.
struct PassphraseSource: Sendable {
    private let file: String?
    /// A line of the shell that writes it.
    private let command: String?
    private let asksPeople: Bool

    /// - Parameter options: Those of a verb that signs; nil for one that does without where nobody has to be asked.
    init(_ options: PassphraseOptions?, _ settings: Settings) throws {
        file = options?.passphraseFile
        // A key without a passphrase would never ask for the file.
        if let file {
            do throws(FileError) { _ = try KernelFiles.shared.status(of: file) } catch {
                throw LedgerError.io(path: file, reason: error.code.words)
            }
        }
        command = try settings.passphraseCommand()
        asksPeople = options != nil
    }

    /// Answers a ledger that asks; nil where there is no passphrase to be had.
    func passphrase(_ request: PassphraseRequest) throws -> Passphrase? {
        if let file { return try Self.read(file) }
        if let command { return try Self.read(ofCommand: command) }
        guard asksPeople else { return nil }
        return switch request {
        case .toUnlock(let path): try Self.ask("Passphrase of \(path)")
        case .toProtect(let path): try Self.askTwice("New passphrase of \(path)")
        }
    }

    /// Reads the first line of a file that its owner alone can read, or of a pipe.
    static func read(_ path: String) throws -> Passphrase {
        try checked(SecretFile.firstLine(of: path, limit: Passphrase.maximumByteCount), named: path)
    }

    private static func read(ofCommand command: String) throws -> Passphrase {
        let name = Setting.passphraseCommand.name
        guard let (bytes, code) = ShellOutput.read(ofShell: command, limit: Passphrase.maximumByteCount + 2),
            code == 0
        else { throw ValidationError("The command of \(name) gives no passphrase: it fails") }
        return try checked(SecretFile.firstLine(of: bytes), named: "What the command of \(name) writes")
    }

    // The words of an error name the place, never what stands there.
    private static func checked(_ line: [UInt8], named place: String) throws -> Passphrase {
        guard let passphrase = Passphrase(line) else {
            throw ValidationError(
                "\(place) is not a passphrase: that is a line of 1 to \(Passphrase.maximumByteCount) bytes without NUL")
        }
        return passphrase
    }

    private static func ask(_ question: String) throws -> Passphrase? {
        guard Terminal.isTerminal(Surroundings.current.input), StandardError.isTerminal else { return nil }
        let line = HiddenLine.read(from: Surroundings.current.input, limit: Passphrase.maximumByteCount) {
            StandardError.write(Sanitizer.line(question) + ": ")
        } endingLine: {
            StandardError.write("\n")
        }
        return try line.map { try checked($0, named: "That") }
    }

    /// Lets a person choose one; nil where there is nobody to ask.
    static func askTwice(_ question: String) throws -> Passphrase? {
        guard let first = try ask(question) else { return nil }
        guard let second = try ask("The same again"), first.matches(second) else {
            throw ValidationError("The two passphrases differ; nothing was changed")
        }
        return first
    }
}

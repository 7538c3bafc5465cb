internal import ArgumentParser
internal import Configuration
internal import Content
internal import DiskFiles
internal import EventLog
internal import JSONCoding
internal import Mail
internal import MailLedger
internal import Mailboxes
internal import Projections
internal import SystemIdentity
internal import WireModels

/// What went wrong, in the one place that turns errors into words and exit codes.
struct Failure {
    let exitCode: Int32
    /// A stable word for programs; nil for an answer.
    let code: APIErrorCode?
    let message: String
    var details: [String: String] = [:]
    /// The place of the fault in what was typed, with a caret under it.
    private var excerpt: String?
    /// Where to read more, for people only.
    private var hint: String?
    /// Whether the message is an answer, as help and versions are.
    private var isAnswer = false

    init(_ error: any Error) {
        switch error {
        case let error as QueryError:
            self.init(2, error)
            excerpt = error.rendered
        case let error as FilterResolutionError: self = Self.make(error)
        case let error as DomainError: self = Self.make(error)
        case let error as ValueError:
            // Where a secret goes instead is the first thing that its owner wants to know.
            let advice =
                if error.reason == .holdsSecret {
                    "; --credential-ref says where one is kept, as in env:NAME"
                } else {
                    error.field == "credential_ref" ? "; it begins with env:, command:, file: or keyring:" : ""
                }
            self.init(
                2, error, DomainError.fault(of: FieldWords.typed(error.field), FieldWords.reason(error) + advice))
        case let error as EventLogError: self = Self.make(error)
        case let error as RefusedLine: self = Self.make(error)
        case let error as ClassificationFault:
            let fault = Failure(error.error)
            self.init(fault.exitCode, fault.code, error.told(fault.message), fault.details)
            details["line"] = String(error.line)
        case let error as BackupError: self = Self.make(error)
        case let error as MomentError: self.init(2, error)
        case let error as SyncError: self = Self.make(error)
        case let error as CursorError: self = Self.make(error)
        case let error as LedgerError: self = Self.make(error)
        case let error as FileError: self = Self.make(.io(path: error.path, reason: error.reason))
        case let error as UnfinishedErasure:
            let cause = Failure(error.cause)
            let isStopped = if case EventLogError.cancelled = error.cause { true } else { false }
            self.init(
                cause.exitCode, cause.code,
                "the log is blank, and what was erased is gone from it; the rest of the erasure is yet to be done"
                    + " (\(error.remaining.names.joined(separator: ", "))): \(isStopped ? "stopped" : cause.message). The next command goes on",
                cause.details)
        case let error as ErasureKeyFault:
            self.init(
                1, .notFound,
                "\(error); bring the file back from where you keep it. '--allow-erased --reason TEXT' lets an import or a"
                    + " sync take all mail in, and 'erase --new-key' goes on with a new key", ["path": error.path])
        case let error as ConfigurationError: self = Self.make(error)
        case let error as SettingError: self.init(2, .validationError, error.description, ["field": error.name])
        case let error as UnmergedJournal: self.init(74, .forbidden, error.description, ["path": error.path])
        case let error as SigningKeyError: self = Self.make(error)
        case let error as WitnessFault: self.init(6, .verificationFailed, error.description)
        case let error as ProofFault: self.init(6, .verificationFailed, "this proves nothing: \(error)")
        case let error as LogFault: self.init(6, .serverError, "the log does not hold: \(error)")
        case let error as ContentError: self = Self.make(error)
        case let error as MailboxError: self = Self.make(error)
        case let error as OutputError: self.init(74, .serverError, error.description)
        case let error as DecodingError:
            self.init(2, error)
        case let error as Shortfall: self.init(error.exitCode, error.code, error.message)
        default: self = Self.make(fallback: error)
        }
    }

    private init(_ exitCode: Int32, _ code: APIErrorCode?, _ message: String, _ details: [String: String] = [:]) {
        self.exitCode = exitCode
        self.code = code
        self.message = message
        self.details = details
    }

    /// An error that programs can meet, too: its code and its details are those that they get, the words may be the tool's.
    private init(_ exitCode: Int32, _ error: any Error, _ message: String? = nil, _ details: [String: String]? = nil) {
        let response = APIErrorResponse(describing: error)
        self.init(exitCode, response.knownCode, message ?? response.message, details ?? response.details ?? [:])
    }

    private static func make(_ error: DomainError) -> Failure {
        switch error {
        case .notFound("folder", _, _, similar: []):
            Failure(
                3, error,
                "\(error); 'mailledger folders' lists what there is, and 'mailledger folder add' makes a new one")
        case .notFound: Failure(3, error)
        case .erased(_, let name):
            Failure(3, error, "\(error); 'mailledger history \(name)' tells when, by whom and why")
        case .ambiguous("folder", let name, _):
            Failure(3, error, "\(error); name one with --account, or as ADDRESS/\(name)")
        case .ambiguous("note", _, _), .ambiguous("action", _, _):
            Failure(3, error, "\(error); name one by the first digits of its id")
        case .ambiguous: Failure(3, error, "\(error); type more of it")
        case .alreadyExists(let kind, let name): Failure(4, error, "the \(kind) \"\(name)\" is there already")
        case .conflict, .blocked, .forbidden: Failure(4, error)
        case .invalid(let field, let reason):
            Failure(2, error, DomainError.fault(of: FieldWords.typed(field), FieldWords.reason(reason, of: field)))
        }
    }

    private static func make(_ error: FilterResolutionError) -> Failure {
        switch error {
        case .unknownFolder, .unknownAccount, .ambiguousAccount, .unknownMessage, .unknownThread, .ambiguousMessage,
            .ambiguousThread, .ambiguousWord, .unknownAnswer, .ambiguousAnswer:
            Failure(3, error)
        case .unsearchableText, .nestedTooDeeply: Failure(2, error)
        }
    }

    private static func make(_ error: EventLogError) -> Failure {
        switch error {
        case .conflict: Failure(4, error, "\(error); try again")
        case .busy(let holder):
            Failure(
                75, error,
                "the ledger is in use\(holder.map { " by " + oneLine($0) } ?? ""); try again when it is done")
        case .notALedger(let path):
            Failure(1, error, "\(path) is not a ledger; 'mailledger init' makes one", ["path": path])
        case .alreadyExists(let path): Failure(4, error, nil, ["path": path])
        case .newerFormat: Failure(1, error, "\(error); use a newer mailledger")
        case .olderFormat:
            Failure(
                1, error,
                "\(error); 'mailledger export --events FILE' and 'mailledger import --events FILE --ledger NEW' take it over,"
                    + " with every event and the same root")
        case .unknownType, .undecodable, .projectionFailed:
            Failure(1, error, "\(error); 'mailledger doctor' says what to do")
        case .corrupt:
            Failure(
                6, error,
                "\(error); 'mailledger verify' names the place, 'mailledger doctor --salvage' saves what holds")
        case .markedDamaged:
            Failure(
                6, error,
                "\(error); 'mailledger doctor' says what to do, and 'mailledger verify' lets writers in again once all of it holds"
            )
        case .readOnly: Failure(74, error)
        case .cancelled: Failure(130, error, "stopped; nothing has changed")
        }
    }

    private static func make(_ error: LedgerError) -> Failure {
        switch error {
        case .networkFileSystem(let path), .writableByOthers(let path), .notAFolder(let path):
            Failure(1, error, nil, ["path": path])
        case .io(let path, "Permission denied"):
            Failure(
                74, error,
                WorkingUser.owner.map {
                    "\(error); root writes here as \($0), whose ledger it is: name a place of theirs"
                },
                ["path": path])
        case .io(let path, _), .unreadable(let path, _), .ownedByAnother(let path, _):
            Failure(74, error, nil, ["path": path])
        case .directoryNotEmpty(let path): Failure(4, error, nil, ["path": path])
        case .noPlace: Failure(2, error)
        case .orphanedRows: Failure(6, error)
        case .insideUnitOfWork, .inThePast: Failure(4, error)
        }
    }

    private static func make(_ error: RefusedLine) -> Failure {
        let details = ["path": error.path, "line": String(error.line)]
        return switch error.kind {
        case .malformed: Failure(2, .invalidInput, error.description, details)
        case .invalid: Failure(2, .validationError, error.description, details)
        case .tampered: Failure(6, .serverError, error.description, details)
        case .conflicting: Failure(4, .conflict, error.description, details)
        case .unknown: Failure(1, .serverError, error.description, details)
        }
    }

    private static func make(_ error: SigningKeyError) -> Failure {
        switch error {
        case .missing, .foreign, .damaged:
            Failure(
                1, .notFound,
                "\(error); bring it back from where you keep it, or 'mailledger key rotate --lost' makes another")
        case .locked(let path):
            Failure(
                1, .unauthorized,
                "\(error); --passphrase-file gives it to what signs, 'mailledger config set key.passphrase_command' to all",
                ["path": path])
        case .unprotected(let path): Failure(1, .unauthorized, "\(error); --passphrase-file gives it", ["path": path])
        case .wrongPassphrase(let path):
            Failure(1, .invalidCredentials, "\(error); nothing was signed", ["path": path])
        }
    }

    private static func make(_ error: BackupError) -> Failure {
        switch error {
        case .notEmpty(let path):
            Failure(4, .conflict, "\(error); name a new folder, or an empty one", ["path": path])
        case .notABackup(let path):
            Failure(1, .notFound, "\(error); 'mailledger backup' makes one", ["path": path])
        case .incomplete(let path):
            Failure(4, .conflict, "\(error); the same 'mailledger backup' goes on", ["path": path])
        case .newer(let path, _): Failure(1, .serverError, "\(error); use a newer mailledger", ["path": path])
        case .inUse(let path):
            Failure(75, .serviceUnavailable, "\(error); try again when it is done", ["path": path])
        case .otherLedger(let path, _):
            Failure(4, .conflict, "\(error); name another folder", ["path": path])
        case .diverged(let path, _):
            Failure(
                6, .serverError,
                "\(error): one of the two was cut or changed. 'mailledger restore' makes a ledger of the backup; a new"
                    + " folder takes a backup of this one",
                ["path": path])
        case .damaged(let path, _): Failure(6, .serverError, error.description, ["path": path])
        case .unsound(let path, _):
            Failure(
                6, .serverError,
                "\(error). The ledger is not at fault: back it up into a new folder, keep this one until that is done, and"
                    + " check the disk that it lies on",
                ["path": path])
        }
    }

    private static func make(_ error: SyncError) -> Failure {
        switch error {
        case .locked(let path):
            Failure(75, .serviceUnavailable, "\(error); try again when it is done", ["path": path])
        case .noMaildir(let path): Failure(2, .validationError, error.description, ["path": path])
        }
    }

    private static func make(_ error: CursorError) -> Failure {
        let advice = "'mailledger events forget NAME' lets its subscriber begin anew"
        return switch error {
        case .inUse(let name):
            Failure(75, .serviceUnavailable, "\(error); try again when it is done", ["cursor": name])
        case .otherLedger(let name), .otherLog(let name, _):
            Failure(4, .conflict, "\(error); \(advice)", ["cursor": name])
        case .damaged(let name): Failure(6, .serverError, "\(error); \(advice)", ["cursor": name])
        }
    }

    private static func make(_ error: ConfigurationError) -> Failure {
        switch error {
        case .inaccessible(let path, _): Failure(74, .serverError, error.description, ["path": path])
        case .malformed(let path, _): Failure(2, .invalidInput, error.description, ["path": path])
        case .invalidValue(let path, let key, _):
            Failure(2, .validationError, error.description, ["path": path, "field": key.description])
        case .noPlace: Failure(2, .invalidInput, error.description)
        }
    }

    // What cannot be read is the system's fault; what can be read and is no mail is the caller's.
    private static func make(_ error: MailboxError) -> Failure {
        if case .refused(let file) = error {
            if case .unreadable = file.reason {
                return Failure(74, .serverError, error.description, ["path": file.path])
            }
            let way = file.reason == .notRegular(.pipe) ? "; read a pipe with 'mailledger import - <PIPE'" : ""
            return Failure(2, .validationError, "\(error); nothing was imported\(way)", ["path": file.path])
        }
        return Failure(74, .serverError, error.description)
    }

    private static func make(_ error: ContentError) -> Failure {
        switch error {
        case .busy: Failure(75, .serviceUnavailable, "\(error); try again when it is done")
        case .missing, .corrupt, .lost: Failure(6, .serverError, error.description)
        case .database where error.isDamage:
            Failure(6, .serverError, "\(error); 'mailledger verify' tells what is left")
        case .full: Failure(74, .serverError, "the disk is full")
        default: Failure(74, .serverError, error.description)
        }
    }

    // SQLite's own errors reach the tool only where no layer between could say more.
    private static func make(fallback error: any Error) -> Failure {
        if let condition = StorageCondition(error) {
            switch condition {
            case .busy: return Failure(75, .serviceUnavailable, "the ledger is in use; try again")
            case .readOnly: return Failure(74, .forbidden, "the ledger is read-only")
            case .inputOutput(let reason): return Failure(74, .serverError, reason)
            case .damagedReadModel:
                return Failure(
                    1, .serverError,
                    "the views or the search index are damaged; 'mailledger rebuild' makes them anew")
            case .other(let reason): return Failure(1, .serverError, reason)
            }
        }
        let exitCode = MailLedgerTool.exitCode(for: error)
        let fullMessage = MailLedgerTool.fullMessage(for: error)
        guard !exitCode.isSuccess else {
            var answer = Failure(0, nil, fullMessage)
            answer.isAnswer = true
            return answer
        }
        switch exitCode {
        case OutputFormat.tooOld, OutputFormat.tooNew:
            let age = exitCode == OutputFormat.tooOld ? "older" : "newer"
            return Failure(
                exitCode.rawValue, .invalidInput,
                "--format-version asks for JSON that is \(age) than this program's; "
                    + "there is version \(OutputFormat.version) and no other")
        case .validationFailure:
            var failure = Failure(2, .invalidInput, uncapitalized(MailLedgerTool.message(for: error)))
            // The parser knows which verb was meant; what a verb itself refuses has no such line.
            if !(error is ValidationError) {
                failure.hint = habit(in: fullMessage) ?? misplaced(in: fullMessage) ?? hint(in: fullMessage)
            }
            return failure
        default:
            return Failure(exitCode.rawValue, .serverError, MailLedgerTool.message(for: error))
        }
    }

    /// A command line of another process may be a whole script.
    private static func oneLine(_ holder: String) -> String {
        let line = holder.split(whereSeparator: \.isWhitespace).joined(separator: " ")
        return line.count > 120 ? line.prefix(119) + "…)" : line
    }

    /// Whoever types a verb of another tool is told ours.
    private static func habit(in fullMessage: String) -> String? {
        let start = "Error: Unknown subcommand '"
        guard fullMessage.hasPrefix(start) else { return nil }
        let verb = String(fullMessage.dropFirst(start.count).prefix { $0 != "'" })
        // The last line names the verb above: See 'mailledger folder --help'.
        let above = hint(in: fullMessage)?.split(separator: " ").dropFirst(2).dropLast() ?? []
        return OtherTools.hint(for: (above.map(String.init) + [verb]).joined(separator: " "))
    }

    /// Whoever puts an option before the verb is told where it goes.
    private static func misplaced(in fullMessage: String) -> String? {
        let start = "Error: Unknown option '"
        guard fullMessage.hasPrefix(start), !fullMessage.contains("Did you mean"),
            hint(in: fullMessage) == "See 'mailledger --help'."
        else { return nil }
        return "Options stand behind the verb, as in 'mailledger messages --format json'."
    }

    /// The parser's last line, which says whose help tells more.
    private static func hint(in fullMessage: String) -> String? {
        guard let last = fullMessage.split(separator: "\n").last, let start = last.firstIndex(of: "'"),
            let end = last.lastIndex(of: "'"), start < end
        else { return nil }
        return "See \(last[start...end])."
    }

    /// The parser's sentences begin as sentences do; behind the program's name they do not.
    private static func uncapitalized(_ message: String) -> String {
        message.prefix(1).lowercased() + message.dropFirst()
    }

    /// Whether a command line asks for JSON, so that a program can read why it was refused.
    static func wantsJSON(_ arguments: [String]) -> Bool {
        for (index, argument) in arguments.enumerated() {
            let next = index + 1 < arguments.count ? arguments[index + 1] : ""
            if argument == "--" { return false }
            if ["--format", "-f"].contains(argument), ["json", "jsonl"].contains(next) { return true }
            if ["--format=json", "--format=jsonl", "-fjson", "-fjsonl"].contains(argument) { return true }
        }
        return false
    }

    /// Says it on standard error, and returns the exit code.
    func report(asJSON: Bool) -> Int32 {
        if isAnswer {
            // Help is longer than most screens.
            let output = Output(pager: (try? Settings().pager()) ?? nil)
            output.line(message)
            do { try output.finish() } catch { return Failure(error).report(asJSON: asJSON) }
        } else if asJSON, let code,
            let bytes = try? JSONBytesEncoder(JSONBytesEncoder.Options(terminalSafe: true)).encode(
                APIErrorResponse(
                    code: code, message: Echo.bounded(message), details: details.mapValues(Echo.bounded)))
        {
            StandardError.line(String(decoding: bytes, as: UTF8.self))
        } else if !message.isEmpty {
            let end = message.hasSuffix("?") || message.hasSuffix(".") ? " " : ". "
            let hint = hint.map { end + Echo.bounded($0) } ?? ""
            StandardError.line(Sanitizer.line("mailledger: " + Echo.bounded(message) + hint))
            if let excerpt { StandardError.line(Sanitizer.text(Echo.bounded(excerpt))) }
        }
        return exitCode
    }
}

/// A verb did what it could, and that was not all.
struct Shortfall: Error {
    let exitCode: Int32
    let code: APIErrorCode
    let message: String

    /// Something was left out; each item has been named.
    static func partial(_ message: String) -> Shortfall {
        Shortfall(exitCode: 5, code: .partial, message: message)
    }

    /// A query that was to change, erase or export something found nothing.
    static let foundNothing = Shortfall(
        exitCode: 3, code: .notFound, message: "no message matches the query; nothing was done")

    /// Somebody pressed Ctrl-C: 128 and the number of the signal, as shells count.
    static func interrupted(_ message: String) -> Shortfall {
        Shortfall(exitCode: 130, code: .interrupted, message: message)
    }

    /// The log is blank, and something that was built of it before is in use yet.
    static func unfinishedErasure(_ steps: ErasureSteps) -> Shortfall {
        partial(
            "another process still reads \(steps.names.joined(separator: ", ")) of before; "
                + "the next command goes on where it is in the way")
    }

    /// An erasure was interrupted, and what it has yet to build anew cannot be compared.
    static func interruptedErasure(_ steps: ErasureSteps) -> Shortfall {
        partial(
            "an erasure has not come to its end, and the views were not compared: \(steps.names.joined(separator: ", "))"
                + " are still those of before. The next command that may write goes on, such as 'mailledger folders'")
    }

    /// Something does not hold.
    static func unverified(_ message: String) -> Shortfall {
        Shortfall(exitCode: 6, code: .verificationFailed, message: message)
    }
}

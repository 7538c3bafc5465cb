internal import ArgumentParsing
internal import JSONCoding
internal import MailLedger
internal import WireModels

/// An error as the tool reports it: a row of the library's table in the tool's words, or an error of the parser.
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
    /// Whether it is for a program, whatever format was asked for.
    private var isForProgram = false

    init(_ error: any Error) {
        if let failure = error as? RequestFailure {
            let (told, response) = (Failure(failure.cause), APIErrorResponse(describing: failure.cause))
            self.init(told.exitCode, response.knownCode ?? told.code, response.message, response.details ?? [:])
            isForProgram = true
            return
        }
        guard let refusal = (error as? any Refusable)?.refusal else {
            self = Self.make(unlisted: error)
            return
        }
        self.init(
            refusal.exitCode, refusal.code, refusal.message(naming: FieldWords.fault, hinting: HintWords.text),
            refusal.details)
        excerpt = (error as? QueryError)?.rendered
    }

    private init(_ exitCode: Int32, _ code: APIErrorCode?, _ message: String, _ details: [String: String] = [:]) {
        self.exitCode = exitCode
        self.code = code
        self.message = message
        self.details = details
    }

    /// An error that is in no table: the parser's, or one that nobody foresaw.
    private static func make(unlisted error: any Error) -> Failure {
        let program = Surroundings.current.program
        let exitCode = program.exitCode(for: error)
        let fullMessage = program.fullMessage(
            for: error, columns: HelpWidth.columns(on: Surroundings.current.output))
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
                    + "there are the versions \(OutputFormat.versions.lowerBound) and \(OutputFormat.versions.upperBound)"
            )
        case .validationFailure:
            var failure = Failure(2, .invalidInput, uncapitalized(program.message(for: error)))
            // The parser knows which verb was meant; what a verb itself refuses has no such line.
            if !(error is ValidationError) {
                let habit = habit(in: fullMessage) ?? optionHabit(in: fullMessage) ?? wordHabit(in: fullMessage)
                if habit != nil {
                    // A word that only looks like one of ours would lead astray.
                    failure = Failure(2, .invalidInput, String(failure.message.prefix { $0 != "." }))
                }
                failure.hint = habit ?? misplaced(in: fullMessage) ?? hint(in: fullMessage)
            }
            return failure
        default:
            return Failure(exitCode.rawValue, .serverError, program.message(for: error))
        }
    }

    /// Suggests our verb for one of notmuch, mu or git.
    private static func habit(in fullMessage: String) -> String? {
        guard let verb = unknown("subcommand", in: fullMessage) else { return nil }
        let verbs = verbs(in: fullMessage)
        return OtherTools.hint(for: (verbs + [verb]).joined(separator: " "))
            ?? OtherTools.kinds[verbs.joined(separator: " ")]
    }

    /// Suggests our option for one of another tool's, or of another verb.
    private static func optionHabit(in fullMessage: String) -> String? {
        guard let option = unknown("option", in: fullMessage) else { return nil }
        let words = verbs(in: fullMessage)
        var verb = CommandInfo(Surroundings.current.program)
        for word in words {
            guard let next = verb.subcommands.first(where: { $0.commandName == word }) else { return nil }
            verb = next
        }
        return words.isEmpty ? nil : OtherTools.hint(forOption: option, of: verb)
    }

    /// Says where a word belongs that a verb without words got.
    private static func wordHabit(in fullMessage: String) -> String? {
        guard fullMessage.hasPrefix("Error: Unexpected argument") else { return nil }
        return OtherTools.words[verbs(in: fullMessage).joined(separator: " ")]
    }

    /// Says where an option belongs that was typed before the verb.
    private static func misplaced(in fullMessage: String) -> String? {
        guard let option = unknown("option", in: fullMessage), !fullMessage.contains("Did you mean"),
            hint(in: fullMessage) == "See 'mailledger --help'."
        else { return nil }
        guard option != LedgerOptions.option else {
            return "It takes a folder and then a verb, as in 'mailledger --ledger DIR messages'."
        }
        return "Options stand behind the verb, as in 'mailledger messages --format json'."
    }

    /// The word of a kind that the parser does not know; nil where that is not what it says.
    private static func unknown(_ kind: String, in fullMessage: String) -> String? {
        let start = "Error: Unknown \(kind) '"
        guard fullMessage.hasPrefix(start) else { return nil }
        return String(fullMessage.dropFirst(start.count).prefix { $0 != "'" })
    }

    /// The verb that was meant, and those above it, as the last line names them: See 'mailledger folder add --help'.
    private static func verbs(in fullMessage: String) -> [String] {
        (hint(in: fullMessage)?.split(separator: " ").dropFirst(2).dropLast() ?? []).map(String.init)
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
        } else if asJSON || isForProgram, !message.isEmpty, let code,
            let bytes = try? JSONBytesEncoder(JSONBytesEncoder.Options(terminalSafe: true)).encode(
                APIErrorResponse(
                    code: code, message: Echo.bounded(message), details: details.mapValues(Echo.bounded)))
        {
            StandardError.line(String(decoding: bytes, as: UTF8.self))
        } else if !message.isEmpty {
            let end = message.hasSuffix("?") || message.hasSuffix(".") ? " " : ". "
            let hint = hint.map { end + Echo.bounded($0) } ?? ""
            StandardError.line(Sanitizer.line("mailledger: " + Echo.bounded(message) + hint))
            if let excerpt { StandardError.write(Sanitizer.text(Echo.bounded(excerpt)) + "\n") }
        }
        return exitCode
    }
}
